// Opening and closing the workbench: work folder, probes, programs, launcher.
#include "dispatch/workbench.h"

#include "base/files.h"
#include "base/installation.h"
#include "base/stream.h"
#include "dispatch/perform.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { BUILD_TIMEOUT_S = 3600, LOCK_AGAIN_US = 100000 };

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
    for (bool told = false; flock(workbench->lock, LOCK_EX | LOCK_NB) != 0; told = true) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return failed_errno(error, "cannot lock '%s'", lock);
        if (*workbench->stop)
            return failed(error, EXIT_INTERRUPTED, "interrupted while waiting");
        if (!told)
            log_note(workbench->log, "another campaign of '%s' is running: waiting for its end",
                     workbench->spec->path);
        usleep(LOCK_AGAIN_US); // a signal just before would be lost on a flock() that waits
    }
    return tree_remove(workbench->folder, error) &&
           folder_make(path_join(arena, workbench->folder, "builds"), error);
}

// Programs of several points, or of several uses, have the same to say.
static void add_once(struct text_list *lines, struct arena *arena, const char *line)
{
    for (size_t i = 0; i < lines->count; i++) {
        if (text_equal(lines->items[i], line))
            return;
    }
    text_list_add(lines, arena, line);
}

// Leaves a use out that cannot be carried out, if the file allows that.
static bool leave_out(struct workbench *workbench, const struct station *station,
                      const struct randomizer_use *use, struct text_list *missing,
                      struct error *error)
{
    struct arena *arena = workbench->arena;
    failed_within(error, "benchmark '%s', variant '%s'", station->target->benchmark,
                  station->target->variant);
    if (!use->allow_missing)
        return failed(error, EXIT_FAILED, "%s; or name it in randomize.allow_missing", error->text);
    add_once(missing, arena, arena_printf(arena, "not randomized: %s", error->text));
    return true;
}

// Keeps the uses that the facts allow (before building), or a trial link does (after: no facts).
static bool sift(struct workbench *workbench, struct station *station,
                 const struct toolchain_facts *facts, struct text_list *missing,
                 struct error *error)
{
    size_t kept = 0;
    for (size_t i = 0; i < station->use_count; i++) {
        const struct randomizer_use *use = &station->uses[i];
        if (facts ? use->kind->probe(use, facts, error)
                  : program_probe(station->program, use, error))
            station->uses[kept++] = *use;
        else if (error->code == EXIT_INTERRUPTED ||
                 !leave_out(workbench, station, use, missing, error))
            return false;
    }
    station->use_count = kept;
    return true;
}

// The station that has compiled the same program already, or NULL.
static struct station *station_like(const struct workbench *workbench, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (same_program(workbench->stations[i].target, workbench->stations[index].target))
            return &workbench->stations[i];
    }
    return NULL;
}

// What could not be randomized of the same program cannot be here.
static void share(struct station *station, const struct station *like)
{
    size_t kept = 0;
    station->program = like->program;
    for (size_t i = 0; i < station->use_count; i++) {
        for (size_t j = 0; j < like->use_count; j++) {
            if (like->uses[j].kind == station->uses[i].kind) {
                station->uses[kept++] = station->uses[i];
                break;
            }
        }
    }
    station->use_count = kept;
}

static bool sweep_changes_program(const struct spec *spec, const struct cell *cell, size_t variant)
{
    for (size_t i = 0; i < spec->cell_count; i++) {
        const struct cell *other = &spec->cells[i];
        if (text_equal(other->benchmark, cell->benchmark) &&
            !same_program(&other->targets[variant], &cell->targets[variant]))
            return true;
    }
    return false;
}

static void note_building(const struct workbench *workbench, size_t index)
{
    const struct spec *spec = workbench->spec;
    const struct cell *cell = &spec->cells[index / spec->variant_count];
    size_t variant = index % spec->variant_count;
    size_t named = sweep_changes_program(spec, cell, variant) ? spec->axis_count : 0;
    TEXT_CLEANUP struct text point = {0};
    text_add(&point, "");
    for (size_t axis = 0; axis < named; axis++)
        text_printf(&point, ", %s=%s", spec->axes[axis].name, cell->point[axis]);
    log_note(workbench->log, "building '%s', variant '%s'%s", cell->benchmark,
             spec->variants[variant], point.bytes);
}

