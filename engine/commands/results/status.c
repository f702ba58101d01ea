// eswexp status: how far campaigns are, while they run or after.
#include "analysis/estimate/completeness.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "campaign/folder.h"
#include "commands/shared/newest.h"
#include "report/wording/numbers.h"

#include <stdio.h>
#include <time.h>

struct options {
    struct common_options common;
};

struct stage {
    struct catalogue catalogue;
    struct cells cells;
    struct completeness completeness;
};

static const char *state_word(const struct stage *stage, bool running)
{
    const struct completeness *completeness = &stage->completeness;
    bool nothing = !completeness->unfinished && !completeness->planned; // its pilot failed
    return running                                                  ? "running"
           : completeness->failed || nothing                        ? "failed"
           : completeness->at_deadline || completeness->out_of_time ? "ended by its deadline"
           : completeness->unfinished                               ? "interrupted"
           : stage->cells.failure_count                             ? "ended with failures"
                                                                    : "finished";
}

// The expected time of the blocks that are left; negative: unknown.
static double seconds_left(const struct stage *stage)
{
    double left_s = stage->completeness.planned ? 0 : -1;
    for (size_t cell = 0; left_s >= 0 && cell < stage->catalogue.cell_count; cell++) {
        const struct cell_progress *progress = &stage->cells.items[cell].progress;
        bool known = progress->block_s > 0 || (progress->blocks && !progress->open_blocks);
        left_s = known ? left_s + (double)progress->open_blocks * progress->block_s : -1;
    }
    return left_s;
}

// ", 12 min left", and of a running campaign ", until about 14:32".
static void print_time_left(const struct invocation *invocation, double left_s, bool running)
{
    char clock[sizeof "24:00"];
    time_t end = time(NULL) + (time_t)left_s;
    struct tm local;
    printf(", %s left", duration_wording(invocation->arena, left_s));
    if (running && localtime_r(&end, &local) && strftime(clock, sizeof clock, "%H:%M", &local))
        printf(", until about %s", clock);
}

static void print_stage(const struct invocation *invocation, const char *folder,
                        const struct stage *stage, bool running)
{
    const struct completeness *completeness = &stage->completeness;
    double left_s = seconds_left(stage);
    printf("%s: %s", folder, state_word(stage, running));
    if (completeness->planned)
        printf(", %zu of %zu blocks", completeness->blocks, completeness->planned);
    else
        fputs(", in its pilot", stdout);
    if (completeness->unfinished && left_s >= 0)
        print_time_left(invocation, left_s, running);
    putchar('\n');
}

// No results: a campaign that is ended when its results look clear misleads.
static void print_next(const struct invocation *invocation, const char *folder,
                       const struct completeness *completeness, bool running)
{
    const char *report = path_join(invocation->arena, folder, "report.md");
    if (!running && (completeness->unfinished || completeness->at_deadline))
        printf("  'eswexp resume %s' continues it\n", folder);
    if (!completeness->unfinished && file_exists(report))
        printf("  report: %s\n", report);
}

static bool print_status(const struct invocation *invocation, const char *folder,
                         struct error *error)
{
    struct arena *arena = invocation->arena;
    struct stage stage;
    bool running;
    STORE_CLEANUP struct store *store = store_open(path_join(arena, folder, "campaign.db"), error);
    if (!store || !store_catalogue(store, arena, &stage.catalogue, error) ||
        !cells_load(arena, store, &stage.catalogue, &stage.cells, error) ||
        !completeness_load(store, &stage.catalogue, stage.cells.items, &stage.completeness,
                           error) ||
        !folder_taken(folder, &running, error))
        return false;
    print_stage(invocation, folder, &stage, running);
    print_next(invocation, folder, &stage.completeness, running);
    return true;
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    (void)values;
    struct text_list folders;
    if (!campaigns_named(invocation, &folders, error))
        return error->code;
    for (size_t i = 0; i < folders.count; i++)
        if (!print_status(invocation, folders.items[i], error))
            return error->code;
    return EXIT_FINE;
}

// clang-format off
static const struct command_option option_rows[] = {
    COMMON_HELP(struct options),
    {0},
};
// clang-format on

const struct command command_status = {
    .group = COMMANDS_THAT_READ,
    .name = "status",
    .arguments = "[DIR...]",
    .summary = "show how far campaigns are",
    .examples = "  eswexp status                 the newest campaign below results\n"
                "  eswexp status results/sort/*  several\n",
    .details = "Shows for each campaign whether it is running, finished, failed or interrupted,\n"
               "how many blocks of its real experiment are done, how long the rest is expected\n"
               "to take, and where the report of a finished one is. It shows no results: who ends\n"
               "a campaign because its results look clear sees differences that are none. A\n"
               "running campaign continues meanwhile: status reads what it has committed.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 0,
    .words_most = 100,
    .word = WORD_FOLDER,
    .run = run,
};
