// The sentences of a methods section about layout, warm-up, machine and tools.
#include "report/paper/methods_setup.h"

#include "analysis/diagnostics/warmup.h"
#include "randomizers/randomizer.h"
#include "report/paper/factor_scope.h"
#include "report/paper/methods_text.h"
#include "report/wording/lines.h"
#include "report/wording/repetitions.h"
#include "report/wording/stored_experiment.h"
#include "store/facts.h"

#include <string.h>

// The factors that the facts name: "link order, aslr of benchmark.variant only".
static struct text_list factors_of(struct arena *arena, const struct stored_fact *prepared_variants,
                                   size_t count)
{
    struct text_list factors = {0};
    for (size_t i = 0; randomizers[i]; i++) {
        const char *whose = factor_scope(arena, prepared_variants, count, randomizers[i]->name);
        char *name = arena_strdup(arena, randomizers[i]->name);
        for (char *c = name; *c; c++)
            *c = *c == '_' ? ' ' : *c;
        if (strcmp(whose, "all") != 0)
            name = arena_printf(arena, "%s of %s only", name, plain_name(arena, whose));
        if (strcmp(whose, "none") != 0)
            text_list_add(&factors, arena, name);
    }
    return factors;
}

// Of how many prepared variants the facts name factors.
static size_t drawing_count(const struct stored_fact *prepared_variants, size_t count)
{
    size_t drawing = 0;
    for (size_t i = 0; i < count; i++)
        drawing += *prepared_variants[i].value != '\0';
    return drawing;
}

static void say_factors(struct methods *methods, const struct text_list *drawn,
                        const struct text_list *coupled, const struct text_list *fixed, bool known)
{
    struct arena *arena = methods->arena;
    if (drawn->count)
        text_printf(
            methods->text,
            " Memory layout, which alone can outweigh an optimization%s, was randomized (%s)",
            methods_cite(methods, "mytkowicz"), names_wording(arena, drawn));
    else if (known)
        text_printf(methods->text, " Memory layout was not randomized");
    if (coupled->count)
        text_printf(methods->text, ", with the same draws%s for the variants of a block%s",
                    coupled->count == drawn->count
                        ? ""
                        : arena_printf(arena, " of %s", names_wording(arena, coupled)),
                    methods_cite(methods, "law"));
    if (fixed->count)
        text_printf(methods->text, "; held fixed: %s", names_wording(arena, fixed));
}

bool say_layouts(struct methods *methods, struct error *error)
{
    struct arena *arena = methods->arena;
    struct stored_fact *drawn = NULL, *coupled = NULL, *fixed = NULL;
    size_t count = 0, coupled_count = 0, fixed_count = 0, builds = 0, layouts = 0;
    if (!store_facts(methods->store, arena, FACTS_RANDOMIZED, &drawn, &count, error) ||
        !store_facts(methods->store, arena, FACTS_COUPLED, &coupled, &coupled_count, error) ||
        !store_facts(methods->store, arena, FACTS_FIXED, &fixed, &fixed_count, error))
        return false;
    struct text_list names = factors_of(arena, drawn, count);
    struct text_list alike = {0};
    if (drawing_count(coupled, coupled_count) > 1)
        alike = factors_of(arena, coupled, coupled_count);
    struct text_list held = factors_of(arena, fixed, fixed_count);
    for (size_t i = 0; i < methods->findings->catalogue.cell_count; i++) {
        if (!cell_leads(&methods->findings->catalogue, i))
            continue;
        builds += methods->findings->cells[i].progress.builds;
        layouts += methods->findings->cells[i].progress.layouts;
    }
    say_factors(methods, &names, &alike, &held, count > 0);
    if (builds)
        text_printf(methods->text, "%s %s%s had %s", count ? ";" : "",
                    text_counted(arena, builds, "build"),
                    methods->findings->dimension_count ? ", the pilot's included," : "",
                    text_counted(arena, layouts, "distinct layout"));
    text_printf(methods->text, "%s", count || builds ? "." : "");
    return true;
}

static const char *found_by(struct methods *methods)
{
    const char *mser = methods_cite(methods, "white");
    return arena_printf(methods->arena, "by MSER-5%s and change points (PELT%s)", mser,
                        methods_cite(methods, "killick"));
}

// The warm-up that was cut, and the cells of which one iteration is analysed.
struct cuts {
    size_t fewest, most;
    size_t unsteady, taken; // cells; the latest iteration
};

