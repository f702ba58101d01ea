// What follows from a target.
#include "spec/target.h"

#include "run/foreign.h"
#include "run/start/environment.h"
#include "spec/templates.h"

#include <stdlib.h>
#include <string.h>

bool targets_run_alike(const struct target *a, const struct target *b)
{
    return text_lists_equal(&a->command, &b->command) &&
           text_lists_equal(&a->environment, &b->environment);
}

bool target_is_built(const struct target *target)
{
    return target->kind == TARGET_SOURCES || (target->kind == TARGET_PROJECT && target->build);
}

bool spec_has_target(const struct spec *spec, bool (*holds)(const struct target *target))
{
    for (size_t i = 0; i < spec->cell_count; i++)
        for (size_t v = 0; v < spec->variant_count; v++)
            if (holds(&spec->cells[i].targets[v]))
                return true;
    return false;
}

const char *spec_cell_name(struct arena *arena, const struct spec *spec, size_t cell)
{
    const char *name = spec->cells[cell].benchmark;
    for (size_t axis = 0; axis < spec->axis_count; axis++)
        name = arena_printf(arena, "%s%s %s=%s", name, axis ? "," : " ·", spec->axes[axis].name,
                            spec->cells[cell].point[axis]);
    return name;
}

bool target_is_laid_out(const struct target *target)
{
    return target_is_built(target) && !target->as_built;
}

bool target_draws_per_build(const struct target *target)
{
    for (size_t i = 0; i < target->use_count; i++) {
        const struct randomizer_use *use = &target->uses[i];
        if (randomizer_draws_per_build(use, target_is_laid_out(target)))
            return true;
    }
    return false;
}

bool target_has_builds(const struct target *target)
{
    return target_is_built(target) || target_draws_per_build(target);
}

bool target_has_iterations(const struct target *target)
{
    const struct sampling *sampling = &target->sampling;
    return sampling->kind == SAMPLING_ESWEXP ||
           (sampling->harness && !foreign_counts_itself(sampling, &target->command));
}

static bool uses(const struct target *target, const char *name)
{
    bool found = false;
    for (size_t i = 0; i < target->use_count; i++)
        found = found || text_equal(target->uses[i].kind->name, name);
    return found;
}

size_t target_environment_least(const struct target *target)
{
    struct arena scratch = {0};
    struct text_list widest = {.items = arena_new(&scratch, char *)};
    for (size_t i = 0; i < target->environment.count; i++)
        text_list_add(&widest, &scratch, spec_fill_widest(&scratch, target->environment.items[i]));
    const struct address_layout layout = {.moves_heap = uses(target, "heap"),
                                          .seeds_hashes = uses(target, "hash_seed")};
    size_t least = environment_least(widest.items, &layout);
    arena_release(&scratch);
    return least;
}

const char *target_within_repository(const struct target *target, const char *path)
{
    size_t length = strlen(target->repository);
    if (!text_starts(path, target->repository) || (path[length] && path[length] != '/'))
        return NULL;
    return path + length + (path[length] == '/');
}

static bool address_alike(const struct target *a, const struct target *b)
{
    bool alike = a->function_address_count == b->function_address_count;
    for (size_t i = 0; alike && i < a->function_address_count; i++) {
        const struct function_address *one = &a->function_addresses[i],
                                      *other = &b->function_addresses[i];
        alike = text_equal(one->function, other->function) && one->offset == other->offset &&
                one->modulus == other->modulus && one->avoided == other->avoided;
    }
    return alike;
}

bool targets_draw_alike(const struct target *a, const struct target *b)
{
    bool alike = a->use_count == b->use_count && a->as_built == b->as_built && address_alike(a, b);
    for (size_t i = 0; alike && i < a->use_count; i++)
        alike = a->uses[i].kind == b->uses[i].kind && a->uses[i].draw == b->uses[i].draw &&
                a->uses[i].coupled == b->uses[i].coupled &&
                memcmp(a->uses[i].values, b->uses[i].values, sizeof a->uses[i].values) == 0;
    return alike;
}

