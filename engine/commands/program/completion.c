// Shell completions: which script, and what all scripts share.
#include "commands/program/completion.h"

#include "commands/program/internal.h"
#include "commands/shared/installed.h"

#include <stdio.h>

static bool print_experiments(struct arena *arena, struct error *error)
{
    struct text_list paths = {0};
    if (!installed_experiments(arena, &paths, error))
        return false;
    for (size_t i = 0; i < paths.count; i++)
        printf("@%s\n", installed_name(arena, paths.items[i]));
    return true;
}

bool completion_print(struct arena *arena, const char *word, struct error *error)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = {{"bash", completion_bash}, {"zsh", completion_zsh}, {"fish", completion_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (text_equal(word, shells[i].name)) {
            shells[i].print();
            return true;
        }
    return text_equal(word, "experiments")
               ? print_experiments(arena, error)
               : failed(error, EXIT_USAGE, "--completion '%s' is not bash, zsh or fish", word);
}

void print_quoted(const char *text, const char *escape)
{
    putchar('\'');
    for (; *text; text++)
        if (*text == '\'')
            fputs(escape, stdout);
        else
            putchar(*text);
    putchar('\'');
}

void print_choices(const char *const *choices)
{
    for (size_t i = 0; choices[i]; i++)
        printf("%s%s", i ? " " : "", choices[i]);
}
