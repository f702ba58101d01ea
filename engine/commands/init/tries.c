// Running a program with arguments that the project itself uses, and choosing among them.
#include "commands/init/tries.h"

#include "base/clock.h"
#include "base/files/paths.h"
#include "base/shell_words.h"
#include "build/toolchain/tool.h"
#include "commands/init/project/usages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double command_limit_s = 10, all_limit_s = 60;

struct tried try_once(const struct trying *trying, const char *folder, const char *path,
                      const struct text_list *arguments, double limit_s, const char **output)
{
    struct text_list words = {0}, none = {0};
    struct arena *arena = trying->arena;
    text_list_add(&words, arena, path_join(arena, folder, path));
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
    int64_t start_ns = clock_boot_ns();
    bool ran = tool_run(&tool, NULL, &end, &ignored);
    struct tried tried = {.has_succeeded = ran && tool_succeeded(&end),
                          .has_ended = ran && !end.timed_out && !end.interrupted,
                          .seconds = (double)(clock_boot_ns() - start_ns) / 1e9};
    if (output)
        *output = arena_strdup(arena, end.output.bytes ? end.output.bytes : "");
    text_release(&end.output);
    return tried;
}

// The shortest time of two runs, or of five short ones, which other programs disturb most; negative
// if one fails. A first run may leave files that make the next one fail.
static double try_again(const struct trying *trying, const char *folder, const char *path,
                        const struct text_list *arguments)
{
    enum { TWICE = 2, OFTEN = 5 };
    static const double short_s = 0.05;
    double best = INFINITY;
    for (int i = 0; i < TWICE || (i < OFTEN && best < short_s); i++) {
        struct tried tried = try_once(trying, folder, path, arguments, command_limit_s, NULL);
        if (!tried.has_succeeded)
            return -1;
        best = fmin(best, tried.seconds);
    }
    return best;
}

static double time_of_start(const struct trying *trying)
{
    struct text_list none = {0};
    return try_again(trying, trying->rough, "/bin/true", &none);
}

// Takes the time of a command, and that of a program that does nothing.
static void take_time(const struct trying *trying, double seconds, struct guess *guess)
{
    guess->seconds = seconds;
    guess->start_s = time_of_start(trying);
}

// ---- Choosing

struct option {
    struct usage usage;
    double seconds; // beyond the start of a process; negative: it fails
};

// 0: best. A tenth of a second is long beside the start of a process, and still many fit into a
// minute. What the project itself uses goes before a call without arguments.
static double distance(const struct option *option)
{
    static const double ideal_s = 0.1, least_s = 0.01, bare = 10, outside = 100;
    if (option->seconds < 0)
        return INFINITY;
    return fabs(log(option->seconds / ideal_s)) + (option->seconds < least_s ? outside : 0) +
           (option->usage.arguments.count ? 0 : bare);
}

static int by_distance(const void *one, const void *other)
{
    double first = distance(one), second = distance(other);
    return (first > second) - (first < second);
}

// Words as one line that a shell, and text_split_words(), take apart again.
static const char *quoted_words(struct arena *arena, const struct text_list *words)
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

// The first option that succeeds in the clean tree, too, becomes the guess's.
static bool keep_best(const struct trying *trying, const char *path, struct option *options,
                      size_t count, struct guess *guess)
{
    qsort(options, count, sizeof *options, by_distance);
    for (size_t i = 0; i < count && options[i].seconds >= 0 && !*trying->stop; i++) {
        double seconds = try_again(trying, trying->clean, path, &options[i].usage.arguments);
        if (seconds < 0)
            continue;
        guess->arguments = quoted_words(trying->arena, &options[i].usage.arguments);
        guess->source = options[i].usage.source;
        take_time(trying, seconds, guess);
        return true;
    }
    return false;
}

static void try_all(const struct trying *trying, const char *path, struct option *options,
                    size_t count)
{
    static const double shortest_s = 1e-4;
    int64_t end_ns = clock_boot_ns() + (int64_t)(all_limit_s * 1e9);
    double start_s = fmax(0, time_of_start(trying));
    for (size_t i = 0; i < count; i++) {
        bool late = *trying->stop || clock_boot_ns() > end_ns;
        double seconds =
            late ? -1 : try_again(trying, trying->rough, path, &options[i].usage.arguments);
        options[i].seconds = seconds < 0 ? -1 : fmax(shortest_s, seconds - start_s);
    }
}

static struct text_list one_word(struct arena *arena, const char *word)
{
    struct text_list words = {0};
    text_list_add(&words, arena, word);
    return words;
}

void try_arguments(const struct trying *trying, const char *path, struct guess *guess)
{
    struct usage usages[USAGES_MOST];
    struct arena *arena = trying->arena;
    struct option options[USAGES_MOST + 1] = {0}; // the first without arguments
    size_t count = usages_find(arena, trying->clean, guess->program, usages);
    for (size_t i = 0; i < count; i++)
        options[i + 1].usage = usages[i];
    struct option last[] = {{.usage.arguments = one_word(arena, "--help")},
                            {.usage.arguments = one_word(arena, "--version")}};
    guess->seconds = -1;
    try_all(trying, path, options, count + 1);
    if (keep_best(trying, path, options, count + 1, guess))
        return;
    try_all(trying, path, last, 2);
    keep_best(trying, path, last, 2, guess);
}

bool try_command(const struct trying *trying, struct guess *guess)
{
    struct text_list words;
    struct error none;
    if (!text_split_words(trying->arena, guess->command, &words, &none) || !words.count)
        return false;
    struct text_list arguments = {.items = words.items + 1, .count = words.count - 1};
    double seconds = try_again(trying, trying->clean, words.items[0], &arguments);
    if (seconds < 0)
        return false;
    take_time(trying, seconds, guess);
    return true;
}