bool targets_build_alike(const struct target *a, const struct target *b)
{
    return a->kind == b->kind && text_equal(a->commit, b->commit) &&
           a->submodules == b->submodules && text_equal(a->files_commit, b->files_commit) &&
           text_lists_equal(&a->files, &b->files) &&
           (!a->files_commit || text_lists_equal(&a->command, &b->command)) &&
           text_equal(a->repository, b->repository) && text_lists_equal(&a->sources, &b->sources) &&
           text_equal(a->directory, b->directory) && text_equal(a->setup, b->setup) &&
           text_equal(a->build, b->build) && text_equal(a->compiler, b->compiler) &&
           text_equal(a->linker, b->linker) && text_lists_equal(&a->cflags, &b->cflags) &&
           text_lists_equal(&a->ldflags, &b->ldflags) && text_lists_equal(&a->libs, &b->libs) &&
           text_lists_equal(&a->programs, &b->programs) &&
           (a->kind != TARGET_PROJECT || text_equal(a->command.items[0], b->command.items[0]));
}

static bool run_alike(const struct target *a, const struct target *b)
{
    return text_lists_equal(&a->command, &b->command) &&
           text_lists_equal(&a->environment, &b->environment);
}

static bool sample_alike(const struct sampling *a, const struct sampling *b)
{
    return a->kind == b->kind && a->harness == b->harness && text_equal(a->pattern, b->pattern) &&
           text_equal(a->file, b->file) && text_equal(a->unit, b->unit) && a->scale == b->scale &&
           a->better == b->better;
}

static bool start_alike(const struct target *a, const struct target *b)
{
    const struct process_settings *one = &a->process_settings, *other = &b->process_settings;
    bool alike =
        a->cpu_count == b->cpu_count && a->cpu_auto == b->cpu_auto && a->draws_cpu == b->draws_cpu;
    for (size_t i = 0; alike && i < a->cpu_count; i++)
        alike = a->cpus[i] == b->cpus[i];
    return alike && one->memory == other->memory && one->urgency == other->urgency &&
           one->priority == other->priority &&
           memcmp(&one->nodes, &other->nodes, sizeof one->nodes) == 0;
}

bool targets_measure_alike(const struct target *a, const struct target *b)
{
    return targets_build_alike(a, b) && run_alike(a, b) && targets_draw_alike(a, b) &&
           sample_alike(&a->sampling, &b->sampling) && start_alike(a, b) && a->each == b->each;
}

bool target_layout_variant(const struct cell *cell, size_t variant, size_t *found)
{
    const struct target *own = &cell->targets[variant];
    for (size_t i = 0; own->as_built && target_is_built(own) && i < variant; i++) {
        const struct target *other = &cell->targets[i];
        *found = i;
        if (!other->as_built && targets_build_alike(own, other) && run_alike(own, other))
            return true;
    }
    return false;
}

static bool is_beside(const struct spec *spec, size_t variant)
{
    size_t found;
    for (size_t cell = 0; cell < spec->cell_count; cell++)
        if (target_layout_variant(&spec->cells[cell], variant, &found))
            return true;
    return false;
}

size_t spec_compared_variants(const struct spec *spec)
{
    size_t count = 0;
    for (size_t i = 0; i < spec->variant_count; i++)
        count += !is_beside(spec, i);
    return count;
}

// Shells end with codes from 126 on where a command cannot be run, or a signal ended it.
const char *target_exit_remedy(struct arena *arena, const struct target *target,
                               const char *failure)
{
    enum { OF_SHELLS = 126 };
    TEXT_CLEANUP struct text codes = {0};
    long code = text_starts(failure, "exit ") ? strtol(failure + strlen("exit "), NULL, 10) : 0;
    if (code <= 0 || code >= OF_SHELLS)
        return "";
    if (!target->exit_code_count)
        text_add(&codes, "0, ");
    for (size_t i = 0; i < target->exit_code_count; i++)
        text_printf(&codes, "%d, ", target->exit_codes[i]);
    return arena_printf(arena, "; if it ends so on purpose, set 'exit_codes: [%s%ld]'", codes.bytes,
                        code);
}