static struct cuts cuts_of(const struct findings *findings)
{
    struct cuts cuts = {.fewest = SIZE_MAX};
    for (size_t i = 0; i < findings->catalogue.cell_count; i++) {
        size_t warmup = findings->cells[i].pilot.first;
        size_t taken = iteration_taken(&findings->catalogue.cells[i]);
        if (!findings->catalogue.cells[i].paced || !findings->cells[i].measured)
            continue;
        cuts.unsteady += taken > 0;
        cuts.taken = taken > cuts.taken ? taken : cuts.taken;
        cuts.fewest = !taken && warmup < cuts.fewest ? warmup : cuts.fewest;
        cuts.most = !taken && warmup > cuts.most ? warmup : cuts.most;
    }
    return cuts;
}

void say_warmup(struct methods *methods)
{
    const struct findings *findings = methods->findings;
    struct cuts cuts = cuts_of(findings);
    bool found = strcmp(methods_fact(methods, FACT_WARMUP), "auto") == 0;
    if (cuts.most)
        text_printf(methods->text, " The first %s of an execution are warm-up, %s%s, and left out.",
                    range_wording(methods->arena, cuts.fewest, cuts.most, "iteration"),
                    found ? "as found in the pilot " : "as set beforehand",
                    found ? found_by(methods) : "");
    else if (cuts.fewest == 0 && found)
        text_printf(methods->text, " No warm-up was found in the pilot %s.", found_by(methods));
    if (cuts.unsteady)
        text_printf(
            methods->text,
            " Most executions of %s reached no steady state in the pilot, as judged %s: there only "
            "one iteration of every execution was analysed, iteration %zu at the latest.",
            text_counted(methods->arena, cuts.unsteady, "benchmark"), found_by(methods),
            cuts.taken);
    if (findings->iteration)
        text_printf(
            methods->text,
            " Since iterations are not independent, only iteration %zu of every execution was "
            "analysed.",
            findings->iteration);
}

static const char *machine_fact(const struct methods *methods, const char *name)
{
    const char *value = methods_fact(methods, arena_printf(methods->arena, FACT_MACHINE, name));
    bool none = text_starts(value, "not available here") || text_equal(value, "notsupported") ||
                text_equal(value, "notimplemented"); // the kernel's words on SMT
    return none ? "" : plain_name(methods->arena, value);
}

// The process settings of the campaign, or of the nodes that measured it.
static bool say_process_settings(struct methods *methods, struct error *error)
{
    static const char key[] = FACT_PROCESS_SETTINGS;
    struct stored_fact *facts = NULL;
    size_t count = 0;
    struct text_list settings = {0};
    const char *own = methods_fact(methods, key), *words = "";
    if (!store_facts(methods->store, methods->arena, FACTS_NODE, &facts, &count, error))
        return false;
    if (*own)
        text_list_add(&settings, methods->arena, own);
    for (size_t i = 0; i < count; i++)
        if (text_ends(facts[i].key, key))
            text_list_add_once(&settings, methods->arena, facts[i].value);
    for (size_t i = 0; i < settings.count; i++)
        words = arena_printf(methods->arena, "%s%s%s", words, i ? "; on another node " : "",
                             settings.items[i]);
    if (*words)
        text_printf(methods->text, " Process settings: %s.", plain_name(methods->arena, words));
    return true;
}

bool say_machine(struct methods *methods, struct error *error)
{
    static const char *const parts[][2] = {{"cpu", ""},
                                           {"memory", "memory "},
                                           {"cpus", "CPUs "},
                                           {"kernel", "Linux "},
                                           {"microcode", "microcode "},
                                           {"governor", "governor "},
                                           {"boost", "boost "},
                                           {"smt", "SMT "}};
    struct text_list tools;
    const char *words = "";
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *value = machine_fact(methods, parts[i][0]);
        if (*value)
            words = arena_printf(methods->arena, "%s%s%s%s", words, *words ? ", " : "", parts[i][1],
                                 value);
    }
    if (!toolchains_of(methods->store, methods->arena, &tools, error))
        return false;
    if (*words)
        text_printf(methods->text, " Machine: %s.", words);
    if (!say_process_settings(methods, error))
        return false;
    if (tools.count)
        text_printf(methods->text, " Toolchain: %s.", names_wording(methods->arena, &tools));
    return true;
}
