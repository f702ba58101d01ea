// Laying a sweep over an experiment file: the factor varies, every other draw is off or fixed.
#include "campaign/bias/bias_file.h"

#include "campaign/bias/factor.h"
#include "spec/keys/experiment.h"
#include "spec/target.h"
#include "spec/values.h"

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

static const struct axis *axis_of(const struct spec *spec, const char *name)
{
    const struct axis *axis = spec->axes;
    while (!text_equal(axis->name, name))
        axis++;
    return axis;
}

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
