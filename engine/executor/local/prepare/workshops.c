// Names the folders of builds, and keeps builds of revisions in the cache.
#include "executor/local/prepare/workshops.h"

#include "base/files/cache.h"
#include "base/files/installation.h"

#include <time.h>

enum { BUILD_TIMEOUT_S = 3600 };

static bool open_cache(struct workshops *workshops, const struct executor_request *request,
                       struct error *error)
{
    char *folder = NULL;
    if (!request->keeps_builds)
        return true;
    if (!cache_limits_read(&workshops->limits, error) ||
        !cache_folder(request->arena, "builds", &folder, error))
        return false;
    workshops->builds = (struct kept_builds){.folder = workshops->limits.bytes ? folder : NULL,
                                             .bytes_most = workshops->limits.bytes,
                                             .replace = request->fresh_builds};
    return true;
}

bool workshops_open(struct workshops *workshops, struct executor *executor,
                    const struct work_folder *folder, const struct executor_request *request,
                    struct error *error)
{
    char *shim = NULL, *headers = NULL;
    *workshops = (struct workshops){.executor = executor, .folder = folder->path};
    if (!installation_helper(executor->arena, "eswexp-ld", &shim, error) ||
        !installation_data(executor->arena, "kernels", &headers, error))
        return false;
    workshops->shim = shim;
    workshops->headers = headers;
    return open_cache(workshops, request, error);
}

// ---- Names

static bool has_revisions(const struct spec *spec)
{
    for (size_t i = 0; i < spec->cell_count * spec->variant_count; i++)
        if (spec->cells[i / spec->variant_count].targets[i % spec->variant_count].commit)
            return true;
    return false;
}

// "v000", or "1df9ac8a-000": the first, second, … program of a revision. All of a campaign are of
// one length, because the length of a path moves the stack.
static const char *next_name(struct workshops *workshops, const struct target *target)
{
    struct arena *arena = workshops->executor->arena;
    size_t number = 0;
    const char *name;
    if (!has_revisions(workshops->executor->spec))
        return arena_printf(arena, "v%03zu", workshops->names.count);
    do
        name = arena_printf(arena, "%.8s-%03zu", target->commit ? target->commit : "as-it-is",
                            number++);
    while (text_list_has(&workshops->names, name));
    return name;
}

struct workshop workshops_next(struct workshops *workshops, const struct target *target)
{
    struct arena *arena = workshops->executor->arena;
    const char *name = next_name(workshops, target);
    text_list_add(&workshops->names, arena, name);
    return (struct workshop){
        .folder = arena_printf(arena, "%s/%s", workshops->folder, name),
        .log = arena_printf(arena, "%s/%s.log", workshops->folder, name),
        .kept_log = arena_printf(arena, "%s-%s.log", workshops->folder, name),
        .linker_shim = workshops->shim,
        .headers = workshops->headers,
        .timeout_s = BUILD_TIMEOUT_S,
        .limit = account_trial_limit(workshops->executor->account),
        .layouts_limit = account_measuring_limit(workshops->executor->account),
        .setup_s = &workshops->setup_s,
        .stop = workshops->executor->stop,
        .builds = workshops->builds,
    };
}

// ---- Kept builds

static const char *date_of(struct arena *arena, int64_t seconds)
{
    char text[sizeof "2026-01-31 23:59"] = "?";
    time_t time = (time_t)seconds;
    struct tm utc;
    if (gmtime_r(&time, &utc))
        strftime(text, sizeof text, "%Y-%m-%d %H:%M", &utc);
    return arena_printf(arena, "%s UTC", text);
}

void workshops_note(struct workshops *workshops, const struct program *program,
                    const struct target *target)
{
    struct executor *executor = workshops->executor;
    int64_t since = program_kept_since(program);
    const char *why = program_kept_note(program);
    const char *which = arena_printf(executor->arena, "build of '%s', variant '%s'",
                                     target->benchmark, target->variant);
    workshops->kept = workshops->kept || (workshops->builds.folder && target->commit && !since);
    if (why)
        log_note(executor->log, "%s: %s", which, why);
    if (!since)
        return;
    const char *line = arena_printf(executor->arena, "%s reused (kept since %s)", which,
                                    date_of(executor->arena, since));
    log_note(executor->log, "%s", line);
    text_list_add_once(&executor->reused, executor->arena, line);
}

void workshops_close(const struct workshops *workshops)
{
    if (workshops->kept)
        cache_limit(workshops->executor->log, &workshops->limits);
}
