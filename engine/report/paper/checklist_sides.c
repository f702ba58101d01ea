// The judges of crimes that concern the sides: programs, platform, versions.
#include "report/paper/checklist_sides.h"

#include "model/process_settings.h"
#include "report/paper/check.h"
#include "report/wording/lines.h"
#include "spec/process_settings.h"
#include "spec/target.h"
#include "store/facts.h"

#include <string.h>

static const char *baseline_of(const struct inspection *inspection)
{
    return plain_name(inspection->arena, inspection->findings->catalogue.variants[0]);
}

static size_t variants_of(const struct inspection *inspection)
{
    return inspection->findings->attributions ? 1 : inspection->findings->catalogue.variant_count;
}

struct check judge_simulation(const struct inspection *inspection)
{
    const char *cpu = inspected_fact(inspection, FACT_MACHINE_CPU);
    return check_of(
        inspection, CHECK_ASK,
        "%s%sIs any part of the measured system a simulation or a model, and was it validated "
        "against the real system?",
        *cpu ? "The programs ran on " : "",
        *cpu ? arena_printf(inspection->arena, "%s. ", plain_name(inspection->arena, cpu)) : "");
}

// ---- What differs between the sides

static bool same_words(const struct text_list *a, const struct text_list *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = strcmp(a->items[i], b->items[i]) == 0;
    return same;
}

static bool same_cpus(const struct target *a, const struct target *b)
{
    return a->cpu_auto == b->cpu_auto && a->draws_cpu == b->draws_cpu &&
           a->cpu_count == b->cpu_count &&
           (!a->cpu_count || memcmp(a->cpus, b->cpus, a->cpu_count * sizeof *a->cpus) == 0);
}

static void note_differences(const struct inspection *inspection, const struct target *a,
                             const struct target *b, struct text_list *keys)
{
    struct arena *arena = inspection->arena;
    const struct {
        const char *key;
        bool same;
    } parts[] = {
        {"revision", text_equal(a->revision, b->revision)},
        {"sources", same_words(&a->sources, &b->sources)},
        {"directory", text_equal(a->directory, b->directory)},
        {"setup", text_equal(a->setup, b->setup)},
        {"build", text_equal(a->build, b->build)},
        {"compiler", text_equal(a->compiler, b->compiler)},
        {"cflags", same_words(&a->cflags, &b->cflags)},
        {"ldflags", same_words(&a->ldflags, &b->ldflags)},
        {"libs", same_words(&a->libs, &b->libs)},
        {"linker", text_equal(a->linker, b->linker)},
        {"command", same_words(&a->command, &b->command)},
        {"env", same_words(&a->environment, &b->environment)},
        {"cpus", same_cpus(a, b)},
        {"memory", text_equal(memory_wording(arena, &a->process_settings),
                              memory_wording(arena, &b->process_settings))},
        {"priority", text_equal(priority_wording(arena, &a->process_settings),
                                priority_wording(arena, &b->process_settings))},
        {"randomize", targets_draw_alike(a, b)},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!parts[i].same)
            text_list_add_once(keys, arena, parts[i].key);
}

// The keys of the experiment file in which some variant differs from the baseline.
static struct text_list differences(const struct inspection *inspection)
{
    struct text_list keys = {0};
    const struct spec *spec = inspection->spec;
    for (size_t i = 0; i < spec->cell_count; i++)
        for (size_t v = 1; v < spec->variant_count; v++)
            note_differences(inspection, &spec->cells[i].targets[0], &spec->cells[i].targets[v],
                             &keys);
    return keys;
}

// -O0, or no -O at all, which is the same.
static bool is_unoptimized(const struct target *target)
{
    bool optimized = false;
    for (size_t i = 0; i < target->cflags.count; i++)
        if (text_starts(target->cflags.items[i], "-O"))
            optimized = strcmp(target->cflags.items[i], "-O0") != 0;
    return !optimized && target->kind == TARGET_SOURCES;
}

static bool only_baseline_unoptimized(const struct spec *spec)
{
    for (size_t i = 0; i < spec->cell_count; i++)
        for (size_t v = 1; v < spec->variant_count; v++)
            if (is_unoptimized(&spec->cells[i].targets[0]) &&
                !is_unoptimized(&spec->cells[i].targets[v]))
                return true;
    return false;
}

struct check judge_baseline(const struct inspection *inspection)
{
    if (variants_of(inspection) < 2)
        return check_of(inspection, CHECK_VIOLATED,
                        "there is one variant: nothing is compared with a baseline");
    if (!inspection->spec)
        return check_of(
            inspection, CHECK_ASK,
            "Was %s built and run in the same way as the others, except for the change under test?",
            baseline_of(inspection));
    const struct text_list *toolchains = &inspection->toolchains;
    struct text_list keys = differences(inspection);
    if (only_baseline_unoptimized(inspection->spec))
        return check_of(inspection, CHECK_VIOLATED,
                        "the baseline %s is compiled without optimization, another variant with it",
                        baseline_of(inspection));
    if (toolchains->count > 1)
        return check_of(
            inspection, CHECK_ASK,
            "Different toolchains (%s) built the variants: is the toolchain under test?",
            names_wording(inspection->arena, toolchains));
    return check_of(inspection, CHECK_VOUCHED,
                    "%s was built%s and measured like the others, in the same blocks; in the "
                    "experiment file the variants differ in %s",
                    baseline_of(inspection),
                    toolchains->count
                        ? arena_printf(inspection->arena, " (by %s)",
                                       plain_name(inspection->arena, toolchains->items[0]))
                        : "",
                    keys.count ? names_wording(inspection->arena, &keys) : "nothing");
}

