// The factor of `eswexp bias`: a randomizer whose draws are the values, or an axis of the file.
#include "campaign/bias/factor.h"

#include "base/nearest.h"
#include "machine/sys.h"
#include "machine/topology.h"
#include "randomizers/cpu.h"
#include "randomizers/options.h"
#include "spec/target.h"
#include "spec/values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 60, DRAWS_QUICK = 20, DRAWS_MOST = 10000, LEAST = 256, STEP = 16, STEP_QUICK = 64 };
enum { PERIOD = 4096 }; // low 12 bits of addresses

static const char size_factor[] = "environment_size", aslr[] = "aslr";

// The sweep of machine.cpus.
#define CPU_KEY "machine.cpus"

// ---- Which

static const struct axis *axis_of(const struct spec *spec, const char *name)
{
    for (size_t i = 0; i < spec->axis_count; i++)
        if (text_equal(spec->axes[i].name, name))
            return &spec->axes[i];
    return NULL;
}

static bool no_factor(struct arena *arena, const struct spec *spec, const char *word,
                      struct error *error)
{
    struct text_list names = {0};
    const char *all = "";
    for (const struct randomizer *const *kind = randomizers; *kind; kind++)
        text_list_add(&names, arena, (*kind)->name);
    text_list_add(&names, arena, cpu_randomizer.name);
    for (size_t i = 0; i < spec->axis_count; i++)
        text_list_add(&names, arena, spec->axes[i].name);
    for (size_t i = 0; i < names.count; i++)
        all = arena_printf(arena, "%s%s%s", all, i ? ", " : "", names.items[i]);
    const char *near = text_nearest(word, (const char *const *)names.items);
    return failed(error, EXIT_USAGE, "--over '%s' is no factor%s%s%s (%s)", word,
                  near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "", all);
}

// Can a program that is ready to run have this factor?
static bool fits(const struct spec *spec, const struct randomizer *kind, struct error *error)
{
    const struct toolchain_facts facts = {.personality = true};
    const struct randomizer_use use = randomizer_use_default(kind);
    for (size_t i = 0; i < spec->cell_count; i++)
        for (size_t v = 0; v < spec->variant_count; v++)
            if (!target_is_built(&spec->cells[i].targets[v]) && !kind->probe(&use, &facts, error)) {
                error->code = EXIT_USAGE;
                return false;
            }
    return true;
}

bool bias_factor_find(struct arena *arena, const struct spec *spec, const char *word,
                      enum bias_kind *kind, struct error *error)
{
    const struct randomizer *randomizer = randomizer_find(word);
    if (axis_of(spec, word)) {
        *kind = BIAS_PARAMETER;
        return true;
    }
    *kind = text_equal(word, size_factor) ? BIAS_SIZE : BIAS_DRAWS;
    if (text_equal(word, cpu_randomizer.name)) {
        *kind = BIAS_CPU;
        return true;
    }
    return randomizer ? fits(spec, randomizer, error) : no_factor(arena, spec, word, error);
}

// ---- Values

size_t factor_environment_least(const struct spec *spec)
{
    size_t least = 0;
    for (size_t i = 0; i < spec->cell_count; i++)
        for (size_t v = 0; v < spec->variant_count; v++) {
            size_t own = target_environment_least(&spec->cells[i].targets[v]);
            least = own > least ? own : least;
        }
    return (least + STEP - 1) / STEP * STEP;
}

// Without draws of its own the kernel draws addresses: there is no such thing as those built.
static bool draws(struct arena *arena, const struct factor_request *request, const char **values,
                  struct error *error)
{
    size_t count = request->quick ? DRAWS_QUICK : DRAWS;
    if (request->values &&
        (!value_count(request->values, &count) || count < 2 || count > DRAWS_MOST))
        return failed(
            error, EXIT_USAGE,
            "--values '%s' is not a number of draws from 2 to %d, which this factor takes",
            request->values, DRAWS_MOST);
    const char *first = text_equal(request->factor, aslr) ? "1" : FACTOR_AS_BUILT;
    *values = arena_printf(arena, "{from: %s, to: %zu, step: 1}", first, count);
    return true;
}

// One CPU of each core, and where the kernel puts the programs.
static bool cpus(struct arena *arena, const char **values, struct error *error)
{
    struct topology topology = topology_read(arena, machine_root());
    size_t count = 0;
    const int *cores = topology_cores(arena, &topology, &count);
    if (count < 2)
        return failed(error, EXIT_UNFIT, "--over cpu: only one physical core may be used here");
    *values = "[" FACTOR_ANY_CPU;
    for (size_t i = 0; i < count; i++)
        *values = arena_printf(arena, "%s, %d", *values, cores[i]);
    *values = arena_printf(arena, "%s]", *values);
    return true;
}

