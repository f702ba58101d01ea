// Running a program with arguments that the project itself uses, and choosing among them.
#include "commands/init/tries.h"

#include "base/clock.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/shell_words.h"
#include "build/toolchain/tool.h"
#include "commands/init/project/usages.h"
#include "commands/init/text.h"
#include "git/ancestry.h"
#include "run/opened_files.h"
#include "spec/language.h"
#include "stats/moments.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { SPREAD_LEAST = 8, SPREAD_MOST = 12 };
static const double command_limit_s = 10, all_limit_s = 60;

// ---- One run

static double cpu_of_children(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

struct tried try_once(const struct trying *trying, const char *folder, const char *path,
                      const struct text_list *arguments, double limit_s, const char **output)
{
    struct text_list words = {0}, none = {0};
    struct arena *arena = trying->arena;
    bool is_found = !strchr(path, '/') && !file_exists(path_join(arena, folder, path));
    text_list_add(&words, arena, is_found ? path : path_join(arena, folder, path)); // in PATH
    for (size_t i = 0; i < arguments->count; i++)
        text_list_add(&words, arena, arguments->items[i]);
    struct tool tool = {.arguments = words.items,
                        .environment = environment_with(arena, &none).items,
                        .folder = folder,
                        .is_mute = !output,
                        .timeout_s = limit_s,
                        .stop = trying->stop};
    struct tool_end end = {0};
    struct error ignored;
    double before_s = cpu_of_children();
    int64_t start_ns = clock_boot_ns();
    bool ran = tool_run(&tool, NULL, &end, &ignored);
    struct tried tried = {.has_succeeded = ran && tool_succeeded(&end),
                          .has_ended = ran && !end.timed_out && !end.interrupted,
                          .seconds = (double)(clock_boot_ns() - start_ns) / 1e9,
                          .cpu_s = cpu_of_children() - before_s};
    if (output)
        *output = arena_strdup(arena, end.output.bytes ? end.output.bytes : "");
    text_release(&end.output);
    return tried;
}

// ---- Several runs

// The shortest of two runs, or of five short ones, which other programs disturb most. A first run
// may leave files that make the next one fail.
static struct tried try_again(const struct trying *trying, const char *folder, const char *path,
                              const struct text_list *arguments)
{
    enum { TWICE = 2, OFTEN = 5 };
    static const double short_s = 0.05;
    struct tried best = {.seconds = INFINITY, .cpu_s = INFINITY};
    for (int i = 0; i < TWICE || (i < OFTEN && best.seconds < short_s); i++) {
        struct tried tried = try_once(trying, folder, path, arguments, command_limit_s, NULL);
        best.has_ended = tried.has_ended;
        best.has_succeeded = tried.has_succeeded;
        best.seconds = fmin(best.seconds, tried.seconds);
        best.cpu_s = fmin(best.cpu_s, tried.cpu_s);
        if (!tried.has_succeeded)
            break;
    }
    return best;
}

static double variation(const double *values, size_t count)
{
    struct moments moments = {0};
    moments_add(&moments, values, count);
    return sqrt(moments.squares / (double)(count - 1)) / moments_mean(&moments);
}

struct time_spread spread_of_times(const struct tried *tried, size_t count)
{
    static const double busy_least = 0.8, one_thread = 1.02, far = 3, noisy = 0.01;
    double wall[SPREAD_MOST], cpu[SPREAD_MOST], most = 0, least = INFINITY, wall_least = INFINITY;
    size_t coarse = 0;
    struct time_spread spread = {0};
    for (size_t i = 0; i < count; i++) {
        wall[i] = tried[i].seconds;
        cpu[i] = tried[i].cpu_s;
        most = fmax(most, cpu[i] / wall[i]);
        least = fmin(least, cpu[i]);
        wall_least = fmin(wall_least, wall[i]);
        coarse += fabs(cpu[i] * 1e3 - round(cpu[i] * 1e3)) < 1e-4;
    }
    if (count < SPREAD_LEAST || coarse == count || least < busy_least * wall_least ||
        most > one_thread)
        return spread;
    spread.wall = variation(wall, count);
    spread.cpu = variation(cpu, count);
    spread.by_cpu_time = spread.wall >= noisy && spread.wall >= far * spread.cpu;
    return spread;
}

// Repeats a command, unless that takes long.
static struct time_spread try_spread(const struct trying *trying, const char *path,
                                     const struct text_list *arguments, double seconds)
{
    static const double limit_s = 5;
    struct tried tried[SPREAD_MOST];
    size_t count = 0;
    for (; count < SPREAD_MOST && seconds * SPREAD_LEAST < limit_s && !*trying->stop; count++) {
        tried[count] = try_once(trying, trying->clean, path, arguments, command_limit_s, NULL);
        if (!tried[count].has_succeeded)
            break;
    }
    return spread_of_times(tried, count);
}

// What a process costs that does nothing, in this moment of the machine: of an interpreter (NULL:
// there is none), one that runs an empty script.
static struct tried start_of(const struct trying *trying, const char *interpreter)
{
    struct text_list arguments = {0};
    if (interpreter)
        text_list_add(&arguments, trying->arena, "/dev/null");
    return try_again(trying, trying->rough, interpreter ? interpreter : "/bin/true", &arguments);
}

// Does it work for so short a time that the start of its process decides the result?
static const char *why_short(struct arena *arena, const struct tried *tried,
                             const struct tried *start)
{
    static const double least_s = 5e-3, starts = 3;
    if (tried->cpu_s >= least_s && tried->cpu_s >= starts * start->cpu_s)
        return NULL;
    return arena_printf(arena,
                        "it uses the CPU for only %s, and a program that does nothing for %s",
                        init_duration(arena, tried->cpu_s), init_duration(arena, start->cpu_s));
}

static const char *why_ended(struct arena *arena, const struct tried *tried)
{
    return tried->has_succeeded ? NULL
           : tried->has_ended
               ? "it fails, without input and terminal"
               : arena_printf(arena, "it runs for more than %.0f s", command_limit_s);
}

// ---- What is not even run

static bool is_among(const char *word, const char *const *words)
{
    while (*words && !text_equal(word, *words))
        words++;
    return *words != NULL;
}

// Calls that do no work, by a word that nearly all programs understand alike.
static const char *why_idle(const struct text_list *arguments)
{
    static const char *const help[] = {"--help",    "-help",    "-h",      "-?", "help", "--usage",
                                       "--version", "-version", "version", "-V", NULL};
    static const char *const tests[] = {"test",      "tests",      "check",       "--test",
                                        "--check",   "--selftest", "--self-test", "selftest",
                                        "self-test", "unittest",   "--unittest",  NULL};
    static const char *const daemons[] = {"--daemon", "--daemonize", "daemon", "daemonize", NULL};
    for (size_t i = 0; i < arguments->count; i++) {
        const char *word = arguments->items[i];
        if (is_among(word, help))
            return "it shows its help or its version";
        if (is_among(word, tests))
            return "it runs tests";
        if (is_among(word, daemons))
            return "it goes to the background";
    }
    return NULL;
}

static bool is_code(const char *path)
{
    return file_is_linked(path) || file_is_script(path);
}

// An argument that is a file of the tree, also behind "="; of a benchmark only a program, which
// each commit makes anew.
static const char *named_file(const struct trying *trying, const struct text_list *arguments,
                              bool is_benchmark)
{
    for (size_t i = 0; i < arguments->count; i++) {
        const char *word = arguments->items[i], *equals = strchr(word, '=');
        const char *value = equals ? equals + 1 : word;
        const char *path = path_join(trying->arena, trying->clean, value);
        if (*value && (is_benchmark ? is_code(path) : file_exists(path) || folder_exists(path)))
            return value;
    }
    return NULL;
}

static const char *why_file(struct arena *arena, const char *file)
{
    return arena_printf(arena, "it reads '%s', which commits may change", file);
}

// ---- What is refused

const char *quoted_words(struct arena *arena, const struct text_list *words)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_.+-/=,:@%";
    TEXT_CLEANUP struct text line = {0};
    text_add(&line, "");
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->items[i];
        bool is_safe = *word && word[strspn(word, plain)] == '\0';
        text_printf(&line, "%s%s%s%s", i ? " " : "", is_safe ? "" : "'", word, is_safe ? "" : "'");
    }
    return arena_strdup(arena, line.bytes);
}

