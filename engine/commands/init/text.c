// The text of a first experiment file.
#include "commands/init/text.h"

#include "base/files/installation.h"
#include "base/shell_words.h"

#include <math.h>
#include <string.h>

// A key, with a comment above it, unless that is NULL.
static void key(struct text *out, int indent, const char *name, const char *value,
                const char *comment)
{
    if (comment)
        text_printf(out, "%*s# %s\n", indent, "", comment);
    text_printf(out, "%*s%s:%s%s\n", indent, "", name, *value ? " " : "", value);
}

static const char *quoted(struct arena *arena, const char *line)
{
    TEXT_CLEANUP struct text text = {0};
    text_add(&text, "'");
    for (const char *c = line; *c; c++)
        text_printf(&text, "%s%c", *c == '\'' ? "'" : "", *c);
    text_add(&text, "'");
    return arena_strdup(arena, text.bytes);
}

// The line in quotes, if YAML gives one of its characters a meaning.
static const char *scalar(struct arena *arena, const char *line)
{
    static const char harmless[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                   "_.+-/=, ";
    return line[strspn(line, harmless)] == '\0' ? line : quoted(arena, line);
}

const char *init_duration(struct arena *arena, double seconds)
{
    double shown = seconds < 1 ? seconds * 1e3 : seconds;
    return arena_printf(arena, "%.*f %s", shown < 10, shown, seconds < 1 ? "ms" : "s");
}

const char *init_start(struct arena *arena, const struct guess *guess)
{
    double start_s = fmin(guess->start_s, guess->seconds);
    const char *start = init_duration(arena, start_s);
    if (start_s <= 0)
        return "";
    return 2 * start_s > guess->seconds
               ? arena_printf(arena, ", which is mostly the start of a process (%s)", start)
               : arena_printf(arena, ", of which the start of a process takes %s", start);
}

static const char *about_command(struct arena *arena, const struct guess *guess)
{
    if (!guess->program)
        return "the timed command: init found no program, so write yours with its arguments here";
    if (guess->seconds < 0)
        return "the timed command: init found no arguments with which it succeeds, so write yours";
    if (guess->seconds > 0) {
        bool is_short = guess_is_short(guess);
        const char *advice =
            is_short ? arena_printf(arena, "%s: give it more to do", init_start(arena, guess)) : "";
        return arena_printf(arena, "the timed command%s%s; it took %s%s here%s",
                            guess->source ? ", as in " : "", guess->source ? guess->source : "",
                            is_short ? "only " : "", init_duration(arena, guess->seconds), advice);
    }
    return "the timed command; give it arguments that keep it busy for 10 ms or more";
}

// What makes the tree of a project, up to its own build.
static void write_tree(struct text *out, const struct guess *guess, const char *setup,
                       bool commented)
{
    key(out, 4, "directory", ".",
        commented ? "the project: eswexp builds copies of this folder, or of its revisions" : NULL);
    if (setup)
        key(out, 4, "setup", setup, commented ? "runs once in every copy, before 'build'" : NULL);
    if (guess->cflags)
        key(out, 4, "cflags", guess->cflags,
            commented ? "CFLAGS and CXXFLAGS of both; -ffunction-sections lets layouts move single "
                        "functions"
                      : NULL);
}

static void write_project(struct arena *arena, struct text *out, const struct guess *guess)
{
    write_tree(out, guess, guess->setup, true);
    key(out, 4, "build", guess->build,
        guess->cflags || guess->moves_functions
            ? "builds the program; eswexp repeats its last link for every memory layout"
            : "builds the program; -ffunction-sections lets layouts move single functions");
    const char *arguments = guess->arguments ? guess->arguments : "";
    const char *line =
        arena_printf(arena, "./%s%s%s", guess->command, *arguments ? " " : "", arguments);
    key(out, 4, "command", scalar(arena, line), about_command(arena, guess));
}

// Splits what guess->arguments quotes.
static const char *flow_list(struct arena *arena, const char *arguments)
{
    struct text_list words;
    struct error none;
    TEXT_CLEANUP struct text list = {0};
    text_add(&list, "[");
    if (arguments && text_split_words(arena, arguments, &words, &none))
        for (size_t i = 0; i < words.count; i++) {
            const char *word = words.items[i];
            bool plain = is_plain(word + strspn(word, "-"));
            text_printf(&list, "%s%s", i ? ", " : "", plain ? word : quoted(arena, word));
        }
    text_add(&list, "]");
    return arena_strdup(arena, list.bytes);
}

static void write_sources(struct arena *arena, struct text *out, const struct guess *guess)
{
    struct text list = {0};
    for (size_t i = 0; i < guess->sources.count; i++)
        text_printf(&list, "%s%s", i ? ", " : "[", guess->sources.items[i]);
    text_add(&list, "]");
    key(out, 4, "sources", list.bytes, "compiled and linked by eswexp");
    text_release(&list);
    key(out, 4, "cflags", guess->cflags, "compiler options");
    key(out, 4, "libs", guess->libs, "libraries to link with");
    key(out, 4, "args", flow_list(arena, guess->arguments),
        guess->seconds > 0 ? about_command(arena, guess)
                           : "arguments that keep the program busy for 10 ms or more");
}

static void write_benchmark(struct arena *arena, struct text *out, const struct guess *guess)
{
    if (guess->build)
        write_project(arena, out, guess);
    else if (guess->sources.count)
        write_sources(arena, out, guess);
    else if (guess_is_ready(guess))
        key(out, 4, "command", guess->command, "the timed command; nothing is built");
    else
        key(out, 4, "command", "sleep 0.01", "the timed command: write yours here");
    const char *samples = guess->harness ? "eswexp" : "process";
    key(out, 4, "samples", guess->samples ? guess->samples : samples,
        guess->samples   ? "what the program itself has measured"
        : guess->harness ? "the program measures itself with eswexp.h"
                         : "one time per execution; or {pattern: 'took ([0-9.]+) ms', unit: ms} "
                           "to read its output");
    if (guess->samples)
        key(out, 4, "each", "true", "each benchmark of the suite has its own result");
}

// ---- Suites

static void write_suite(struct arena *arena, struct text *out, const struct guess *guess,
                        const struct suite *suite)
{
    bool first = suite == guess->suites.items; // the others read alike
    const char *setup = guess->setup_of_all ? guess->setup_of_all : guess->setup;
    const char *command = arena_printf(arena, "./%s", suite_command(arena, suite, false));
    text_printf(out, "  %s:\n", suite->name);
    write_tree(out, guess, setup, first);
    key(out, 4, "build", suite->build,
        first ? "builds the suite; eswexp repeats its last link for every memory layout" : NULL);
    key(out, 4, "command", scalar(arena, command),
        arena_printf(arena, "all benchmarks of this suite of %s; its own filter chooses some",
                     suite->harness->title));
    key(out, 4, "samples", suite->harness->samples,
        first ? "what the harness itself has measured" : NULL);
    key(out, 4, "each", "true", first ? "each benchmark of the suite has its own result" : NULL);
}

static void write_suites(struct arena *arena, struct text *out, const struct guess *guess)
{
    const struct text_list *others = &guess->suites.others;
    for (size_t i = 0; i < guess->suites.count; i++)
        write_suite(arena, out, guess, &guess->suites.items[i]);
    for (size_t i = 0; i < others->count; i++)
        text_printf(out, "%s%s%s", i ? ", " : "  # not in this file: ", others->items[i],
                    i + 1 < others->count ? "" : "\n");
}

// A quick run has the pilot's executions, 6, and those of 6 builds.
static size_t quick_executions(const struct suites *suites)
{
    static const double many_s = 1.5;
    double seconds = 0;
    for (size_t i = 0; i < suites->count; i++)
        seconds += suites->items[i].seconds;
    return seconds > many_s ? 1 : 2;
}

static void write_quick(struct arena *arena, struct text *out, const struct suites *suites)
{
    key(out, 0, "quick", "", "what --quick sets: the harness repeats less, and for a shorter time");
    for (size_t i = 0; i < suites->count; i++) {
        const struct suite *suite = &suites->items[i];
        if (suite->seconds > 0)
            text_printf(out, "  # it took %s here\n", init_duration(arena, suite->seconds));
        text_printf(out, "  benchmarks.%s.command: %s\n", suite->name,
                    scalar(arena, arena_printf(arena, "./%s", suite_command(arena, suite, true))));
    }
    text_printf(out, "  repeat.real.executions: %zu\n", quick_executions(suites));
}

// ---- The file

static void write_randomize(struct text *out, const struct guess *guess)
{
    bool builds = guess->build || guess->sources.count;
    text_add(out, "# What eswexp randomizes; without this key: everything it can.\n"
                  "# randomize:\n");
    if (builds)
        text_add(out, "#   link_order: function\n");
    if (builds && !guess->moves_functions)
        text_add(out, "#   function_alignment: {modulus: 64, align: [16, 32, 64]}\n");
    const char *more = builds ? "" : "#   heap: true\n#   aslr: seeded\n#   hash_seed: true\n";
    text_printf(out, "#   environment_size: {max: 4096}\n%s", more);
}

// Editors with a YAML language server check keys and show their help by the schema that this names.
static void write_modeline(struct arena *arena, struct text *out)
{
    char *schema = NULL;
    struct error none; // without the schema there is no line
    if (installation_data(arena, "eswexp.schema.json", &schema, &none))
        text_printf(out, "# yaml-language-server: $schema=%s\n", schema);
}

void init_text(struct arena *arena, struct text *out, const char *name, const struct guess *guess)
{
    const char *benchmark = guess->program ? guess->program : name;
    write_modeline(arena, out);
    text_printf(out,
                "# An experiment for eswexp: 'eswexp check " INIT_FILE "' finds its mistakes,\n"
                "# %s\n",
                guess_is_ready(guess) || guess->suites.count
                    ? "'eswexp run " INIT_FILE " --quick' has a first result."
                    : "'eswexp compare' tells whether a change made it faster or slower.");
    key(out, 0, "experiment", name, "the name of the results' folder");
    key(out, 0, "benchmarks", "", "the programs to time, each with a name of its own");
    if (guess->suites.count) {
        write_suites(arena, out, guess);
    } else {
        text_printf(out, "  %s:\n", benchmark);
        write_benchmark(arena, out, guess);
        for (size_t i = 0; i < guess->other_count; i++) {
            text_printf(out, "  %s:\n", guess->others[i].program);
            write_benchmark(arena, out, &guess->others[i]);
        }
    }
    key(out, 0, "repeat", "", "how often builds and executions are repeated");
    key(out, 2, "precision", "1%", "the requested half-width of each mean's interval");
    if (guess->suites.count)
        write_quick(arena, out, &guess->suites);
    write_randomize(out, guess);
}
