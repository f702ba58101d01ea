// eswexp status: how far campaigns are, while they run or after.
#include "analysis/analysis.h"
#include "analysis/findings.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "campaign/folder.h"
#include "commands/shared/command.h"
#include "model/phase.h"
#include "report/wording/estimates.h"
#include "report/wording/lines.h"
#include "report/wording/numbers.h"
#include "store/facts.h"

#include <stdio.h>

struct options {
    struct common_options common;
};

// Blocks of the real experiment, and the expected time of those that are left.
struct stage {
    size_t done, planned;
    double left_s;
    bool known;
    bool undimensioned; // a cell was restarted and is in its pilot
};

static struct stage stage_of(const struct findings *findings)
{
    struct stage stage = {.known = true};
    for (size_t cell = 0; cell < findings->catalogue.cell_count; cell++) {
        const struct cell_progress *progress = &findings->cells[cell].progress;
        stage.done += progress->blocks;
        stage.planned += progress->blocks + progress->open_blocks;
        stage.left_s += (double)progress->open_blocks * progress->block_s;
        stage.known = stage.known && (progress->block_s > 0 || !progress->open_blocks);
        stage.undimensioned = stage.undimensioned || (findings->earlier_blocks &&
                                                      !progress->blocks && !progress->open_blocks);
    }
    return stage;
}

static void print_stage(const struct invocation *invocation, const char *folder,
                        struct store *store, const struct stage *stage)
{
    const char *finished = store_get(store, invocation->arena, FACT_FINISHED);
    bool running = folder_is_taken(folder),
         over = finished || (stage->done == stage->planned && !stage->undimensioned);
    printf("%s: %s", folder,
           running                  ? "running"
           : finished               ? "finished"
           : over && stage->planned ? "ended with failures"
                                    : "interrupted");
    if (!stage->planned)
        printf(", in its pilot");
    else
        printf(", %zu of %zu blocks", stage->done, stage->planned);
    if (stage->planned && !over && stage->known && !stage->undimensioned)
        printf(", %s left", duration_wording(invocation->arena, stage->left_s));
    putchar('\n');
    if (!running && !finished && !(over && stage->planned))
        printf("  'eswexp resume %s' continues it\n", folder);
}

// Of the first metric of every cell.
static void print_intervals(const struct invocation *invocation, const struct findings *findings)
{
    for (size_t i = 0; i < findings->estimate_count; i++) {
        const struct estimate *estimate = &findings->estimates[i];
        const struct cell_findings *cell = &findings->cells[estimate->cell];
        if (estimate->metric != cell->estimates[0].metric || cell->phase != PHASE_REAL)
            continue;
        printf("  %s, %s: %s\n", cell_name(invocation->arena, findings, estimate->cell),
               plain_name(invocation->arena, findings->catalogue.variants[estimate->variant]),
               value_wording(invocation->arena, findings, estimate));
    }
}

static bool print_status(const struct invocation *invocation, const char *folder,
                         struct error *error)
{
    struct findings findings = {0};
    STORE_CLEANUP struct store *store =
        store_open(path_join(invocation->arena, folder, "campaign.db"), error);
    if (!store || !analysis_load(invocation->arena, store, &findings, error))
        return false;
    struct stage stage = stage_of(&findings);
    print_stage(invocation, folder, store, &stage);
    print_intervals(invocation, &findings);
    return true;
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    (void)values;
    for (size_t i = 0; i < invocation->words.count; i++)
        if (!print_status(invocation, invocation->words.items[i], error))
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
    .name = "status",
    .arguments = "DIR...",
    .summary = "show how far campaigns are",
    .details = "Shows for each campaign whether it is running, finished or interrupted, how\n"
               "many blocks of its real experiment are done, how long the rest is expected to\n"
               "take, and the intervals so far. A running campaign continues meanwhile: status\n"
               "reads what it has committed.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 1,
    .words_most = 100,
    .word = WORD_FOLDER,
    .run = run,
};
