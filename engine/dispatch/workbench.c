// Opening and closing the workbench: work folder, probes, programs, launcher.
#include "dispatch/workbench.h"

#include "base/clock.h"
#include "base/files.h"
#include "base/installation.h"
#include "base/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { BUILD_TIMEOUT_S = 3600 };

static bool same_list(const struct text_list *a, const struct text_list *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        if (strcmp(a->items[i], b->items[i]) != 0)
            return false;
    }
    return true;
}

// Would compiling these two do the same?
static bool same_program(const struct target *a, const struct target *b)
{
    return a->kind == b->kind && same_list(&a->sources, &b->sources) &&
           text_equal(a->directory, b->directory) && text_equal(a->setup, b->setup) &&
           text_equal(a->build, b->build) && text_equal(a->compiler, b->compiler) &&
           text_equal(a->linker, b->linker) && same_list(&a->cflags, &b->cflags) &&
           same_list(&a->ldflags, &b->ldflags) && same_list(&a->libs, &b->libs) &&
           (a->kind != TARGET_PROJECT || text_equal(a->command.items[0], b->command.items[0]));
}

static bool take_folder(struct workbench *workbench, struct error *error)
{
    struct arena *arena = workbench->arena;
    uint64_t name = seed_from(0, workbench->spec->path);
    workbench->folder =
        arena_printf(arena, "%s/work/%016llx", path_cache(arena), (unsigned long long)name);
    char *lock = arena_printf(arena, "%s.lock", workbench->folder);
    if (!folder_make(path_folder(arena, lock), error))
        return false;
    workbench->lock = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (workbench->lock < 0)
        return failed_errno(error, "cannot write '%s'", lock);
    if (flock(workbench->lock, LOCK_EX | LOCK_NB) != 0) {
        log_note(workbench->log, "another campaign of '%s' is running: waiting for its end",
                 workbench->spec->path);
        while (flock(workbench->lock, LOCK_EX) != 0) {
            if (errno != EINTR)
                return failed_errno(error, "cannot lock '%s'", lock);
            if (*workbench->stop)
                return failed(error, EXIT_INTERRUPTED, "interrupted while waiting");
        }
    }
    return tree_remove(workbench->folder, error) &&
           folder_make(path_join(arena, workbench->folder, "builds"), error);
}

// Keeps the uses that can be carried out; the others are said, or are errors.
static bool probe(struct workbench *workbench, struct station *station,
                  const struct toolchain_facts *facts, struct text_list *missing,
                  struct error *error)
{
    const struct target *target = station->target;
    station->uses = arena_new_array(workbench->arena, struct randomizer_use, target->use_count);
    for (size_t i = 0; i < target->use_count; i++) {
        const struct randomizer_use *use = &target->uses[i];
        if (use->kind->probe(use, facts, error)) {
            station->uses[station->use_count++] = *use;
            continue;
        }
        failed_within(error, "benchmark '%s', variant '%s'", target->benchmark, target->variant);
        if (!use->allow_missing)
            return failed(error, EXIT_FAILED, "%s; or name it in randomize.allow_missing",
                          error->text);
        text_list_add(missing, workbench->arena,
                      arena_printf(workbench->arena, "%s is not randomized: %s", use->kind->name,
                                   error->text));
    }
    return true;
}

static bool prepare(struct workbench *workbench, size_t index, size_t *programs,
                    struct error *error)
{
    struct arena *arena = workbench->arena;
    struct station *station = &workbench->stations[index];
    for (size_t i = 0; i < index; i++) {
        if (same_program(workbench->stations[i].target, station->target)) {
            station->program = workbench->stations[i].program;
            return true;
        }
    }
    char *shim = NULL, *headers = NULL;
    if (!installation_helper(arena, "eswexp-ld", &shim, error) ||
        !installation_data(arena, "kernels", &headers, error))
        return false;
    struct workshop workshop = {
        .folder = arena_printf(arena, "%s/v%03zu", workbench->folder, *programs),
        .log = arena_printf(arena, "%s/v%03zu.log", workbench->folder, *programs),
        .linker_shim = shim,
        .headers = headers,
        .timeout_s = BUILD_TIMEOUT_S,
    };
    log_note(workbench->log, "building '%s', variant '%s'", station->target->benchmark,
             station->target->variant);
    station->program = program_prepare(arena, station->target, &workshop, error);
    (*programs)++;
    return station->program != NULL;
}

static bool prepare_all(struct workbench *workbench, struct text_list *missing, struct error *error)
{
    size_t count = workbench->spec->cell_count * workbench->spec->variant_count, programs = 0;
    for (size_t i = 0; i < count; i++) {
        TEXT_CLEANUP struct text description = {0};
        struct toolchain_facts facts = {0};
        if (!toolchain_find(workbench->stations[i].target, &facts, &description, error) ||
            !probe(workbench, &workbench->stations[i], &facts, missing, error))
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (*workbench->stop)
            return failed(error, EXIT_INTERRUPTED, "interrupted before anything was measured");
        if (workbench->stations[i].target->kind != TARGET_COMMAND &&
            !prepare(workbench, i, &programs, error))
            return false;
    }
    return true;
}

bool workbench_open(struct workbench *workbench, struct text_list *missing, struct error *error)
{
    const struct spec *spec = workbench->spec;
    workbench->lock = -1;
    workbench->launcher = (struct launcher){.pid = 0, .socket = -1};
    workbench->stations =
        arena_new_array(workbench->arena, struct station, spec->cell_count * spec->variant_count);
    for (size_t cell = 0; cell < spec->cell_count; cell++) {
        for (size_t variant = 0; variant < spec->variant_count; variant++)
            workbench->stations[cell * spec->variant_count + variant].target =
                &spec->cells[cell].targets[variant];
    }
    char *launcher = NULL;
    return installation_helper(workbench->arena, "eswexp-launch", &launcher, error) &&
           take_folder(workbench, error) && prepare_all(workbench, missing, error) &&
           launcher_start(&workbench->launcher, launcher, error);
}

void workbench_close(struct workbench *workbench)
{
    struct error ignored;
    if (workbench->launcher.pid)
        launcher_stop(&workbench->launcher);
    if (workbench->lock < 0)
        return;
    if (!tree_remove(workbench->folder, &ignored))
        log_warning(workbench->log, "%s", ignored.text);
    close(workbench->lock);
}
