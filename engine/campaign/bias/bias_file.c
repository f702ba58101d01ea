// Laying a sweep over an experiment file: the factor varies, every other draw is off or fixed.
#include "campaign/bias/bias_file.h"

#include "analysis/bias/bias.h"
#include "base/nearest.h"
#include "machine/sys.h"
#include "machine/topology.h"
#include "randomizers/cpu.h"
#include "randomizers/options.h"
#include "spec/keys/experiment.h"
#include "spec/spec.h"
#include "spec/target.h"
#include "spec/values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- The factor: a randomizer whose draws are the values, or an axis of the file

// The most bytes that an environment of environment_size can have.
enum { FACTOR_ENVIRONMENT_MOST = 131072 };

// The draw that stands for the project's own link.
#define FACTOR_AS_BUILT "0"

// The CPU that stands for where the kernel puts the programs.
#define FACTOR_ANY_CPU "any"

struct factor_request {
    const struct spec *spec; // the file as it is
    const char *factor;
    const char *values; // of --values, or NULL: a default
    bool quick;
};

enum { DRAWS = 60, DRAWS_QUICK = 20, DRAWS_MOST = 10000, LEAST = 256, STEP = 16, STEP_QUICK = 64 };
enum { PERIOD = 4096 }; // low 12 bits of addresses

static const char size_factor[] = "environment_size", aslr[] = "aslr";

// The sweep of machine.cpus.
#define CPU_KEY "machine.cpus"

// ---- Which factor

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

// What kind of factor the word of --over names. EXIT_USAGE: none, or not one of these programs.
static bool bias_factor_find(struct arena *arena, const struct spec *spec, const char *word,
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

// ---- Its values

// The least multiple of 16 that every environment of the experiment can have.
static size_t factor_environment_least(const struct spec *spec)
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

// The values as `sweep` takes them; NULL: those of the file.
// EXIT_UNFIT: this machine has too few.
static bool factor_values(struct arena *arena, enum bias_kind kind,
                          const struct factor_request *request, const char **values,
                          struct error *error)
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

// ---- Other draws

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

static void set_randomizer(struct arena *arena, struct text_list *settings, const char *randomizer,
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
        set_randomizer(arena, settings, name, text_equal(name, aslr) ? "off" : "false");
    }
}

// Adds the settings that make the factor follow its axis, and all others stay as they are.
static void factor_fix(struct arena *arena, const char *factor, enum bias_kind kind,
                       const struct spec *spec, struct text_list *settings)
{
    bool drawn = kind == BIAS_DRAWS;
    fix_others(arena, factor, kind, spec, settings);
    if (kind == BIAS_CPU)
        text_list_printf(settings, arena, CPU_KEY "=${%s}", factor);
    if (kind == BIAS_SIZE)
        set_randomizer(arena, settings, factor, arena_printf(arena, "{bytes: \"${%s}\"}", factor));
    if (drawn && !any_use(spec, factor, draws_its_way))
        set_randomizer(arena, settings, factor, "true");
    if (drawn)
        set_randomizer(arena, settings, "draw", arena_printf(arena, "${%s}", factor));
    set_randomizer(arena, settings, "couple", "true");
    set_randomizer(arena, settings, "allow_missing",
                   drawn && text_equal(factor, aslr) ? "[]" : "[aslr]");
}

// ---- Whether it can vary

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

