// Everything ready before anything is measured: probes, programs, what cannot be randomized.
#include "executor/prepare.h"

#include "base/files/installation.h"
#include "build/probe.h"
#include "build/toolchain/toolchain.h"
#include "model/toolchain_facts.h"
#include "run/environment.h"
#include "run/execution.h"

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
static bool leave_out(struct local_executor *executor, const struct prepared_variant *prepared,
                      const struct randomizer_use *use, struct text_list *missing,
                      struct error *error)
{
    struct arena *arena = executor->arena;
    failed_within(error, "benchmark '%s', variant '%s'", prepared->target->benchmark,
                  prepared->target->variant);
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
static const struct prepared_variant *tried_before(const struct local_executor *executor,
                                                   size_t index, const struct randomizer_use *use)
{
    for (size_t i = 0; i < index; i++) {
        const struct prepared_variant *other = &executor->prepared_variants[i];
        if (other->program == executor->prepared_variants[index].program &&
            find_alike(other->target->uses, other->target->use_count, use))
            return other;
    }
    return NULL;
}

// Whether the facts allow it (before building), or a trial link does (after: no facts). What could
// not be randomized of the same program cannot be here: then there is no error.
static bool is_possible(const struct local_executor *executor, size_t index,
                        const struct randomizer_use *use, const struct toolchain_facts *facts,
                        bool *known, struct error *error)
{
    const struct prepared_variant *prepared = &executor->prepared_variants[index];
    const struct prepared_variant *before = facts ? NULL : tried_before(executor, index, use);
    *known = before;
    if (before)
        return find_alike(before->uses, before->use_count, use);
    return facts ? use->kind->probe(use, facts, error)
                 : program_probe(prepared->program, use, error);
}

// Keeps the uses that are possible.
static bool sift(struct local_executor *executor, size_t index, const struct toolchain_facts *facts,
                 struct text_list *missing, struct error *error)
{
    struct prepared_variant *prepared = &executor->prepared_variants[index];
    size_t kept = 0;
    for (size_t i = 0; i < prepared->use_count; i++) {
        const struct randomizer_use *use = &prepared->uses[i];
        bool known;
        if (is_possible(executor, index, use, facts, &known, error))
            prepared->uses[kept++] = *use;
        else if (known)
            continue;
        else if (error->code == EXIT_INTERRUPTED ||
                 !leave_out(executor, prepared, use, missing, error))
            return false;
    }
    prepared->use_count = kept;
    return true;
}

// The station that has compiled the same program already, or NULL.
static struct prepared_variant *prepared_like(const struct local_executor *executor, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (same_program(executor->prepared_variants[i].target,
                         executor->prepared_variants[index].target))
            return &executor->prepared_variants[i];
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

static void note_building(const struct local_executor *executor, size_t index)
{
    const struct spec *spec = executor->spec;
    const struct cell *cell = &spec->cells[index / spec->variant_count];
    size_t variant = index % spec->variant_count;
    size_t named = sweep_changes_program(spec, cell, variant) ? spec->axis_count : 0;
    TEXT_CLEANUP struct text point = {0};
    text_add(&point, "");
    for (size_t axis = 0; axis < named; axis++)
        text_printf(&point, ", %s=%s", spec->axes[axis].name, cell->point[axis]);
    log_note(executor->log, "building '%s', variant '%s'%s", cell->benchmark,
             spec->variants[variant], point.bytes);
}

static bool has_program(const struct local_executor *executor,
                        const struct prepared_variant *prepared, struct error *error)
{
    const struct target *target = prepared->target;
    if (target->kind != TARGET_PROJECT)
        return true;
    struct arena *arena = executor->arena;
    const char *word = spec_fill_all(arena, &target->command, 0, 1, 1).items[0];
    char *const *own = spec_fill_all(arena, &target->environment, 0, 1, 1).items;
    char **environment;
    if (!environment_make(arena, own, false, 0, &environment, error))
        return false;
    return execution_program(arena, word, program_folder(prepared->program), environment) ||
           failed(error, EXIT_FAILED,
                  "benchmark '%s', variant '%s': 'command' begins with '%s', but there is no such "
                  "program %s",
                  target->benchmark, target->variant, word,
                  strchr(word, '/') ? "once 'directory' is built"
                                    : "on the PATH of executions (set machine.env.PATH)");
}

static bool compile(struct local_executor *executor, size_t index, struct error *error)
{
    struct arena *arena = executor->arena;
    struct prepared_variant *prepared = &executor->prepared_variants[index];
    char *shim = NULL, *headers = NULL;
    if (!installation_helper(arena, "eswexp-ld", &shim, error) ||
        !installation_data(arena, "kernels", &headers, error))
        return false;
    struct workshop workshop = {
        .folder = arena_printf(arena, "%s/v%03zu", executor->folder, executor->program_count),
        .log = arena_printf(arena, "%s/v%03zu.log", executor->folder, executor->program_count),
        .linker_shim = shim,
        .headers = headers,
        .timeout_s = BUILD_TIMEOUT_S,
        .stop = executor->stop,
    };
    note_building(executor, index);
    executor->program_count++;
    prepared->program = program_prepare(arena, prepared->target, &workshop, error);
    return prepared->program != NULL;
}

// What is left to randomize once there is a program.
static bool probe(struct local_executor *executor, size_t index, struct text_list *missing,
                  struct error *error)
{
    struct arena *arena = executor->arena;
    const struct prepared_variant *prepared = &executor->prepared_variants[index];
    if (!sift(executor, index, NULL, missing, error))
        return false;
    const struct text_list *notes = program_notes(prepared->program);
    for (size_t i = 0; prepared->use_count && i < notes->count; i++)
        text_list_add_once(missing, arena,
                           arena_printf(arena, "benchmark '%s', variant '%s': %s",
                                        prepared->target->benchmark, prepared->target->variant,
                                        notes->items[i]));
    return true;
}

// A revision that makes no program is left out, as long as its cell has another variant.
static bool give_up(struct local_executor *executor, size_t index, struct error *error)
{
    size_t variants = executor->spec->variant_count, first = index - index % variants;
    struct prepared_variant *prepared = &executor->prepared_variants[index];
    if (!prepared->target->commit || error->code == EXIT_INTERRUPTED)
        return false;
    prepared->given_up = arena_strdup(executor->arena, error->text);
    bool left = false;
    for (size_t i = first; i < first + variants; i++)
        left = left || !executor->prepared_variants[i].given_up;
    if (!left)
        return false;
    const char *line = arena_printf(executor->arena, "given up: %s", error->text);
    if (text_list_add_once(&executor->given_up, executor->arena, line))
        log_warning(executor->log, "%s", line);
    return true;
}

static bool prepare(struct local_executor *executor, size_t index, struct text_list *missing,
                    struct error *error)
{
    struct prepared_variant *prepared = &executor->prepared_variants[index];
    const struct prepared_variant *like = prepared_like(executor, index);
    bool made = like ? like->program || failed(error, EXIT_FAILED, "%s", like->given_up)
                     : compile(executor, index, error);
    if (made && like)
        prepared->program = like->program;
    if (!made || !has_program(executor, prepared, error))
        return give_up(executor, index, error);
    return probe(executor, index, missing, error);
}

bool prepared_variants_prepare(struct local_executor *executor, struct text_list *missing,
                               struct error *error)
{
    size_t count = executor->spec->cell_count * executor->spec->variant_count;
    for (size_t i = 0; i < count; i++) {
        struct prepared_variant *prepared = &executor->prepared_variants[i];
        TEXT_CLEANUP struct text description = {0};
        struct toolchain_facts facts = {0};
        if (!toolchain_find(prepared->target, &facts, &description, error) ||
            !sift(executor, i, &facts, missing, error))
            return false;
        prepared->toolchain =
            description.bytes ? arena_strdup(executor->arena, description.bytes) : NULL;
    }
    for (size_t i = 0; i < count; i++) {
        if (*executor->stop)
            return failed(error, EXIT_INTERRUPTED, "interrupted before anything was measured");
        if (executor->prepared_variants[i].target->kind != TARGET_COMMAND &&
            !prepare(executor, i, missing, error))
            return false;
    }
    return true;
}

// A station for every variant of every cell, its uses those of the file.
void prepared_variants_set(struct local_executor *executor)
{
    const struct spec *spec = executor->spec;
    size_t count = spec->cell_count * spec->variant_count;
    executor->prepared_variants = arena_new_array(executor->arena, struct prepared_variant, count);
    for (size_t i = 0; i < count; i++) {
        struct prepared_variant *prepared = &executor->prepared_variants[i];
        prepared->target = &spec->cells[i / spec->variant_count].targets[i % spec->variant_count];
        prepared->use_count = prepared->target->use_count;
        prepared->uses =
            arena_new_array(executor->arena, struct randomizer_use, prepared->use_count);
        for (size_t use = 0; use < prepared->use_count; use++)
            prepared->uses[use] = prepared->target->uses[use];
    }
}