void try_refuse(const struct trying *trying, const char *command, const char *source,
                const char *why)
{
    struct arena *arena = trying->arena;
    char *line = arena_printf(arena, "'%s'%s%s: %s", command, source ? ", as in " : "",
                              source ? source : "", why);
    text_make_plain(line);
    text_list_add_once(trying->refused, arena, line);
}

static const char *line_of(struct arena *arena, const char *path, const struct text_list *arguments)
{
    const char *program = *path == '/' ? path_base(path) : path; // eswexp's own link
    return arguments->count ? arena_printf(arena, "%s %s", program, quoted_words(arena, arguments))
                            : program;
}

// ---- Inputs

static bool is_script(const char *path)
{
    static const char *const endings[] = {".py", ".pyc", ".js", ".mjs", ".cjs",
                                          ".rb", ".pl",  ".pm", ".php", NULL};
    for (const char *const *ending = endings; *ending; ending++)
        if (text_ends(path, *ending))
            return true;
    return false;
}

// Sources, build files and documents: whoever works on the project changes them.
static bool is_of_work(const char *name)
{
    static const char *const begins[] = {"README",  "COPYING",   "LICENSE",  "NEWS",  "CHANGE",
                                         "AUTHORS", "configure", "Makefile", "CMake", "meson",
                                         "Cargo",   "go.mod",    NULL};
    static const char *const ends[] = {".h",  ".hh",   ".hpp",   ".md",   ".rst",
                                       ".rs", ".go",   ".S",     ".in",   ".am",
                                       ".ac", ".make", ".cmake", ".toml", NULL};
    bool found = source_language(name) != LANGUAGE_NONE;
    for (const char *const *begin = begins; *begin && !found; begin++)
        found = strncasecmp(name, *begin, strlen(*begin)) == 0;
    for (const char *const *end = ends; *end && !found; end++)
        found = text_ends(name, *end);
    return found;
}