// Whether all variants follow the axis; EXIT_USAGE: a variant sets the factor itself.
static bool factor_is_followed(const struct spec *spec, const char *factor, enum bias_kind kind,
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

// ---- The new file

// Fewer blocks leave nothing beyond chance among many values.
enum { BLOCKS = 10, BLOCKS_QUICK = 5, BLOCKS_MOST = 10000, ITERATIONS = 5, WARMUP = 1 };

struct laying {
    struct arena *arena;
    const struct bias_request *request;
    const struct spec *own; // the file as it is
    struct bias_setup *setup;
    struct text_list settings;
};

static void set(struct laying *laying, const char *key, const char *value)
{
    text_list_printf(&laying->settings, laying->arena, "%s=%s", key, value);
}

static void note(struct laying *laying, const char *sentence)
{
    text_list_add(&laying->setup->notes, laying->arena, sentence);
}

// ---- What stays out

static void leave_out(struct laying *laying)
{
    const struct spec *own = laying->own;
    if (own->claims.count || own->derivation_count)
        note(laying,
             "the file's claims and derived quantities are left out: 'eswexp run' has them");
    set(laying, "claims", "[]");
    set(laying, "derive", "{}");
    set(laying, "pictures", "{}");
}

static bool is_ready(const struct target *target)
{
    return !target_is_built(target);
}

// ---- Repetition

static bool read_blocks(const struct bias_request *request, size_t *blocks, struct error *error)
{
    *blocks = request->given.quick ? BLOCKS_QUICK : BLOCKS;
    return !request->repeat ||
           (value_count(request->repeat, blocks) && *blocks >= BLOCKS_QUICK &&
            *blocks <= BLOCKS_MOST) ||
           failed(error, EXIT_USAGE, "--repeat '%s' is not a number from %d to %d", request->repeat,
                  BLOCKS_QUICK, BLOCKS_MOST);
}

// All counts are fixed, so there is no pilot.
static void repeat(struct laying *laying, size_t blocks)
{
    struct arena *arena = laying->arena;
    const struct repeat *own = &laying->own->repeat;
    bool built = spec_has_target(laying->own, target_is_built),
         ready = spec_has_target(laying->own, is_ready),
         iterates = spec_has_target(laying->own, target_has_iterations);
    const char *counts = arena_printf(arena, "executions: %zu", ready ? blocks : 1);
    if (built)
        counts = arena_printf(arena, "builds: %zu, %s", blocks, counts);
    if (iterates)
        counts = arena_printf(arena, "%s, iterations: %zu", counts,
                              own->real[0] ? own->real[0] : ITERATIONS);
    set(laying, "repeat.real", arena_printf(arena, "{%s}", counts));
    if (own->warmup_auto && iterates)
        set(laying, "repeat.warmup", arena_printf(arena, "%d", WARMUP));
}

// ---- The sweep

static const char *axis_key(const struct laying *laying)
{
    return arena_printf(laying->arena, "sweep.%s", laying->setup->factor);
}

static bool sweep(struct laying *laying, struct error *error)
{
    const struct factor_request request = {laying->own, laying->request->over,
                                           laying->request->values, laying->request->given.quick};
    const char *values = NULL;
    if (!factor_values(laying->arena, laying->setup->kind, &request, &values, error))
        return false;
    if (values)
        set(laying, axis_key(laying), values);
    factor_fix(laying->arena, laying->setup->factor, laying->setup->kind, laying->own,
               &laying->settings);
    return true;
}

static struct spec *parse(struct laying *laying, struct text *report, struct error *error)
{
    struct spec_overrides overrides = laying->request->given;
    overrides.settings = laying->settings;
    struct text_list all = {0};
    for (size_t i = 0; i < laying->settings.count; i++)
        text_list_add(&all, laying->arena, laying->settings.items[i]);
    for (size_t i = 0; i < laying->request->given.settings.count; i++)
        text_list_add(&all, laying->arena, laying->request->given.settings.items[i]);
    overrides.settings = all;
    overrides.accepted = true;
    return spec_load(laying->arena, laying->request->path, &overrides, report, error);
}

// ---- The present set-up

// The stack moves in steps of 16 bytes.
static bool own_size(struct laying *laying, const struct axis *axis)
{
    size_t least = factor_environment_least(laying->own), own = laying->request->environment_bytes;
    size_t bytes = (own + 15) / 16 * 16;
    if (bytes < least || bytes > FACTOR_ENVIRONMENT_MOST) {
        note(laying,
             arena_printf(laying->arena,
                          "your environment has %zu bytes, a size that cannot be measured", own));
        return false;
    }
    laying->setup->own = arena_printf(laying->arena, "%zu", bytes);
    laying->setup->beside = !text_list_has(&axis->values, laying->setup->own);
    return laying->setup->beside;
}

// Adds the present environment's size to the values; it does not count as one of them.
static struct spec *with_own_size(struct laying *laying, struct spec *spec, struct text *report,
                                  struct error *error)
{
    const struct axis *axis = axis_of(spec, laying->setup->factor);
    if (!own_size(laying, axis))
        return spec;
    TEXT_CLEANUP struct text values = {0};
    text_printf(&values, "[");
    for (size_t i = 0; i < axis->values.count; i++)
        text_printf(&values, "%s, ", axis->values.items[i]);
    text_printf(&values, "%s]", laying->setup->own);
    set(laying, axis_key(laying), values.bytes);
    return parse(laying, report, error);
}

static struct spec *with_own(struct laying *laying, struct spec *spec, struct text *report,
                             struct error *error)
{
    struct bias_setup *setup = laying->setup;
    if (setup->kind == BIAS_SIZE)
        return with_own_size(laying, spec, report, error);
    const char *own = setup->kind == BIAS_DRAWS ? FACTOR_AS_BUILT
                      : setup->kind == BIAS_CPU ? FACTOR_ANY_CPU
                                                : NULL;
    if (own && text_equal(axis_of(spec, setup->factor)->values.items[0], own)) {
        setup->own = own;
        setup->beside = true;
    }
    return spec;
}

// ---- The whole

static bool has_two(const struct spec *spec, struct error *error)
{
    if (spec->attribution.variant)
        return failed(error, EXIT_USAGE,
                      "'attribute' replaces the variants of '%s': leave it out with --set "
                      "attribute=",
                      spec->path);
    return spec->variant_count > 1 ||
           failed(error, EXIT_USAGE,
                  "'%s' has one variant: there is no conclusion that could turn; 'variants' names "
                  "what is compared",
                  spec->path);
}

static void say(struct laying *laying, const struct spec *spec, size_t blocks)
{
    const struct axis *axis = axis_of(spec, laying->setup->factor);
    size_t count = axis->values.count - laying->setup->beside;
    note(laying, arena_printf(laying->arena, "%s: %s, each measured in %zu blocks", axis->name,
                              text_counted(laying->arena, count, "value"), blocks));
}

struct spec *bias_spec(struct arena *arena, const struct bias_request *request,
                       struct bias_setup *setup, struct text *report, struct error *error)
{
    size_t blocks = 0;
    struct laying laying = {.arena = arena, .request = request, .setup = setup};
    laying.own = spec_load(arena, request->path, &request->given, report, error);
    *setup = (struct bias_setup){.factor = request->over};
    if (!laying.own || !bias_factor_find(arena, laying.own, request->over, &setup->kind, error) ||
        !has_two(laying.own, error) || !read_blocks(request, &blocks, error) ||
        !sweep(&laying, error))
        return NULL;
    leave_out(&laying);
    repeat(&laying, blocks);
    struct spec *spec = parse(&laying, report, error);
    spec = spec ? with_own(&laying, spec, report, error) : NULL;
    if (!spec || !factor_is_followed(spec, setup->factor, setup->kind, error))
        return NULL;
    spec->warnings = laying.own->warnings; // what is fixed here is fixed on purpose
    say(&laying, spec, blocks);
    return spec;
}

size_t bias_facts(const struct bias_setup *setup, struct stored_fact facts[BIAS_FACTS])
{
    size_t count = 0;
    facts[count++] = (struct stored_fact){FACT_BIAS_FACTOR, setup->factor};
    facts[count++] = (struct stored_fact){FACT_BIAS_KIND, bias_kinds[setup->kind]};
    if (setup->own)
        facts[count++] = (struct stored_fact){FACT_BIAS_OWN, setup->own};
    if (setup->beside)
        facts[count++] = (struct stored_fact){FACT_BIAS_BESIDE, "yes"};
    return count;
}
