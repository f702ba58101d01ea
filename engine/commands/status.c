// eswexp status: how far campaigns are, while they run or after.
#include "analysis/findings.h"
#include "base/files.h"
#include "campaign/folder.h"
#include "commands/command.h"
#include "report/lines.h"
#include "report/numbers.h"
#include "report/words.h"

#include <stdio.h>

// Blocks of the real experiment, and what those left are expected to take.
struct course {
    size_t done, planned;
    double left_s;
    bool known;
    bool undecided; // a cell was started anew and is in its pilot
};

static struct course course_of(const struct findings *findings)
{
    struct course course = {.known = true};
    for (size_t cell = 0; cell < findings->catalogue.cell_count; cell++) {
        const struct cell_progress *progress = &findings->cells[cell].progress;
        course.done += progress->blocks;
        course.planned += progress->blocks + progress->open_blocks;
        course.left_s += (double)progress->open_blocks * progress->block_s;
        course.known = course.known && (progress->block_s > 0 || !progress->open_blocks);
        course.undecided = course.undecided || (findings->earlier_blocks && !progress->blocks &&
                                                !progress->open_blocks);
    }
    return course;
}

static void print_course(struct command_line *line, const char *folder, struct store *store,
                         const struct course *course)
{
    const char *finished = store_get(store, line->arena, "finished");
    bool running = folder_is_taken(folder),
         over = finished || (course->done == course->planned && !course->undecided);
    printf("%s: %s", folder,
           running                   ? "running"
           : finished                ? "finished"
           : over && course->planned ? "ended with failures"
                                     : "interrupted");
    if (!course->planned)
        printf(", in its pilot");
    else
        printf(", %zu of %zu blocks", course->done, course->planned);
    if (course->planned && !over && course->known && !course->undecided)
        printf(", %s left", duration_in_words(line->arena, course->left_s));
    putchar('\n');
    if (!running && !finished && !(over && course->planned))
        printf("  'eswexp resume %s' goes on\n", folder);
}

// The judged metric of every cell: its first.
static void print_intervals(struct command_line *line, const struct findings *findings)
{
    for (size_t i = 0; i < findings->estimate_count; i++) {
        const struct estimate *estimate = &findings->estimates[i];
        const struct cell_findings *cell = &findings->cells[estimate->cell];
        if (estimate->metric != cell->estimates[0].metric || cell->phase != PHASE_REAL)
            continue;
        printf("  %s, %s: %s\n", cell_name(line->arena, findings, estimate->cell),
               plain_name(line->arena, findings->catalogue.variants[estimate->variant]),
               value_in_words(line->arena, findings, estimate));
    }
}

static bool print_status(struct command_line *line, const char *folder, struct error *error)
{
    struct findings findings = {0};
    STORE_CLEANUP struct store *store =
        store_open(path_join(line->arena, folder, "campaign.db"), error);
    if (!store || !findings_load(line->arena, store, &findings, error))
        return false;
    struct course course = course_of(&findings);
    print_course(line, folder, store, &course);
    print_intervals(line, &findings);
    return true;
}

static enum exit_code run(struct command_line *line, struct error *error)
{
    for (size_t i = 0; i < line->words.count; i++)
        if (!print_status(line, line->words.items[i], error))
            return error->code;
    return EXIT_FINE;
}

static const struct command_option *const options[] = {&option_help, NULL};

const struct command command_status = {
    .name = "status",
    .arguments = "DIR...",
    .summary = "how far campaigns are",
    .details = "Says of each campaign whether it is running, finished or interrupted, how many\n"
               "blocks of its real experiment are done, how long the others are expected to\n"
               "take, and the intervals so far. A running campaign goes on: what it has\n"
               "committed so far is read.",
    .options = options,
    .words_least = 1,
    .words_most = 100,
    .run = run,
};