const char *try_inputs(const struct trying *trying, const struct opened_files *inputs,
                       struct guess *guess)
{
    enum { COMMITS = 200 }; // of the recent history
    struct arena *arena = trying->arena;
    struct error error;
    char id[41];
    guess->reads_unknown = !inputs->is_known;
    for (size_t i = 0; i < inputs->paths.count; i++) {
        const char *path = inputs->paths.items[i];
        if (guess_is_ready(guess) && is_script(path))
            continue; // it is what is measured
        if (is_of_work(path_base(path)))
            return why_file(arena, path);
        text_list_add_once(&guess->reads, arena, path);
        if (!trying->repository)
            continue;
        if (!history_last_change(trying->repository, trying->revision, path, COMMITS, id, &error))
            return arena_strdup(arena, error.text);
        if (*id)
            return arena_printf(arena, "it reads '%s', which commit %.8s has changed", path, id);
    }
    return NULL;
}

// Of a call that the project does not declare as a benchmark.
static const char *why_any_input(const struct trying *trying, const struct opened_files *inputs)
{
    if (!inputs->is_known)
        return "what it reads is not known: the kernel watches no more files (inotify)";
    return inputs->paths.count ? why_file(trying->arena, inputs->paths.items[0]) : NULL;
}

// ---- Choosing

struct option {
    struct usage usage;
    double seconds; // beyond the start of a process; negative: it is not taken
};

struct choosing {
    const struct trying *trying;
    const char *path;
    bool is_benchmark, measures_itself;
    struct tried start, help; // a program that does nothing; the program itself with --help
};

// 0: best. A tenth of a second is long beside the start of a process, and still many fit into a
// minute. What the project itself uses goes before a call without arguments.
static double distance(const struct option *option)
{
    static const double ideal_s = 0.1, bare = 10;
    if (option->seconds < 0)
        return INFINITY;
    return fabs(log(option->seconds / ideal_s)) + (option->usage.arguments.count ? 0 : bare);
}

static int by_distance(const void *one, const void *other)
{
    double first = distance(one), second = distance(other);
    return (first > second) - (first < second);
}

static const char *why_unrun(const struct choosing *choosing, const struct text_list *arguments)
{
    const char *file = named_file(choosing->trying, arguments, choosing->is_benchmark);
    if (!arguments->count && !choosing->is_benchmark)
        return "without arguments, nothing says that it works";
    return file ? why_file(choosing->trying->arena, file) : why_idle(arguments);
}

// A program may take long to say how it is used.
static const char *why_as_help(const struct choosing *choosing, const struct tried *tried)
{
    static const double times = 2;
    bool alike = choosing->help.has_succeeded && tried->cpu_s < times * choosing->help.cpu_s;
    return alike && !choosing->is_benchmark ? "it works no longer than with --help" : NULL;
}

static const char *why_timed(const struct choosing *choosing, const struct tried *tried)
{
    const char *why = why_ended(choosing->trying->arena, tried);
    if (choosing->measures_itself)
        return why;
    why = why ? why : why_short(choosing->trying->arena, tried, &choosing->start);
    return why ? why : why_as_help(choosing, tried);
}

// What was opened without programs, libraries and scripts that run; ends the watch.
static struct opened_files inputs_of(const struct trying *trying, struct opened_watch *watch)
{
    struct opened_files opened = opened_watch_take(watch), inputs = {.is_known = opened.is_known};
    for (size_t i = 0; i < opened.paths.count; i++)
        if (!is_code(path_join(trying->arena, trying->tree, opened.paths.items[i])))
            text_list_add(&inputs.paths, trying->arena, opened.paths.items[i]);
    opened_watch_end(watch);
    return inputs;
}