bool factor_values(struct arena *arena, enum bias_kind kind, const struct factor_request *request,
                   const char **values, struct error *error)
{
    if (kind == BIAS_DRAWS)
        return draws(arena, request, values, error);
    *values = request->values;
    if (kind == BIAS_PARAMETER || *values)
        return true;
    if (kind == BIAS_CPU)
        return cpus(arena, values, error);
    size_t least = factor_environment_least(request->spec);
    least = least > LEAST ? least : LEAST;
    *values = arena_printf(arena, "{from: %zu, to: %zu, step: %d}", least, least + PERIOD,
                           request->quick ? STEP_QUICK : STEP);
    return true;
}

// ---- All else

static const struct randomizer_use *use_of(const struct target *target, const char *name)
{
    for (size_t i = 0; i < target->use_count; i++)
        if (text_equal(target->uses[i].kind->name, name))
            return &target->uses[i];
    return NULL;
}

static bool any_use(const struct spec *spec, const char *name,
                    bool (*is)(const struct randomizer_use *use))
{
    for (size_t i = 0; i < spec->cell_count; i++)
        for (size_t v = 0; v < spec->variant_count; v++) {
            const struct randomizer_use *use = use_of(&spec->cells[i].targets[v], name);
            if (use && is(use))
                return true;
        }
    return false;
}

// With options of the file's own, by which it draws.
static bool draws_its_way(const struct randomizer_use *use)
{
    const struct randomizer_use usual = randomizer_use_default(use->kind);
    return randomizer_draws_per_build(use, true) &&
           memcmp(usual.values, use->values, sizeof usual.values) != 0;
}

static void set(struct arena *arena, struct text_list *settings, const char *randomizer,
                const char *value)
{
    text_list_printf(settings, arena, "randomize.%s=%s", randomizer, value);
}

static void fix_others(struct arena *arena, const char *factor, enum bias_kind kind,
                       const struct spec *spec, struct text_list *settings)
{
    for (const struct randomizer *const *other = randomizers; *other; other++) {
        const char *name = (*other)->name;
        bool is_factor = kind != BIAS_PARAMETER && text_equal(name, factor);
        if (is_factor || any_use(spec, name, randomizer_is_fixed))
            continue;
        set(arena, settings, name, text_equal(name, aslr) ? "off" : "false");
    }
}

void factor_fix(struct arena *arena, const char *factor, enum bias_kind kind,
                const struct spec *spec, struct text_list *settings)
{
    bool drawn = kind == BIAS_DRAWS;
    fix_others(arena, factor, kind, spec, settings);
    if (kind == BIAS_CPU)
        text_list_printf(settings, arena, CPU_KEY "=${%s}", factor);
    if (kind == BIAS_SIZE)
        set(arena, settings, factor, arena_printf(arena, "{bytes: \"${%s}\"}", factor));
    if (drawn && !any_use(spec, factor, draws_its_way))
        set(arena, settings, factor, "true");
    if (drawn)
        set(arena, settings, "draw", arena_printf(arena, "${%s}", factor));
    set(arena, settings, "couple", "true");
    set(arena, settings, "allow_missing", drawn && text_equal(factor, aslr) ? "[]" : "[aslr]");
}

// ---- The check

static bool follows(const struct target *target, const char *factor, enum bias_kind kind,
                    const char *value)
{
    const struct randomizer_use *use = use_of(target, factor);
    uint64_t number = strtoull(value, NULL, 10);
    if (kind == BIAS_CPU)
        return text_equal(value, FACTOR_ANY_CPU)
                   ? !target->cpu_count && !target->draws_cpu
                   : target->cpu_count == 1 && (uint64_t)target->cpus[0] == number;
    if (kind == BIAS_DRAWS)
        return number == 0 ? !use : use && use->draw == number && use->coupled;
    return use && randomizer_is_fixed(use);
}

bool factor_is_followed(const struct spec *spec, const char *factor, enum bias_kind kind,
                        struct error *error)
{
    const struct axis *axis = axis_of(spec, factor);
    for (size_t i = 0; kind != BIAS_PARAMETER && i < spec->cell_count; i++)
        for (size_t v = 0; v < spec->variant_count; v++) {
            const struct target *target = &spec->cells[i].targets[v];
            if (!follows(target, factor, kind, spec->cells[i].point[axis - spec->axes]))
                return failed(error, EXIT_USAGE,
                              "variant '%s' of '%s' sets '%s' itself: the sweep would not vary it "
                              "there",
                              target->variant, target->benchmark,
                              kind == BIAS_CPU ? CPU_KEY : factor);
        }
    return true;
}
