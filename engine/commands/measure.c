// From requests to reports.
#include "commands/measure.h"

#include "base/files/files.h"
#include "campaign/on_finish.h"
#include "commands/results.h"
#include "commands/until.h"

#include <stdio.h>

bool measure_run_options(const struct command_line *line, size_t count, double budget_s,
                         struct run_options *run_options, struct error *error)
{
    *run_options = (struct run_options){.log = &line->log,
                                        .stop = line->stop,
                                        .budget_s = budget_s,
                                        .no_wait = line->no_wait,
                                        .wait_idle = line->wait_idle,
                                        .tune = line->tune,
                                        .unrestored = line->unrestored,
                                        .several = count > 1};
    return (!line->profile ||
            profiler_find(line->arena, line->profile, &run_options->profiling.profiler,
                          &run_options->profiling.program, error)) &&
           until_read(line->until, &run_options->deadline_ns, error);
}

bool measure_out(const struct command_line *line, struct error *error)
{
    return !line->out || *line->out || failed(error, EXIT_USAGE, "'--out' names no folder");
}

static int weight_of(enum exit_code code)
{
    return code == EXIT_FINE ? 0 : code == EXIT_INCONCLUSIVE ? 1 : code == EXIT_REGRESSION ? 2 : 3;
}

// A failure before a refuted claim, and that before an undecided one.
static enum exit_code worse(enum exit_code one, enum exit_code other)
{
    return weight_of(other) > weight_of(one) ? other : one;
}

// A report that cannot be written hides none of the others.
static enum exit_code report_all(struct command_line *line, const struct campaign *campaigns,
                                 size_t count)
{
    enum exit_code code = EXIT_FINE;
    bool array = line->json && count > 1;
    const char *first = array ? "[\n" : "", *between = array ? ",\n" : "\n", *before = first;
    for (size_t i = 0; i < count; i++) {
        struct error error = {.code = EXIT_FINE};
        if (!campaigns[i].measured)
            continue;
        enum exit_code own = results_write(line, campaigns[i].request.folder, &before, &error);
        before = before ? before : between;
        if (weight_of(own) > weight_of(EXIT_REGRESSION))
            log_error(&line->log, "%s", error.text);
        code = worse(code, own);
    }
    if (array)
        fputs(before == first ? "[]\n" : "]\n", stdout);
    return code;
}

// Each error once: that which matters most is told by the caller.
static void tell_errors(const struct command_line *line, const struct campaign *campaigns,
                        size_t count, const struct error *told)
{
    for (size_t i = 0; count > 1 && i < count; i++) {
        struct error one = campaigns[i].error;
        if (!*one.text || text_equal(one.text, told->text))
            continue;
        failed_within(&one, "%s", campaigns[i].request.spec->name);
        if (!text_equal(one.text, told->text))
            log_error(&line->log, "%s", one.text);
    }
}

void measure_tell(const struct command_line *line, struct error *error)
{
    if (*error->text)
        log_error(&line->log, "%s", error->text);
    *error->text = '\0';
}

void measure_finish(struct command_line *line, const struct campaign *campaigns, size_t count,
                    enum exit_code code, const struct error *error)
{
    struct text_list folders = {0};
    for (size_t i = 0; i < count; i++)
        if (folder_exists(campaigns[i].request.folder))
            text_list_add(&folders, line->arena, campaigns[i].request.folder);
    struct ending_told told = {
        .code = code, .message = code == EXIT_FINE ? "" : error->text, .campaigns = folders};
    on_finish_run(line->on_finish, &told, ON_FINISH_MOST_S, &line->log, line->stop);
}

enum exit_code measure(struct command_line *line, struct campaign *campaigns, size_t count,
                       double budget_s, struct error *error)
{
    struct run_options run_options;
    if (!measure_run_options(line, count, budget_s, &run_options, error))
        return error->code;
    for (size_t i = 0; i < count; i++)
        if (run_options.profiling.profiler && campaigns[i].request.cluster) {
            failed(error, EXIT_USAGE, "--profile is for campaigns on this machine, not on Slurm");
            return error->code;
        }
    enum exit_code code =
        queue_run(line->arena, &run_options, campaigns, count, error) ? EXIT_FINE : error->code;
    enum exit_code reported = report_all(line, campaigns, count);
    tell_errors(line, campaigns, count, error);
    code = code == EXIT_FINE ? reported : code;
    measure_finish(line, campaigns, count, code, error);
    return code;
}
