// Writing an experiment file for commands, after hyperfine's ways of naming and scanning.
#include "commands/measure/command_lines.h"

#include "base/files/paths.h"
#include "base/shell_words.h"
#include "spec/overrides.h"
#include "spec/values.h"
#include "spec/yaml/quoted.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_MOST = 1000, NAME_BYTES_MOST = 48 };

struct parameter {
    const char *name;
    struct text_list values;
};

struct parameters {
    struct parameter *items;
    size_t count;
};

// A variant.
struct line {
    const char *name, *command;
};

struct line_list {
    struct line *items;
    size_t count;
};

// ---- Parameters

static size_t decimals_of(const char *number)
{
    const char *point = strchr(number, '.');
    return point ? strlen(point + 1) : 0;
}

static bool read_number(const char *option, const char *word, double *number, struct error *error)
{
    char *end;
    *number = strtod(word, &end);
    bool decimal = !word[strspn(word, "+-.0123456789")];
    return (decimal && end != word && *end == '\0' && isfinite(*number)) ||
           failed(error, EXIT_USAGE, "%s: '%s' is not a decimal number", option, word);
}

static bool scan_values(struct arena *arena, char *const *scan, const char *step_word,
                        struct text_list *values, struct error *error)
{
    double low, high, step;
    if (!read_number("--parameter-scan", scan[1], &low, error) ||
        !read_number("--parameter-scan", scan[2], &high, error) ||
        !read_number("--parameter-step-size", step_word, &step, error))
        return false;
    double steps = floor((high - low) / step + 1e-9);
    if (!(step > 0) || !(high >= low) || steps >= VALUES_MOST)
        return failed(error, EXIT_USAGE,
                      "--parameter-scan %s: from '%s' to '%s' in steps of '%s' are not 1 to %d "
                      "values",
                      scan[0], scan[1], scan[2], step_word, VALUES_MOST);
    size_t decimals = decimals_of(scan[1]), of_step = decimals_of(step_word);
    for (int i = 0; i <= (int)steps; i++)
        text_list_printf(values, arena, "%.*f", (int)(of_step > decimals ? of_step : decimals),
                         low + i * step);
    return true;
}

static bool is_name(const char *word)
{
    bool name = isalpha((unsigned char)*word) || *word == '_';
    for (const char *c = word; *c; c++)
        name = name && (isalnum((unsigned char)*c) || *c == '_');
    return name;
}

static const char *placeholder(struct arena *arena, const struct parameter *parameter)
{
    return arena_printf(arena, "{%s}", parameter->name);
}

static bool check_parameter(struct arena *arena, const struct parameter *parameter,
                            const struct text_list *commands, struct error *error)
{
    if (!is_name(parameter->name))
        return failed(error, EXIT_USAGE,
                      "'%s' cannot name a parameter: letters, digits and '_' can", parameter->name);
    for (size_t i = 0; i < commands->count; i++)
        if (strstr(commands->items[i], placeholder(arena, parameter)))
            return true;
    return failed(error, EXIT_USAGE, "no command holds {%s}: the parameter has no effect",
                  parameter->name);
}

static bool are_few(const struct parameters *parameters, struct error *error)
{
    size_t combinations = 1;
    for (size_t i = 0; i < parameters->count && combinations <= VALUES_MOST; i++)
        combinations *= parameters->items[i].values.count;
    return combinations <= VALUES_MOST ||
           failed(error, EXIT_USAGE, "the parameters have more than %d combinations", VALUES_MOST);
}

static bool read_parameters(struct arena *arena, const struct text_list *commands,
                            const struct command_line_options *options,
                            struct parameters *parameters, struct error *error)
{
    size_t scans = options->scans.count / 3, lists = options->lists.count / 2;
    *parameters = (struct parameters){arena_new_array(arena, struct parameter, scans + lists), 0};
    if (options->steps.count > scans)
        return failed(error, EXIT_USAGE, "--parameter-step-size is for --parameter-scan");
    for (size_t i = 0; i < lists; i++) {
        struct parameter *own = &parameters->items[parameters->count++];
        own->name = options->lists.items[2 * i];
        char *rest = arena_strdup(arena, options->lists.items[2 * i + 1]);
        for (char *one; (one = strsep(&rest, ","));)
            text_list_add(&own->values, arena, one);
    }
    for (size_t i = 0; i < scans; i++) {
        struct parameter *own = &parameters->items[parameters->count++];
        own->name = options->scans.items[3 * i];
        if (!scan_values(arena, &options->scans.items[3 * i],
                         i < options->steps.count ? options->steps.items[i] : "1", &own->values,
                         error))
            return false;
    }
    for (size_t i = 0; i < parameters->count; i++)
        if (!check_parameter(arena, &parameters->items[i], commands, error))
            return false;
    return are_few(parameters, error);
}

static const char *replaced(struct arena *arena, const char *text, const char *from, const char *to)
{
    TEXT_CLEANUP struct text out = {0};
    for (const char *found; (found = strstr(text, from)); text = found + strlen(from)) {
        text_add_bytes(&out, text, (size_t)(found - text));
        text_add(&out, to);
    }
    text_add(&out, text);
    return arena_strdup(arena, out.bytes);
}

