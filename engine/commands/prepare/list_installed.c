// eswexp list kernels, and experiments: what is installed, each in a sentence.
#include "commands/prepare/list_installed.h"

#include "base/files/files.h"
#include "base/terminal.h"
#include "commands/shared/installed.h"
#include "report/wording/lines.h"
#include "spec/keys/experiment.h"
#include "spec/overrides.h"
#include "spec/spec.h"

#include <ctype.h>
#include <string.h>

enum { SOURCE_BYTES_MOST = 1 << 20 };

// The first sentence of the comment that a source begins with.
static char *first_sentence(struct arena *arena, const char *source)
{
    TEXT_CLEANUP struct text words = {0};
    const char *line = source;
    for (; text_starts(line, "//"); line += strcspn(line, "\n"), line += *line == '\n') {
        const char *begin = line + strspn(line, "/ ");
        text_printf(&words, "%s%.*s", words.length ? " " : "", (int)strcspn(begin, "\n"), begin);
    }
    char *text = arena_strdup(arena, words.bytes ? words.bytes : "");
    for (char *stop = strchr(text, '.'); stop; stop = strchr(stop + 1, '.'))
        if (stop[1] == ' ' && !islower((unsigned char)stop[2]))
            stop[1] = '\0';
    return text;
}

static bool print_kernel(struct arena *arena, const char *path, struct error *error)
{
    TEXT_CLEANUP struct text source = {0};
    if (!file_read(path, SOURCE_BYTES_MOST, &source, error))
        return false;
    printf("  %s\n", installed_name(arena, path));
    wrap(stdout, stdout_columns(COLUMNS_OF_TEXT), "    ", first_sentence(arena, source.bytes));
    return true;
}

// Prints the kernels among the files that it compiles.
static void print_kernels_of(struct arena *arena, const struct spec *spec,
                             const struct text_list *kernels)
{
    struct text_list used = {0};
    for (size_t i = 0; i < spec->cell_count; i++)
        for (size_t v = 0; v < spec->variant_count; v++) {
            const struct text_list *sources = &spec->cells[i].targets[v].sources;
            for (size_t s = 0; s < sources->count; s++)
                if (text_list_has(kernels, sources->items[s]))
                    text_list_add_once(&used, arena, installed_name(arena, sources->items[s]));
        }
    for (size_t i = 0; i < used.count; i++)
        printf("%s%s%s", i ? ", " : " (", used.items[i], i + 1 == used.count ? ")" : "");
    putchar('\n');
}

static void print_experiment(const char *path, const struct text_list *kernels)
{
    struct arena arena = {0};
    struct error error;
    TEXT_CLEANUP struct text mistakes = {0};
    const struct spec_overrides overrides = {.elsewhere = true, .one_point = true};
    const char *name = installed_name(&arena, path);
    const struct spec *spec = spec_load(&arena, path, &overrides, &mistakes, &error);
    printf("  %s", name);
    if (spec) {
        print_kernels_of(&arena, spec, kernels);
        wrap(stdout, stdout_columns(COLUMNS_OF_TEXT), "    ",
             spec->question ? spec->question : "(the experiment states no question)");
    } else {
        printf("\n    (cannot be read: 'eswexp check @%s' says why)\n", name);
    }
    arena_release(&arena);
}

bool list_kernels(struct arena *arena, struct error *error)
{
    struct text_list paths = {0};
    if (!installed_kernels(arena, &paths, error))
        return false;
    wrap(stdout, stdout_columns(COLUMNS_OF_TEXT), "",
         "kernels (share/eswexp/kernels: sources of benchmarks; each has --help)");
    for (size_t i = 0; i < paths.count; i++)
        if (!print_kernel(arena, paths.items[i], error))
            return false;
    return true;
}

bool list_experiments(struct arena *arena, struct error *error)
{
    struct text_list paths = {0}, kernels = {0};
    if (!installed_experiments(arena, &paths, error) || !installed_kernels(arena, &kernels, error))
        return false;
    wrap(stdout, stdout_columns(COLUMNS_OF_TEXT), "",
         "experiments (eswexp run @NAME; in parentheses the kernels that they use)");
    for (size_t i = 0; i < paths.count; i++)
        print_experiment(paths.items[i], &kernels);
    return true;
}
