// Everything ready before anything is measured: probes, programs, what cannot be randomized.
#include "dispatch/preparation.h"

#include "base/files.h"
#include "base/installation.h"

#include <string.h>

enum { BUILD_TIMEOUT_S = 3600 };

// Would compiling these two do the same?
static bool same_program(const struct target *a, const struct target *b)
{
    return a->kind == b->kind && text_equal(a->commit, b->commit) &&
           text_equal(a->repository, b->repository) && text_lists_equal(&a->sources, &b->sources) &&
           text_equal(a->directory, b->directory) && text_equal(a->setup, b->setup) &&
           text_equal(a->build, b->build) && text_equal(a->compiler, b->compiler) &&
           text_equal(a->linker, b->linker) && text_lists_equal(&a->cflags, &b->cflags) &&
           text_lists_equal(&a->ldflags, &b->ldflags) && text_lists_equal(&a->libs, &b->libs) &&
           (a->kind != TARGET_PROJECT || text_equal(a->command.items[0], b->command.items[0]));
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
    text_list_add_once(missing, arena, arena_printf(arena, "not randomized: %s", error->text));
    return true;
}

// Does it take the same of a program, and may lack it or not? What is held fixed takes nothing of
// it.
static bool is_alike(const struct randomizer_use *a, const struct randomizer_use *b)
{
    return a->kind == b->kind && a->allow_missing == b->allow_missing &&
           ((randomizer_is_fixed(a) && randomizer_is_fixed(b)) ||
            memcmp(a->values, b->values, sizeof a->values) == 0);
}

static const struct randomizer_use *find_alike(const struct randomizer_use *uses, size_t count,
                                               const struct randomizer_use *use)
{
    for (size_t i = 0; i < count; i++)
        if (is_alike(&uses[i], use))
            return &uses[i];
    return NULL;
}

// The station before that was to randomize the same program alike, and so was tried; or NULL.
static const struct station *tried_before(const struct workbench *workbench, size_t index,
                                          const struct randomizer_use *use)
{
    for (size_t i = 0; i < index; i++) {
        const struct station *other = &workbench->stations[i];
        if (other->program == workbench->stations[index].program &&
            find_alike(other->target->uses, other->target->use_count, use))
            return other;
    }
    return NULL;
}

// Whether the facts allow it (before building), or a trial link does (after: no facts). What could
// not be randomized of the same program cannot be here: then there is no error.
static bool is_possible(const struct workbench *workbench, size_t index,
                        const struct randomizer_use *use, const struct toolchain_facts *facts,
                        bool *known, struct error *error)
{
    const struct station *station = &workbench->stations[index];
    const struct station *before = facts ? NULL : tried_before(workbench, index, use);
    *known = before;
    if (before)
        return find_alike(before->uses, before->use_count, use);
    return facts ? use->kind->probe(use, facts, error)
                 : program_probe(station->program, use, error);
}

// Keeps the uses that are possible.
static bool sift(struct workbench *workbench, size_t index, const struct toolchain_facts *facts,
                 struct text_list *missing, struct error *error)
{
    struct station *station = &workbench->stations[index];
    size_t kept = 0;
    for (size_t i = 0; i < station->use_count; i++) {
        const struct randomizer_use *use = &station->uses[i];
        bool known;
        if (is_possible(workbench, index, use, facts, &known, error))
            station->uses[kept++] = *use;
        else if (known)
            continue;
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

static bool has_program(const struct workbench *workbench, const struct station *station,
                        struct error *error)
{
    const struct target *target = station->target;
    if (target->kind != TARGET_PROJECT)
        return true;
    struct arena *arena = workbench->arena;
    const char *word = spec_fill_all(arena, &target->command, 0, 1, 1).items[0];
    char *const *own = spec_fill_all(arena, &target->environment, 0, 1, 1).items;
    char **environment;
    if (!environment_make(arena, own, false, 0, &environment, error))
        return false;
    return execution_program(arena, word, program_folder(station->program), environment) ||
           failed(error, EXIT_FAILED,
                  "benchmark '%s', variant '%s': 'command' begins with '%s', but there is no such "
                  "program %s",
                  target->benchmark, target->variant, word,
                  strchr(word, '/') ? "once 'directory' is built"
                                    : "on the PATH of executions (set machine.env.PATH)");
}

static bool compile(struct workbench *workbench, size_t index, struct error *error)
{
    struct arena *arena = workbench->arena;
    struct station *station = &workbench->stations[index];
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
    return station->program != NULL;
}

// What is left to randomize once there is a program.
static bool probe(struct workbench *workbench, size_t index, struct text_list *missing,
                  struct error *error)
{
    struct arena *arena = workbench->arena;
    const struct station *station = &workbench->stations[index];
    if (!sift(workbench, index, NULL, missing, error))
        return false;
    const struct text_list *notes = program_notes(station->program);
    for (size_t i = 0; station->use_count && i < notes->count; i++)
        text_list_add_once(missing, arena,
                           arena_printf(arena, "benchmark '%s', variant '%s': %s",
                                        station->target->benchmark, station->target->variant,
                                        notes->items[i]));
    return true;
}

// A revision that makes no program is left out, as long as its cell has another variant.
static bool give_up(struct workbench *workbench, size_t index, struct error *error)
{
    size_t variants = workbench->spec->variant_count, first = index - index % variants;
    struct station *station = &workbench->stations[index];
    if (!station->target->commit || error->code == EXIT_INTERRUPTED)
        return false;
    station->given_up = arena_strdup(workbench->arena, error->text);
    bool left = false;
    for (size_t i = first; i < first + variants; i++)
        left = left || !workbench->stations[i].given_up;
    if (!left)
        return false;
    const char *line = arena_printf(workbench->arena, "given up: %s", error->text);
    if (text_list_add_once(&workbench->given_up, workbench->arena, line))
        log_warning(workbench->log, "%s", line);
    return true;
}

static bool prepare(struct workbench *workbench, size_t index, struct text_list *missing,
                    struct error *error)
{
    struct station *station = &workbench->stations[index];
    const struct station *like = station_like(workbench, index);
    bool made = like ? like->program || failed(error, EXIT_FAILED, "%s", like->given_up)
                     : compile(workbench, index, error);
    if (made && like)
        station->program = like->program;
    if (!made || !has_program(workbench, station, error))
        return give_up(workbench, index, error);
    return probe(workbench, index, missing, error);
}

bool stations_prepare(struct workbench *workbench, struct text_list *missing, struct error *error)
{
    size_t count = workbench->spec->cell_count * workbench->spec->variant_count;
    for (size_t i = 0; i < count; i++) {
        struct station *station = &workbench->stations[i];
        TEXT_CLEANUP struct text description = {0};
        struct toolchain_facts facts = {0};
        if (!toolchain_find(station->target, &facts, &description, error) ||
            !sift(workbench, i, &facts, missing, error))
            return false;
        station->toolchain =
            description.bytes ? arena_strdup(workbench->arena, description.bytes) : NULL;
    }
    for (size_t i = 0; i < count; i++) {
        if (*workbench->stop)
            return failed(error, EXIT_INTERRUPTED, "interrupted before anything was measured");
        if (workbench->stations[i].target->kind != TARGET_COMMAND &&
            !prepare(workbench, i, missing, error))
            return false;
    }
    return true;
}

// A station for every variant of every cell, its uses those of the file.
void stations_set(struct workbench *workbench)
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