// The first run in the clean tree is watched; a later one may read what it has made.
static const char *why_unclean(const struct choosing *choosing, const struct text_list *arguments,
                               struct guess *guess, struct tried *tried)
{
    const struct trying *trying = choosing->trying;
    struct opened_watch *watch = opened_watch_begin(trying->arena, trying->tree);
    *tried = try_once(trying, trying->clean, choosing->path, arguments, command_limit_s, NULL);
    const struct opened_files inputs = inputs_of(trying, watch);
    const char *why = why_ended(trying->arena, tried);
    why = why                      ? why
          : choosing->is_benchmark ? try_inputs(trying, &inputs, guess)
                                   : why_any_input(trying, &inputs);
    if (why)
        return why;
    *tried = try_again(trying, trying->clean, choosing->path, arguments);
    return why_timed(choosing, tried);
}

// The first option that is right in the clean tree, too, becomes the guess's.
static bool keep_best(const struct choosing *choosing, struct option *options, size_t count,
                      struct guess *guess)
{
    const struct trying *trying = choosing->trying;
    qsort(options, count, sizeof *options, by_distance);
    for (size_t i = 0; i < count && options[i].seconds >= 0 && !*trying->stop; i++) {
        const struct text_list *arguments = &options[i].usage.arguments;
        struct guess kept = *guess;
        struct tried tried;
        const char *why = why_unclean(choosing, arguments, &kept, &tried);
        if (why) {
            try_refuse(trying, line_of(trying->arena, choosing->path, arguments),
                       options[i].usage.source, why);
            continue;
        }
        *guess = kept;
        guess->arguments = quoted_words(trying->arena, arguments);
        guess->source = options[i].usage.source;
        guess->seconds = tried.seconds;
        guess->spread = try_spread(trying, choosing->path, arguments, tried.seconds);
        return true;
    }
    return false;
}

static void try_option(const struct choosing *choosing, struct option *option, bool late)
{
    static const double shortest_s = 1e-4;
    const struct trying *trying = choosing->trying;
    const struct text_list *arguments = &option->usage.arguments;
    const char *why = late ? "no time was left to try it" : why_unrun(choosing, arguments);
    struct tried tried = {.has_ended = true};
    if (!why) {
        tried = try_again(trying, trying->rough, choosing->path, arguments);
        why = why_timed(choosing, &tried);
    }
    option->seconds = why ? -1 : fmax(shortest_s, tried.seconds - choosing->start.seconds);
    if (why)
        try_refuse(trying, line_of(trying->arena, choosing->path, arguments), option->usage.source,
                   why);
}

static struct tried help_of(const struct trying *trying, const char *path)
{
    struct text_list help = {0};
    text_list_add(&help, trying->arena, "--help");
    return try_once(trying, trying->rough, path, &help, command_limit_s, NULL);
}

bool try_arguments(const struct trying *trying, const char *path, bool is_benchmark,
                   struct guess *guess)
{
    struct usage usages[USAGES_MOST];
    struct option options[USAGES_MOST + 1] = {0}; // the last without arguments
    size_t count = usages_find(trying->arena, trying->clean, guess->program, usages);
    int64_t end_ns = clock_boot_ns() + (int64_t)(all_limit_s * 1e9);
    struct choosing choosing = {.trying = trying,
                                .path = path,
                                .is_benchmark = is_benchmark,
                                .measures_itself = guess->harness,
                                .start = start_of(trying, NULL)};
    if (!is_benchmark && count)
        choosing.help = help_of(trying, path);
    for (size_t i = 0; i < count; i++)
        options[i].usage = usages[i];
    for (size_t i = 0; i <= count; i++)
        try_option(&choosing, &options[i], *trying->stop || clock_boot_ns() > end_ns);
    return keep_best(&choosing, options, count + 1, guess);
}

bool try_command(const struct trying *trying, struct guess *guess)
{
    struct text_list words;
    struct error error;
    if (!text_split_words(trying->arena, guess->command, &words, &error) || !words.count)
        return false;
    struct text_list arguments = {.items = words.items + 1, .count = words.count - 1};
    struct choosing choosing = {
        .trying = trying,
        .path = words.items[0],
        .is_benchmark = true,
        .start = start_of(trying, guess_is_ready(guess) ? words.items[0] : NULL)};
    struct tried tried;
    const char *why = why_unrun(&choosing, &arguments);
    why = why ? why : why_unclean(&choosing, &arguments, guess, &tried);
    if (why) {
        try_refuse(trying, guess->command, guess->found, why);
        return false;
    }
    guess->seconds = tried.seconds;
    guess->spread = try_spread(trying, choosing.path, &arguments, tried.seconds);
    return true;
}
