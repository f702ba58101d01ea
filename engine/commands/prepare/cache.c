// eswexp cache: what the cache holds, and removing it.
#include "base/files/cache_contents.h"
#include "commands/shared/command.h"
#include "executor/cache_limits.h"
#include "executor/host.h"
#include "spec/values.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct options {
    struct common_options common;
    const char *older;
    bool all;
    struct measuring_options measuring;
};

static const double DAY_S = 86400;
static const uint64_t UNLIMITED = UINT64_MAX - 1; // with UINT64_MAX sizes would not be listed

// "12.3 MiB".
static const char *size_wording(struct arena *arena, uint64_t bytes)
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB"};
    double number = (double)bytes / 1024;
    size_t unit = 0;
    for (; number >= 999.5 && unit + 1 < sizeof units / sizeof *units; unit++)
        number /= 1024;
    return arena_printf(arena, "%.*f %s", number < 9.995 && unit ? 1 : 0, number, units[unit]);
}

// ---- The list

static int last_used_first(const void *a, const void *b)
{
    const struct cache_entry *one = a, *other = b;
    return one->kind != other->kind   ? (int)one->kind - (int)other->kind
           : one->used != other->used ? (one->used < other->used ? 1 : -1)
                                      : 0;
}

static void print_entry(struct arena *arena, const struct cache_contents *contents,
                        const struct cache_entry *entry)
{
    static const char *const kinds[] = {[CACHE_BUILD] = "build",
                                        [CACHE_CAMPAIGN] = "campaign",
                                        [CACHE_LOG] = "log",
                                        [CACHE_UNFINISHED] = "unfinished"};
    char used[sizeof "2026-01-31 23:59"] = "-";
    time_t time = (time_t)entry->used;
    struct tm local;
    bool held = cache_entry_is_held(contents, entry);
    if (time && localtime_r(&time, &local))
        strftime(used, sizeof used, "%Y-%m-%d %H:%M", &local);
    printf("%-10s  %10s  %-16s  %s\n", kinds[entry->kind], size_wording(arena, entry->bytes),
           held ? "in use" : used, entry->title);
}

static void print_total(struct arena *arena, const struct cache_limits *limits,
                        const struct cache_contents *contents)
{
    printf("%s of %s in '%s'; builds and logs go when unused for %.10g days\n",
           size_wording(arena, contents->bytes), size_wording(arena, limits->bytes), contents->path,
           limits->older_s / DAY_S);
}

static enum exit_code print(const struct invocation *invocation, const struct cache_limits *limits,
                            bool entries, struct error *error)
{
    struct arena *arena = invocation->arena;
    struct cache_contents contents;
    if (!cache_list(arena, true, &contents, error))
        return error->code;
    if (contents.count)
        qsort(contents.items, contents.count, sizeof *contents.items, last_used_first);
    if (entries && contents.count)
        printf("%-10s  %10s  %-16s  %s\n", "kind", "size", "last used", "name");
    for (size_t i = 0; entries && i < contents.count; i++)
        print_entry(arena, &contents, &contents.items[i]);
    print_total(arena, limits, &contents);
    return EXIT_FINE;
}

// ---- Cleaning

static bool read_cleaning(const struct options *options, const struct cache_limits *limits,
                          struct cache_cleaning *cleaning, struct error *error)
{
    double days = 0;
    *cleaning = (struct cache_cleaning){.older_s = limits->older_s,
                                        .campaigns = options->older || options->all,
                                        .bytes = limits->bytes ? limits->bytes : UNLIMITED,
                                        .tells_all = true};
    if (options->older && options->all)
        return failed(error, EXIT_USAGE, "--all removes everything: leave out --older");
    if (options->older && (!value_number(options->older, &days) || days < 0))
        return failed(error, EXIT_USAGE, "--older is '%s', not a number of days", options->older);
    if (cleaning->campaigns || !limits->bytes) // then no build is kept
        cleaning->older_s = days * DAY_S;
    return true;
}

// Waits for a campaign that is measuring: removing files would disturb it.
static enum exit_code clean(const struct invocation *invocation, const struct options *options,
                            const struct cache_limits *limits, struct error *error)
{
    const struct waiting waiting = {
        .log = &invocation->log, .stop = invocation->stop, .refused = options->measuring.no_wait};
    struct cache_cleaning cleaning;
    struct cache_cleaned cleaned;
    int host = -1;
    if (!read_cleaning(options, limits, &cleaning, error) ||
        !host_take(&waiting, NULL, "eswexp cache clean", &host, error))
        return error->code;
    bool done = cache_clean(&invocation->log, &cleaning, &cleaned, error);
    host_release(host);
    if (!done)
        return error->code;
    printf("removed %zu %s, %s; %s are left\n", cleaned.removed,
           cleaned.removed == 1 ? "entry" : "entries",
           size_wording(invocation->arena, cleaned.removed_bytes),
           size_wording(invocation->arena, cleaned.left_bytes));
    return EXIT_FINE;
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    const char *word = invocation->words.count ? invocation->words.items[0] : "list";
    struct cache_limits limits;
    bool cleans = text_equal(word, "clean");
    if (!cache_limits_read(&limits, error))
        return error->code;
    if (!cleans && (options->older || options->all || options->measuring.no_wait))
        failed(error, EXIT_USAGE, "--%s is for 'eswexp cache clean'",
               options->older ? "older"
               : options->all ? "all"
                              : "no-wait");
    else if (cleans)
        return clean(invocation, options, &limits, error);
    else if (text_equal(word, "list") || text_equal(word, "size"))
        return print(invocation, &limits, text_equal(word, "list"), error);
    else
        failed(error, EXIT_USAGE, "unknown word '%s': one of list, size, clean", word);
    return error->code;
}

// clang-format off
static const char *const words[] = {"list", "size", "clean", NULL};

static const struct command_option option_rows[] = {
    {"older", 0, "DAYS", "clean: what was not used for so long, campaigns too",
     OPTION_FIELD(struct options, older)},
    {"all", 0, NULL, "clean: everything, campaigns too",
     OPTION_FIELD(struct options, all)},
    MEASURING_NO_WAIT(struct options, measuring),
    COMMON_ROWS(struct options),
    {0},
};
// clang-format on

const struct command command_cache = {
    .group = COMMANDS_THAT_SHARE,
    .name = "cache",
    .arguments = "[list | size | clean]",
    .summary = "show what the cache holds, remove it",
    .examples = "  eswexp cache size   how much it holds\n"
                "  eswexp cache clean  remove it\n",
    .details = "The cache holds the builds of revisions that the next campaign reuses, the\n"
               "campaigns of 'eswexp compare' without --out, the logs of failed builds, and\n"
               "what running campaigns and bundles build. It is in $XDG_CACHE_HOME/eswexp,\n"
               "else in ~/.cache/eswexp.\n\n"
               "'list', the default, shows each with its size and last use; 'size' only their\n"
               "sum. 'clean' removes what killed processes left, builds and logs that were not\n"
               "used for ESWEXP_CACHE_DAYS (30), and then, until the rest fits in\n"
               "ESWEXP_CACHE_SIZE (5Gi), builds and logs, then campaigns, in the order of their\n"
               "last use. Commands that build do the same before they measure. With --older or\n"
               "--all 'clean' removes campaigns, too: 'eswexp report' needs them.\n\n"
               "Nothing that a living process uses is removed, and nothing while a campaign is\n"
               "measuring on this machine: 'clean' waits for its end.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 0,
    .words_most = 1,
    .word_choices = words,
    .ends_tidily = true,
    .run = run,
};
