// Reading an experiment file with the options of the command line.
#include "commands/shared/experiment.h"

#include "campaign/dry_run.h"
#include "commands/shared/installed.h"
#include "spec/keys/experiment.h"
#include "spec/overrides.h"

#include <stdio.h>

struct spec *experiment_accept(const struct invocation *invocation, struct spec *spec,
                               const struct text *mistakes, struct error *error)
{
    if (mistakes->length)
        fputs(mistakes->bytes, stderr);
    for (size_t i = 0; spec && i < spec->warnings.count; i++)
        log_warning(&invocation->log, "%s", spec->warnings.items[i]);
    return spec && dry_run_is_feasible(spec, error) ? spec : NULL;
}

struct spec_overrides experiment_overrides(const struct experiment_options *options)
{
    return (struct spec_overrides){
        .settings = options->set, .seed = options->seed, .quick = options->quick};
}

struct spec *experiment_load(const struct invocation *invocation,
                             const struct experiment_options *options, const char *word,
                             struct error *error)
{
    const char *path;
    if (!installed_spec(invocation->arena, word, &path, error))
        return NULL;
    TEXT_CLEANUP struct text report = {0};
    struct spec_overrides overrides = experiment_overrides(options);
    struct spec *spec = spec_load(invocation->arena, path, &overrides, &report, error);
    return experiment_accept(invocation, spec, &report, error);
}