struct check judge_itself(const struct inspection *inspection)
{
    return check_of(
        inspection, CHECK_ASK,
        "%s the system that a reader would use today, or is there a better alternative to compare "
        "with?",
        variants_of(inspection) < 2
            ? "Is this"
            : arena_printf(inspection->arena, "Is the baseline %s", baseline_of(inspection)));
}

struct check judge_fairness(const struct inspection *inspection)
{
    static const char *const tuning[] = {"compiler", "cflags",   "ldflags", "libs",
                                         "linker",   "command",  "env",     "setup",
                                         "cpus",     "priority", "memory",  "randomize"};
    struct text_list keys = {0}, tuned = {0};
    if (inspection->spec)
        keys = differences(inspection);
    for (size_t i = 0; i < sizeof tuning / sizeof *tuning; i++)
        if (text_list_has(&keys, tuning[i]))
            text_list_add(&tuned, inspection->arena, tuning[i]);
    if (!inspection->spec || variants_of(inspection) < 2 || text_list_has(&keys, "directory") ||
        text_list_has(&keys, "sources") || text_list_has(&keys, "build"))
        return check_of(inspection, CHECK_ASK,
                        "Was every compared system set up and tuned as its makers advise?");
    if (tuned.count)
        return check_of(inspection, CHECK_ASK,
                        "The variants differ in %s: does each have its best setting, or is this "
                        "setting under test?",
                        names_wording(inspection->arena, &tuned));
    return check_of(inspection, CHECK_VOUCHED,
                    "all variants had the same compiler, flags, command and environment");
}

struct check judge_steps(const struct inspection *inspection)
{
    struct text_list names = {0};
    for (size_t v = 1; v < variants_of(inspection); v++)
        text_list_add(&names, inspection->arena, inspection->findings->catalogue.variants[v]);
    if (names.count < 2)
        return check_of(inspection, CHECK_ASK,
                        "Is %s a single step? If it has parts, a variant for each part would show "
                        "its contribution",
                        names.count ? names_wording(inspection->arena, &names)
                                    : "the measured change");
    return check_of(inspection, CHECK_ASK,
                    "Do %s add the parts of the solution one at a time, and is no part missing?",
                    names_wording(inspection->arena, &names));
}

// ---- Where and with what

struct check judge_platform(const struct inspection *inspection)
{
    const struct stored_fact *facts = inspection->machine;
    size_t count = inspection->machine_facts;
    struct text_list known = {0}, unknown = {0};
    if (count == 0)
        return check_of(inspection, CHECK_VIOLATED,
                        "the store does not describe the machine: the text must describe it");
    for (size_t i = 0; i < count; i++) {
        bool missing = text_starts(facts[i].value, "not available here");
        text_list_add(missing ? &unknown : &known, inspection->arena, facts[i].key);
    }
    return check_of(inspection, CHECK_VOUCHED, "%s, %s; %s recorded%s%s",
                    plain_name(inspection->arena, inspected_fact(inspection, FACT_MACHINE_CPU)),
                    plain_name(inspection->arena, inspected_fact(inspection, FACT_MACHINE_MEMORY)),
                    arena_printf(inspection->arena, "%zu properties", known.count),
                    unknown.count ? ", not readable: " : "",
                    names_wording(inspection->arena, &unknown));
}

struct check judge_versions(const struct inspection *inspection)
{
    const char *version = inspected_fact(inspection, FACT_VERSION);
    const char *revision = inspected_fact(inspection, FACT_REVISION);
    const struct text_list *toolchains = &inspection->toolchains;
    if (!*version)
        return check_of(inspection, CHECK_VIOLATED,
                        "the store has no versions of the measured software");
    size_t digits = strspn(revision, "0123456789abcdef");
    if (digits != strlen(revision) || !digits)
        return check_of(inspection, CHECK_VIOLATED, "the %s: %s",
                        digits >= 40 ? "experiment is not that of a revision"
                                     : "sources have no revision",
                        *revision ? plain_name(inspection->arena, revision) : "unknown");
    return check_of(inspection, CHECK_VOUCHED, "Linux %s, revision %.12s, eswexp %s%s%s",
                    plain_name(inspection->arena, inspected_fact(inspection, FACT_MACHINE_KERNEL)),
                    revision, version, toolchains->count ? ", " : "",
                    names_wording(inspection->arena, toolchains));
}
