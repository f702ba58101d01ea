// Reads command-line options by a table.
#include "base/options.h"

#include "base/nearest.h"

#include <getopt.h>
#include <string.h>

enum { OPTIONS_MAX_COUNT = 40, LONG = 256 };

static void store(struct arena *arena, const struct command_option *option, void *values,
                  const char *value)
{
    void *target = (char *)values + option->offset;
    if (option->kind == OPTION_FLAG)
        *(bool *)target = true;
    else if (option->kind == OPTION_TEXT)
        *(const char **)target = value;
    else
        text_list_add(target, arena, value);
}

// The tables that getopt_long reads; a long option's code is LONG and its index.
static void fill(const struct command_option *const *options, struct option *longs, char *shorts)
{
    *shorts++ = ':';
    for (int i = 0; options[i]; i++) {
        bool value = options[i]->kind != OPTION_FLAG;
        longs[i] = (struct option){options[i]->name, value ? required_argument : no_argument, NULL,
                                   LONG + i};
        if (options[i]->letter) {
            *shorts++ = options[i]->letter;
            if (value)
                *shorts++ = ':';
        }
    }
    *shorts = '\0';
}

static const struct command_option *chosen(const struct command_option *const *options, int code)
{
    size_t i = code >= LONG ? (size_t)code - LONG : 0;
    while (code < LONG && options[i]->letter != code)
        i++;
    return options[i];
}

static bool unknown(const struct command_option *const *options, const char *word,
                    struct error *error)
{
    const char *names[OPTIONS_MAX_COUNT + 1] = {NULL};
    for (size_t i = 0; i < OPTIONS_MAX_COUNT && options[i]; i++)
        names[i] = options[i]->name;
    char typed[64];
    snprintf(typed, sizeof typed, "%s", word + strspn(word, "-"));
    typed[strcspn(typed, "=")] = '\0';
    const char *near = text_nearest(typed, names);
    return near ? failed(error, EXIT_USAGE, "unknown option '%s': did you mean '--%s'?", word, near)
                : failed(error, EXIT_USAGE, "unknown option '%s': --help lists them", word);
}

// Reports what getopt_long() refused in `word`; within a cluster of letters optopt is the letter.
static bool refused(const struct command_option *const *options, int code, const char *word,
                    struct error *error)
{
    if (code == ':')
        return failed(error, EXIT_USAGE, "option '--%s' needs a value",
                      chosen(options, optopt)->name);
    if (optopt >= LONG)
        return failed(error, EXIT_USAGE, "option '--%s' takes no value",
                      chosen(options, optopt)->name);
    return unknown(options, optopt ? (char[]){'-', (char)optopt, '\0'} : word, error);
}

bool options_parse(struct arena *arena, const struct command_option *const *options, void *values,
                   int argc, char **argv, struct text_list *positional, struct error *error)
{
    struct option longs[OPTIONS_MAX_COUNT + 1] = {{0}};
    char shorts[2 * OPTIONS_MAX_COUNT + 2];
    fill(options, longs, shorts);
    *positional = (struct text_list){.items = arena_new_array(arena, char *, 1)};
    optind = 0;
    opterr = 0;
    for (int code; (code = getopt_long(argc, argv, shorts, longs, NULL)) != -1;) {
        if (code == ':' || code == '?')
            return refused(options, code, argv[optind - 1], error);
        store(arena, chosen(options, code), values, optarg);
    }
    for (; optind < argc; optind++)
        text_list_add(positional, arena, argv[optind]);
    return true;
}

void option_synopsis(const struct command_option *option, char text[static 64])
{
    int used = option->letter ? snprintf(text, 64, "-%c, ", option->letter) : 0;
    snprintf(text + used, 64 - (size_t)used, "--%s%s%s", option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
}