// ---- Variants

// Every combination of the values in one command.
static struct line_list with_values(struct arena *arena, const char *command,
                                    const struct parameters *parameters)
{
    struct line_list all = {arena_new(arena, struct line), 1};
    all.items[0].command = command;
    for (size_t p = 0; p < parameters->count; p++) {
        const struct parameter *own = &parameters->items[p];
        struct line_list more = {arena_new_array(arena, struct line, all.count * own->values.count),
                                 0};
        for (size_t i = 0; i < all.count; i++)
            for (size_t v = 0; v < own->values.count; v++)
                more.items[more.count++].command = replaced(
                    arena, all.items[i].command, placeholder(arena, own), own->values.items[v]);
        all = more;
    }
    return all;
}

// The words of all commands from the end that are the same, up to the first word.
static size_t common_end(const struct text_list *words, size_t count)
{
    size_t same = 0;
    for (bool more = count > 1; more; same += more)
        for (size_t i = 0; more && i < count; i++)
            more =
                words[i].count > same + 1 && text_equal(words[i].items[words[i].count - 1 - same],
                                                        words[0].items[words[0].count - 1 - same]);
    return same;
}

static struct text_list words_of(struct arena *arena, const char *command)
{
    struct text_list words = {0};
    char *rest = arena_strdup(arena, command);
    for (char *one; (one = strsep(&rest, " \t\n"));)
        if (*one)
            text_list_add(&words, arena, one);
    return words;
}

// A program with its folder; names hold no '/'.
static const char *as_name(struct arena *arena, const char *program)
{
    char *name = arena_strdup(arena, program + strspn(program, "./"));
    for (char *c = name; *c; c++)
        if (*c == '/')
            *c = '_';
    return name;
}

static const char *twice_named(const struct line_list *lines)
{
    for (size_t i = 0; i < lines->count; i++)
        for (size_t other = 0; other < i; other++)
            if (text_equal(lines->items[i].name, lines->items[other].name))
                return lines->items[i].name;
    return NULL;
}

// Commands without what all end with: 'gzip -1', 'gzip -9'; with the folders of their programs or
// without.
static void name_by_difference(struct arena *arena, const struct line_list *lines, bool folders)
{
    struct text_list *words = arena_new_array(arena, struct text_list, lines->count);
    for (size_t i = 0; i < lines->count; i++)
        words[i] = words_of(arena, lines->items[i].command);
    size_t same = common_end(words, lines->count);
    for (size_t i = 0; i < lines->count; i++) {
        const char *program = words[i].count ? words[i].items[0] : "";
        const char *name = folders ? as_name(arena, program) : path_base(program);
        for (size_t w = 1; w + same < words[i].count; w++)
            name = arena_printf(arena, "%s %s", name, words[i].items[w]);
        bool fits = strlen(name) <= NAME_BYTES_MOST && !name_problem(name) && !strchr(name, '$');
        lines->items[i].name = fits ? name : arena_printf(arena, "command %zu", i + 1);
    }
}

static bool name_lines(struct arena *arena, const struct text_list *names,
                       const struct line_list *lines, struct error *error)
{
    if (names->count > lines->count)
        return failed(error, EXIT_USAGE, "%s for %s", text_counted(arena, names->count, "name"),
                      text_counted(arena, lines->count, "command"));
    name_by_difference(arena, lines, false);
    if (twice_named(lines))
        name_by_difference(arena, lines, true);
    for (size_t i = 0; i < names->count; i++)
        lines->items[i].name = names->items[i];
    const char *twice = twice_named(lines);
    return !twice ||
           failed(error, EXIT_USAGE,
                  "two commands are called '%s': '-n NAME' names each, in their order", twice);
}

// ---- The file

// Words that a shell would change, an assignment before the program, or an operator.
static bool needs_shell(struct arena *arena, const char *command, const struct parameters *swept)
{
    struct error ignored;
    struct text_list words = {0};
    for (size_t i = 0; i < swept->count; i++)
        command = replaced(arena, command, placeholder(arena, &swept->items[i]), "x");
    return strpbrk(command, "$*?~[]{}!#\n") ||
           !text_split_words(arena, command, &words, &ignored) ||
           (words.count && strchr(words.items[0], '='));
}

static const char *as_value(struct arena *arena, const char *word, const struct parameters *swept)
{
    const char *text = replaced(arena, word, "${", "$${");
    for (size_t i = 0; i < swept->count; i++)
        text = replaced(arena, text, placeholder(arena, &swept->items[i]),
                        arena_printf(arena, "${%s}", swept->items[i].name));
    return yaml_quoted(arena, text);
}

static void write_command(struct arena *arena, struct text *out, const char *command,
                          const struct parameters *swept)
{
    struct text_list words = {0};
    text_add(out, "command: [");
    if (needs_shell(arena, command, swept)) {
        text_printf(out, "sh, -c, %s]", as_value(arena, command, swept));
        return;
    }
    struct error ignored;
    (void)!text_split_words(arena, command, &words, &ignored);
    for (size_t i = 0; i < words.count; i++)
        text_printf(out, "%s%s", i ? ", " : "", as_value(arena, words.items[i], swept));
    text_add(out, "]");
}

