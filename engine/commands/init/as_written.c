// Running the file that init is about to write, as it is.
#include "commands/init/as_written.h"

#include "base/files/cache.h"
#include "base/files/paths.h"
#include "campaign/folder.h"
#include "campaign/queue.h"
#include "commands/init/text.h"
#include "executor/local/local.h"
#include "spec/keys/experiment.h"

#include <string.h>

struct spec *init_spec(struct arena *arena, const struct init_project *project,
                       const struct text *text, struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    struct spec_overrides overrides = {0};
    const char *path = path_join(arena, project->folder, INIT_FILE);
    if (project->has_commit)
        text_list_printf(&overrides.settings, arena, "variants={\"HEAD\": {revision: \"%s\"}}",
                         project->revision.commit);
    struct spec *spec =
        spec_parse(arena, path, text->bytes, text->length, &overrides, &report, error);
    if (!spec && report.length)
        failed(error, EXIT_USAGE, "%.*s", (int)strcspn(report.bytes, "\n"), report.bytes);
    return spec;
}

bool run_as_written(const struct invocation *invocation, const struct init_project *project,
                    const struct text *text, struct error *error)
{
    char *home = NULL;
    const struct spec *spec = init_spec(invocation->arena, project, text, error);
    if (!spec || !cache_folder(invocation->arena, "init", &home, error))
        return false;
    struct campaign campaign = {
        .request = {.spec = spec,
                    .folder = campaign_folder(invocation->arena, NULL, home, spec->name),
                    .numbered = true,
                    .place = place_here}};
    const struct run_options run_options = {.log = &invocation->log,
                                            .stop = invocation->stop,
                                            .unrestored = invocation->unrestored,
                                            .whole = true,
                                            .only_trial = true,
                                            .keeps_builds = true,
                                            .refuses_clocks = true};
    log_note(&invocation->log, "running the file as it will be written");
    return queue_run(invocation->arena, &run_options, &campaign, 1, error);
}
