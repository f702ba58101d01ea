// Command-line options as a table.
#include "base/options.h"

#include "base/nearest.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

enum { LONG = 256 }; // the code of the first long option

static size_t option_count(const struct command_option *options)
{
    size_t count = 0;
    while (options[count].name)
        count++;
    return count;
}

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

// The tables that getopt_long reads; a long option's code is LONG and its index, for its alias,
// too.
static void fill(const struct command_option *options, struct option *longs, char *shorts)
{
    *shorts++ = ':';
    for (int i = 0; options[i].name; i++) {
        int value = options[i].kind == OPTION_FLAG ? no_argument : required_argument;
        *longs++ = (struct option){options[i].name, value, NULL, LONG + i};
        if (options[i].alias)
            *longs++ = (struct option){options[i].alias, value, NULL, LONG + i};
        if (!options[i].letter)
            continue;
        *shorts++ = options[i].letter;
        if (value == required_argument)
            *shorts++ = ':';
    }
    *longs = (struct option){0};
    *shorts = '\0';
}

static const struct command_option *option_of(const struct command_option *options, int code)
{
    if (code >= LONG)
        return &options[code - LONG];
    while (options->letter != code)
        options++;
    return options;
}

static bool refuse_unknown(struct arena *arena, const struct command_option *options,
                           const char *word, struct error *error)
{
    size_t count = option_count(options);
    const char **names = arena_new_array(arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++)
        names[i] = options[i].name;
    char typed[64];
    snprintf(typed, sizeof typed, "%s", word + strspn(word, "-"));
    typed[strcspn(typed, "=")] = '\0';
    const char *near = text_nearest(typed, names);
    return near ? failed(error, EXIT_USAGE, "unknown option '%s': did you mean '--%s'?", word, near)
                : failed(error, EXIT_USAGE, "unknown option '%s': --help lists them", word);
}

// After getopt_long has refused `word`, or a letter in it.
static bool refuse(struct arena *arena, const struct command_option *options, int code,
                   const char *word, struct error *error)
{
    if (code == ':')
        return failed(error, EXIT_USAGE, "option '--%s' needs a value",
                      option_of(options, optopt)->name);
    if (optopt >= LONG)
        return failed(error, EXIT_USAGE, "option '--%s' takes no value",
                      option_of(options, optopt)->name);
    return refuse_unknown(arena, options, optopt ? (char[]){'-', (char)optopt, '\0'} : word, error);
}

// "text, markdown or json".
static char *choices_wording(struct arena *arena, const char *const *choices)
{
    char *wording = arena_strdup(arena, choices[0]);
    for (size_t i = 1; choices[i]; i++)
        wording =
            arena_printf(arena, "%s%s%s", wording, choices[i + 1] ? ", " : " or ", choices[i]);
    return wording;
}

static bool check_choice(struct arena *arena, const struct command_option *option,
                         const char *value, struct error *error)
{
    const char *near = text_nearest(value, option->choices);
    if (near && strcmp(near, value) == 0)
        return true;
    if (near)
        return failed(error, EXIT_USAGE, "--%s '%s': did you mean '%s'?", option->name, value,
                      near);
    return failed(error, EXIT_USAGE, "--%s '%s' is not %s%s", option->name, value,
                  choices_wording(arena, option->choices),
                  !option->several ? ""
                                   : arena_printf(arena, ", or several of them, as in '%s,%s'",
                                                  option->choices[0], option->choices[1]));
}

static bool check(struct arena *arena, const struct command_option *option, const char *value,
                  struct error *error)
{
    if (!option->choices)
        return true;
    if (!option->several)
        return check_choice(arena, option, value, error);
    char *rest = arena_strdup(arena, value);
    for (char *one; (one = strsep(&rest, ","));)
        if (!check_choice(arena, option, one, error))
            return false;
    return true;
}

static bool store_more(struct arena *arena, const struct command_option *option, void *values,
                       int argc, char **argv, const char **last, struct error *error)
{
    if (argc - optind < option->more)
        return failed(error, EXIT_USAGE, "--%s needs '%s'", option->name, option->argument);
    for (int i = 0; i < option->more; i++)
        store(arena, option, values, *last = argv[optind++]);
    return true;
}

bool options_parse(struct arena *arena, const struct command_option *options, void *values,
                   int argc, char **argv, struct text_list *positional, bool *ended,
                   struct error *error)
{
    size_t count = option_count(options);
    struct option *longs = arena_new_array(arena, struct option, 2 * count + 1);
    char *shorts = arena_new_array(arena, char, 2 * count + 2);
    fill(options, longs, shorts);
    *positional = (struct text_list){.items = arena_new_array(arena, char *, 1)};
    const char *last = NULL; // value of an option
    optind = 0;
    opterr = 0;
    for (int code; (code = getopt_long(argc, argv, shorts, longs, NULL)) != -1;) {
        if (code == ':' || code == '?')
            return refuse(arena, options, code, argv[optind - 1], error);
        if (!check(arena, option_of(options, code), optarg, error))
            return false;
        store(arena, option_of(options, code), values, optarg);
        last = optarg;
        if (!store_more(arena, option_of(options, code), values, argc, argv, &last, error))
            return false;
    }
    *ended = argv[optind - 1] != last && text_equal(argv[optind - 1], "--");
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
