// The folders in which the variants of a campaign are built, and the builds that are kept of them.
#pragma once

#include "build/program.h"
#include "executor/cache_limits.h"
#include "executor/executor.h"
#include "executor/local/prepare/work_folder.h"

struct workshops {
    struct executor *executor;
    const char *folder; // of all
    const char *shim, *headers;
    double setup_s;   // of the last build
    bool out_of_time; // budget or deadline ended a build
    struct cache_limits limits;
    struct kept_builds builds;
    struct text_list names; // those given so far
    bool kept;              // a build, which may be too much for the cache
};

// Finds the tools of builds and, if the request keeps builds, the cache. `workshops` is only valid
// as long as the others.
NODISCARD bool workshops_open(struct workshops *workshops, struct executor *executor,
                              const struct work_folder *folder,
                              const struct executor_request *request, struct error *error);

// The folder for the next program. That of a revision is the same in every campaign of the file,
// whatever its other variants: programs may hold its path.
struct workshop workshops_next(struct workshops *workshops, const struct target *target);

// Says whether the build was reused, and records it for reports.
void workshops_note(struct workshops *workshops, const struct program *program,
                    const struct target *target);

// After the last program: keeps the cache within its limits.
void workshops_close(const struct workshops *workshops);