static bool prepare(struct workbench *workbench, size_t index, struct text_list *missing,
                    struct error *error)
{
    struct arena *arena = workbench->arena;
    struct station *station = &workbench->stations[index];
    struct station *like = station_like(workbench, index);
    if (like) {
        share(station, like);
        return true;
    }
    char *shim = NULL, *headers = NULL;
    if (!installation_helper(arena, "eswexp-ld", &shim, error) ||
        !installation_data(arena, "kernels", &headers, error))
        return false;
    struct workshop workshop = {
        .folder = arena_printf(arena, "%s/v%03zu", workbench->folder, workbench->program_count),
        .log = arena_printf(arena, "%s/v%03zu.log", workbench->folder, workbench->program_count),
        .linker_shim = shim,
        .headers = headers,
        .timeout_s = BUILD_TIMEOUT_S,
        .stop = workbench->stop,
    };
    note_building(workbench, index);
    workbench->program_count++;
    station->program = program_prepare(arena, station->target, &workshop, error);
    if (!station->program || !sift(workbench, station, NULL, missing, error))
        return false;
    const char *note = program_note(station->program);
    if (note && station->use_count)
        add_once(missing, arena,
                 arena_printf(arena, "benchmark '%s', variant '%s': %s", station->target->benchmark,
                              station->target->variant, note));
    return true;
}

static bool prepare_all(struct workbench *workbench, struct text_list *missing, struct error *error)
{
    size_t count = workbench->spec->cell_count * workbench->spec->variant_count;
    for (size_t i = 0; i < count; i++) {
        struct station *station = &workbench->stations[i];
        TEXT_CLEANUP struct text description = {0};
        struct toolchain_facts facts = {0};
        if (!toolchain_find(station->target, &facts, &description, error) ||
            !sift(workbench, station, &facts, missing, error))
            return false;
        station->toolchain =
            description.bytes ? arena_strdup(workbench->arena, description.bytes) : NULL;
    }
    for (size_t i = 0; i < count; i++) {
        if (*workbench->stop)
            return failed(error, EXIT_INTERRUPTED, "interrupted before anything was measured");
        if (workbench->stations[i].target->kind != TARGET_COMMAND &&
            (!prepare(workbench, i, missing, error) ||
             !can_perform(workbench, &workbench->stations[i], error)))
            return false;
    }
    return true;
}

// A station for every variant of every cell, its uses those of the file.
static void set_stations(struct workbench *workbench)
{
    const struct spec *spec = workbench->spec;
    size_t count = spec->cell_count * spec->variant_count;
    workbench->stations = arena_new_array(workbench->arena, struct station, count);
    for (size_t i = 0; i < count; i++) {
        struct station *station = &workbench->stations[i];
        station->target = &spec->cells[i / spec->variant_count].targets[i % spec->variant_count];
        station->use_count = station->target->use_count;
        station->uses =
            arena_new_array(workbench->arena, struct randomizer_use, station->use_count);
        for (size_t use = 0; use < station->use_count; use++)
            station->uses[use] = station->target->uses[use];
    }
}

bool workbench_open(struct workbench *workbench, struct text_list *missing, struct error *error)
{
    workbench->lock = -1;
    workbench->launcher = (struct launcher){.pid = 0, .socket = -1};
    set_stations(workbench);
    char *launcher = NULL;
    return installation_helper(workbench->arena, "eswexp-launch", &launcher, error) &&
           take_folder(workbench, error) && prepare_all(workbench, missing, error) &&
           launcher_start(&workbench->launcher, launcher, error);
}

bool workbench_tell(struct workbench *workbench, const char *kind, const char *text,
                    struct error *error)
{
    log_warning(workbench->log, "%s", text);
    return store_event(workbench->store, kind, text, error);
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
