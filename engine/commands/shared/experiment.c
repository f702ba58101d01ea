// Reading an experiment file as the command line asks.
#include "commands/shared/experiment.h"

#include "campaign/dry_run.h"
#include "commands/shared/installed.h"

#include <stdio.h>

struct spec *experiment_accept(struct command_line *line, struct spec *spec,
                               const struct text *mistakes, struct error *error)
{
    if (mistakes->length)
        fputs(mistakes->bytes, stderr);
    for (size_t i = 0; spec && i < spec->warnings.count; i++)
        log_warning(&line->log, "%s", spec->warnings.items[i]);
    return spec && dry_run_is_feasible(spec, error) ? spec : NULL;
}

struct spec *experiment_load(struct command_line *line, const char *word, struct error *error)
{
    const char *path;
    if (!installed_spec(line->arena, word, &path, error))
        return NULL;
    TEXT_CLEANUP struct text report = {0};
    struct spec_overrides overrides = {
        .settings = line->set, .seed = line->seed, .quick = line->quick};
    struct spec *spec = spec_load(line->arena, path, &overrides, &report, error);
    return experiment_accept(line, spec, &report, error);
}
