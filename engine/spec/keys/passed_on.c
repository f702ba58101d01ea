// What a shell or `env` in front of a program does not pass on to it.
#include "spec/keys/internal.h"

#include "base/files/paths.h"
#include "spec/target.h"

#include <ctype.h>
#include <string.h>

// ---- Words behind the script of a shell

enum { SCRIPT = 2, NUMBERED = 9 };

static bool is_shell(const char *path)
{
    static const char *const shells[] = {"sh", "ash", "bash", "dash", "ksh", "zsh"};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (text_equal(path_base(path), shells[i]))
            return true;
    return false;
}

// "-c", "-ec".
static bool takes_script(const char *option)
{
    return *option == '-' && option[1] != '-' && text_ends(option, "c");
}

static bool has_any(const char *script, const char *const *parts)
{
    while (*parts && !strstr(script, *parts))
        parts++;
    return *parts != NULL;
}

static bool reads(const char *script, size_t number)
{
    const char plain[] = {'$', (char)('0' + number), '\0'},
               braced[] = {'$', '{', (char)('0' + number), '\0'};
    return has_any(script, (const char *const[]){plain, braced, NULL});
}

// Whether it may see words by other ways than their numbers.
static bool reads_all(const char *script)
{
    static const char *const ways[] = {"$@",      "$*",   "${@",     "${*",  "$#",
                                       "shift",   "argv", "getopts", "eval", ". ",
                                       "source ", "${!",  "ARGV",    "for ", NULL};
    return has_any(script, ways);
}

// The first word behind it is $0, a name; a number or an option there was meant to be $1. NULL:
// nothing is lost.
static const char *why_lost(struct arena *arena, const struct text_list *words)
{
    const char *script = words->items[SCRIPT], *zeroth = words->items[SCRIPT + 1];
    size_t last = words->count - SCRIPT - 2;
    bool is_name = !isdigit((unsigned char)*zeroth) &&
                   (*zeroth != '-' || strlen(zeroth) < 2 || text_equal(zeroth, "--"));
    if (last == 0 && !is_name && !reads(script, 0))
        return arena_printf(arena,
                            "the shell takes '%s' for $0, which its script does not read: put the "
                            "word 'sh' in front of it, and read \"$1\" in the script",
                            zeroth);
    for (size_t number = 1; number <= last && number <= NUMBERED && !reads_all(script); number++)
        if (!reads(script, number))
            return arena_printf(arena,
                                "the shell's script does not read '%s': write \"$%zu\" where it "
                                "belongs, or \"$@\" for all",
                                words->items[SCRIPT + 1 + number], number);
    return NULL;
}

static const struct node *command_line_of(const struct experiment_file *file,
                                          const struct target *target)
{
    const struct node *const maps[] = {node_child(file->variants, target->variant),
                                       node_child(file->benchmarks, target->benchmark)};
    static const char *const keys[] = {"args", "command"};
    for (size_t map = 0; map < 2; map++)
        for (size_t key = 0; key < 2; key++)
            if (node_child(maps[map], keys[key]))
                return node_child(maps[map], keys[key]);
    return NULL;
}

void passed_on_check_words(struct reading *reading, const struct experiment_file *file,
                           const struct target *target)
{
    const struct text_list *words = &target->command;
    const struct node *line = command_line_of(file, target);
    if (!line || target->kind != TARGET_COMMAND || words->count <= SCRIPT + 1 ||
        !is_shell(words->items[0]) || !takes_script(words->items[1]) ||
        *words->items[SCRIPT] == '-')
        return;
    const char *why = why_lost(reading->arena, words);
    if (why)
        mistake(&reading->mistakes, line->key_place, "%s", why);
}

// ---- Variables

static bool is_assignment(const char *word)
{
    return strchr(word, '=') && *word != '-';
}

// What of "env -i A=1 program" hides the variable; NULL: nothing.
static const char *hiding_word(const struct text_list *words, const char *name)
{
    size_t length = strlen(name);
    bool is_env = words->count && text_equal(path_base(words->items[0]), "env");
    for (size_t i = 1; is_env && i < words->count; i++) {
        const char *word = words->items[i];
        if (text_equal(word, "-") || text_equal(word, "-i") ||
            text_equal(word, "--ignore-environment") ||
            (text_starts(word, name) && word[length] == '='))
            return word;
        if (!is_assignment(word) && *word != '-')
            return NULL;
    }
    return NULL;
}

void passed_on_check_variable(struct reading *reading, const struct target *target,
                              const struct node *variable)
{
    const char *word =
        target->kind == TARGET_COMMAND ? hiding_word(&target->command, variable->key) : NULL;
    if (word)
        mistake(&reading->cautions, variable->key_place,
                "'%s' does not reach the program of benchmark '%s': 'env %s' in its command hides "
                "it",
                variable->key, target->benchmark, word);
}
