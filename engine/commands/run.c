// eswexp run: an experiment from its file to its report.
#include "campaign/campaign.h"
#include "campaign/folder.h"
#include "commands/experiment.h"
#include "report/campaign_report.h"

static enum exit_code run(struct command_line *line, struct error *error)
{
    const struct spec *spec = experiment_load(line, error);
    if (!spec)
        return error->code;
    struct campaign_request request = {
        .spec = spec,
        .folder = campaign_folder(line->arena, line->out, spec->name),
        .log = &line->log,
        .stop = line->stop,
    };
    bool measured = false;
    if (campaign_run(line->arena, &request, &measured, error))
        error->code = EXIT_FINE;
    if (!measured)
        return error->code;
    struct error writing = {.code = EXIT_FINE};
    if (!campaign_report(line->arena, request.folder, line, &writing)) {
        log_error(&line->log, "%s", writing.text);
        return error->code == EXIT_FINE ? writing.code : error->code;
    }
    return error->code;
}
