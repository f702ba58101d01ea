// The text of a first experiment file.
#include "commands/init/text.h"

#include "base/shell_words.h"
#include "spec/yaml/quoted.h"

#include <string.h>

// A key, with a comment above it, unless that is NULL.
static void key(struct text *out, int indent, const char *name, const char *value,
                const char *comment)
{
    if (comment)
        text_printf(out, "%*s# %s\n", indent, "", comment);
    text_printf(out, "%*s%s:%s%s\n", indent, "", name, *value ? " " : "", value);
}

// The line in quotes, if YAML gives one of its characters a meaning.
static const char *scalar(struct arena *arena, const char *line)
{
    static const char harmless[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                   "_.+-/=, ";
    return line[strspn(line, harmless)] == '\0' ? line : yaml_quoted(arena, line);
}

const char *init_duration(struct arena *arena, double seconds)
{
    double shown = seconds < 1 ? seconds * 1e3 : seconds;
    return arena_printf(arena, "%.*f %s", shown < 10, shown, seconds < 1 ? "ms" : "s");
}

static const char *about_reads(struct arena *arena, const struct guess *guess)
{
    if (guess->reads_unknown)
        return "; which files it reads was not looked at";
    if (!guess->reads.count)
        return "";
    return arena_printf(
        arena,
        ";\n    # it reads %s: a commit that changes what it reads changes its time, "
        "too",
        text_quoted(arena, &guess->reads));
}

static const char *about_command(struct arena *arena, const struct guess *guess)
{
    if (guess->seconds <= 0)
        return "the timed command";
    return arena_printf(arena, "the timed command%s%s; it took %s here%s",
                        guess->source ? ", as in " : "", guess->source ? guess->source : "",
                        init_duration(arena, guess->seconds), about_reads(arena, guess));
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
            text_printf(&list, "%s%s", i ? ", " : "", plain ? word : yaml_quoted(arena, word));
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
        guess->seconds > 0 ? about_command(arena, guess) : "its arguments");
}

static void write_benchmark(struct arena *arena, struct text *out, const struct guess *guess)
{
    if (guess->build)
        write_project(arena, out, guess);
    else if (guess->sources.count)
        write_sources(arena, out, guess);
    else
        key(out, 4, "command", guess->command,
            arena_printf(arena, "%s; nothing is built", about_command(arena, guess)));
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
        arena_printf(arena, "all benchmarks of this suite of %s; its own filter chooses some%s",
                     suite->harness->title,
                     suite->is_brief ? ";\n    # it repeats little, for a short time, so that five "
                                       "minutes hold 'eswexp compare'"
                                     : ""));
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
        if (suite->is_brief)
            continue;
        if (suite->seconds > 0)
            text_printf(out, "  # it took %s here\n", init_duration(arena, suite->seconds));
        text_printf(out, "  benchmarks.%s.command: %s\n", suite->name,
                    scalar(arena, arena_printf(arena, "./%s", suite_command(arena, suite, true))));
    }
    text_printf(out, "  repeat.real.executions: %zu\n", quick_executions(suites));
}

// ---- The file

// All benchmarks share the key.
static void write_measure(struct arena *arena, struct text *out, const struct guess *guess)
{
    const struct time_spread *spread = &guess->spread;
    bool by_cpu_time =
        spread->by_cpu_time && !guess->suites.count && !guess->samples && !guess->harness;
    for (size_t i = 0; i < guess->other_count; i++)
        by_cpu_time = by_cpu_time && guess->others[i].spread.by_cpu_time;
    if (by_cpu_time)
        key(out, 0, "measure", "[cpu_time]",
            arena_printf(arena, "CPU time varied by %.2g %% here, wall time by %.2g %%",
                         100 * spread->cpu, 100 * spread->wall));
}

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

void init_outline(struct arena *arena, struct text *out, const char *name,
                  const struct guess *guess)
{
    const char *program = guess->command && guess->program ? guess->command : "program";
    text_printf(out, "experiment: %s\nbenchmarks:\n  %s:\n", name,
                guess->program ? guess->program : name);
    if (guess->sources.count) {
        text_add(out, "    sources: [");
        for (size_t i = 0; i < guess->sources.count; i++)
            text_printf(out, "%s%s", i ? ", " : "", guess->sources.items[i]);
        text_printf(out, "]\n    cflags: %s\n    libs: %s\n    args: # [1000, ...]\n",
                    guess->cflags, guess->libs);
        return;
    }
    if (guess->build)
        write_tree(out, guess, guess->setup, false);
    if (guess->build)
        key(out, 4, "build", guess->build, NULL);
    else if (!guess->found)
        text_add(out, "    directory: .\n    build: # make -j2, or leave it out\n");
    text_printf(out, "    command: # ./%s and its arguments\n",
                arena_strndup(arena, program, strcspn(program, " ")));
}

static const char about_untried[] =
    "# init --no-build has run nothing of this: 'eswexp check --trial " INIT_FILE "' does.\n"
    "# The command must work for 10 ms or more, on data that no commit changes.\n";

void init_text(struct arena *arena, struct text *out, const char *name, const struct guess *guess,
               bool is_tried)
{
    const char *benchmark = guess->program ? guess->program : name;
    text_printf(out,
                "# An experiment for eswexp: 'eswexp check " INIT_FILE "' finds its mistakes,\n"
                "# %s\n",
                guess_is_ready(guess) || guess->suites.count
                    ? "'eswexp run " INIT_FILE " --quick' has a first result."
                    : "'eswexp compare' tells whether a change made it faster or slower.");
    text_add(out, is_tried ? "" : about_untried);
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
    write_measure(arena, out, guess);
    if (guess->suites.count)
        write_quick(arena, out, &guess->suites);
    write_randomize(out, guess);
}
