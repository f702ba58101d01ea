// Comparing what is bundled with what was measured.
#include "bundle/verify.h"

#include "campaign/origin/provenance.h"
#include "executor/local/local.h"
#include "spec/keys/experiment.h"
#include "spec/overrides.h"

#include <string.h>

static bool is_the_same(const struct bundle *bundle, const struct changes *changes,
                        struct error *error)
{
    bool same = !changes->gone.count;
    for (size_t i = 0; i < changes->gone.count; i++)
        log_error(bundle->log, "gone since it was measured: program, %s", changes->gone.items[i]);
    for (size_t i = 0; i < changes->texts.count; i++) {
        bool is_program = text_starts(changes->texts.items[i], "program, ");
        if (is_program || text_starts(changes->texts.items[i], "toolchain, "))
            log_error(bundle->log, "changed since it was measured: %s", changes->texts.items[i]);
        same = same && !is_program;
    }
    return same || failed(error, EXIT_USAGE,
                          "the bundle would not hold what was measured: restore the files, or run "
                          "the campaign again; --force bundles them anyway");
}

bool bundle_verify(const struct bundle *bundle, const struct spec *spec, struct store *store,
                   struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    struct changes changes;
    struct spec_overrides overrides = spec_overrides_of(bundle->arena, spec->text);
    struct spec *packed = spec_parse(bundle->arena, bundle->spec_path, spec->text,
                                     strlen(spec->text), &overrides, &report, error);
    if (!packed)
        return failed(error, EXIT_USAGE, "the bundle would be incomplete: %s", report.bytes);
    packed->path = spec->path; // builds at the same path: some programs contain it
    const struct executor_request request = {
        .arena = bundle->arena, .spec = packed, .log = bundle->log, .stop = bundle->stop};
    struct executor *executor = place_here.driver->open(&place_here, &request, error);
    if (!executor)
        return false;
    bool same = provenance_changes(executor, store, &changes, error) &&
                is_the_same(bundle, &changes, error);
    executor->driver->close(executor);
    return same;
}
