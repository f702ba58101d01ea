// Reading the specification of a stored campaign before its commands run again.
#include "commands/shared/recall.h"

#include "base/files/paths.h"
#include "campaign/open.h"
#include "campaign/origin/trust.h"

#include <stdio.h>

struct spec *recall_spec(const struct invocation *invocation, const char *folder, bool trust,
                         struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    const char *path = path_join(invocation->arena, folder, "campaign.db");
    struct spec *spec = campaign_spec(invocation->arena, path, &report, error);
    if (report.length)
        fputs(report.bytes, stderr);
    STORE_CLEANUP struct store *store = spec ? store_open(path, error) : NULL;
    const struct trust demanded = {.arena = invocation->arena,
                                   .log = &invocation->log,
                                   .folder = folder,
                                   .store = store,
                                   .spec = spec,
                                   .builds = true,
                                   .executes = true,
                                   .given = trust};
    return store && trust_demand(&demanded, error) ? spec : NULL;
}