// Of the first command's program.
static const char *experiment_name(struct arena *arena, const char *command)
{
    struct text_list words = words_of(arena, command);
    char *name = arena_strdup(arena, words.count ? path_base(words.items[0]) : "");
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("_-.", *c))
            *c = '_';
    return isalnum((unsigned char)*name) ? name : "commands";
}

static void write_sweep(struct arena *arena, struct text *out, const struct parameters *swept)
{
    for (size_t i = 0; i < swept->count; i++) {
        const struct text_list *values = &swept->items[i].values;
        text_printf(out, "%s  %s: [", i ? "" : "sweep:\n", swept->items[i].name);
        for (size_t v = 0; v < values->count; v++)
            text_printf(out, "%s%s", v ? ", " : "", yaml_quoted(arena, values->items[v]));
        text_add(out, "]\n");
    }
}

// How the experiment was asked for, on a line of its own; no line where a word breaks it.
static const char *asked_for(struct arena *arena, const struct text_list *commands,
                             const struct command_line_options *options)
{
    const struct {
        const char *option;
        const struct text_list *words;
        size_t each;
    } groups[] = {{" -n", &options->names, 1},
                  {" -L", &options->lists, 2},
                  {" -P", &options->scans, 3},
                  {" -D", &options->steps, 1}};
    const char *line = COMMAND_LINES_BEFORE;
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        for (size_t i = 0; i < groups[g].words->count; i++)
            line = arena_printf(arena, "%s%s %s", line, i % groups[g].each ? "" : groups[g].option,
                                text_as_word(arena, groups[g].words->items[i]));
    line = arena_printf(arena, "%s --", line);
    for (size_t i = 0; i < commands->count; i++)
        line = arena_printf(arena, "%s %s", line, text_as_word(arena, commands->items[i]));
    for (const char *c = line; *c; c++)
        if (iscntrl((unsigned char)*c))
            return "";
    return arena_printf(arena, "%s\n", line);
}

static const char *file_of(struct arena *arena, const char *name, const struct line_list *lines,
                           const struct parameters *swept, bool named)
{
    TEXT_CLEANUP struct text out = {0};
    text_printf(&out, "experiment: %s\nbenchmarks:\n", name);
    if (lines->count == 1 && !named) {
        text_printf(&out, "  %s:\n    ", name);
        write_command(arena, &out, lines->items[0].command, swept);
        text_add(&out, "\n    samples: process\n");
    } else {
        text_printf(&out, "  %s: {samples: process}\nvariants:\n", name);
        for (size_t i = 0; i < lines->count; i++) {
            text_printf(&out, "  %s: {", yaml_quoted(arena, lines->items[i].name));
            write_command(arena, &out, lines->items[i].command, swept);
            text_add(&out, "}\n");
        }
    }
    write_sweep(arena, &out, swept);
    return arena_strdup(arena, out.bytes);
}

static bool are_commands(struct arena *arena, const struct text_list *commands, struct error *error)
{
    for (size_t i = 0; i < commands->count; i++)
        if (!words_of(arena, commands->items[i]).count)
            return failed(error, EXIT_USAGE, "command %zu is empty", i + 1);
    return true;
}

// A value of a sweep stands in one word of a command, as it is.
static bool are_words(const struct parameters *swept, struct error *error)
{
    for (size_t i = 0; i < swept->count; i++)
        for (size_t v = 0; v < swept->items[i].values.count; v++)
            if (strpbrk(swept->items[i].values.items[v], " \t\n'\"\\$*?~[]{}!#|&;<>()`"))
                return failed(error, EXIT_USAGE,
                              "{%s}: with several commands a value is part of one word, without "
                              "blanks, quotes and what a shell would change, not '%s'",
                              swept->items[i].name, swept->items[i].values.items[v]);
    return true;
}

bool command_lines_read(struct arena *arena, const struct text_list *commands,
                        const struct command_line_options *options, struct command_lines *lines,
                        struct error *error)
{
    struct parameters parameters, none = {0};
    if (!are_commands(arena, commands, error) ||
        !read_parameters(arena, commands, options, &parameters, error))
        return false;
    bool one = commands->count == 1;
    struct line_list list = {arena_new_array(arena, struct line, commands->count), commands->count};
    for (size_t i = 0; i < commands->count; i++)
        list.items[i].command = commands->items[i];
    if (one)
        list = with_values(arena, commands->items[0], &parameters);
    *lines = (struct command_lines){.name = experiment_name(arena, commands->items[0])};
    const struct parameters *swept = one ? &none : &parameters;
    if (!name_lines(arena, &options->names, &list, error) || !are_words(swept, error))
        return false;
    lines->text = arena_printf(arena, "%s%s", asked_for(arena, commands, options),
                               file_of(arena, lines->name, &list, swept, options->names.count));
    for (size_t i = 0; i < list.count; i++)
        if (needs_shell(arena, list.items[i].command, swept))
            text_list_add(&lines->of_shell, arena, list.items[i].name);
    return true;
}
