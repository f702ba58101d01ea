// Of a methods section: layout, warm-up, machine and tools.
#include "report/methods_parts.h"

#include "analysis/warmup.h"
#include "report/lines.h"

#include <string.h>

bool say_layouts(struct methods *methods, struct error *error)
{
    struct arena *arena = methods->arena;
    struct stored_fact *facts = NULL;
    size_t count = 0, builds = 0, layouts = 0;
    struct text_list names = {0};
    if (!store_facts(methods->store, arena, "randomized.", &facts, &count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        char *rest = arena_strdup(arena, facts[i].value), *name = NULL;
        while ((name = strsep(&rest, ",")))
            if (*(name += strspn(name, " ")))
                text_list_add_once(&names, arena, name);
    }
    for (size_t i = 0; i < names.count; i++)
        for (char *c = names.items[i]; *c; c++)
            *c = *c == '_' ? ' ' : *c;
    for (size_t i = 0; i < methods->findings->catalogue.cell_count; i++) {
        builds += methods->findings->cells[i].progress.builds;
        layouts += methods->findings->cells[i].progress.layouts;
    }
    if (names.count)
        text_printf(methods->text,
                    " Memory layout, which alone can outweigh an optimization%s, was drawn anew "
                    "throughout (%s)",
                    methods_cite(methods, "mytkowicz"), names_in_words(arena, &names));
    else if (count)
        text_printf(methods->text, " Memory layout was not randomized");
    if (builds)
        text_printf(methods->text, "%s %s%s had %s", names.count ? ":" : ";",
                    text_counted(arena, builds, "build"),
                    methods->findings->dimension_count ? ", the pilot's included," : "",
                    text_counted(arena, layouts, "distinct layout"));
    text_printf(methods->text, "%s", names.count || count || builds ? "." : "");
    return true;
}

static const char *found_by(struct methods *methods)
{
    const char *mser = methods_cite(methods, "white");
    return arena_printf(methods->arena, "by MSER-5%s and change points (PELT%s)", mser,
                        methods_cite(methods, "killick"));
}

// What was cut of the cells' executions, and where one iteration alone was taken.
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
    bool found = strcmp(methods_fact(methods, "warmup"), "auto") == 0;
    if (cuts.most)
        text_printf(methods->text, " The first %s of an execution are warm-up, %s%s, and left out.",
                    range_in_words(methods->arena, cuts.fewest, cuts.most, "iteration"),
                    found ? "as found in the pilot " : "as set beforehand",
                    found ? found_by(methods) : "");
    else if (cuts.fewest == 0 && found)
        text_printf(methods->text, " No warm-up was found in the pilot %s.", found_by(methods));
    if (cuts.unsteady)
        text_printf(methods->text,
                    " Most executions of %s never became steady in the pilot, judged %s: of these "
                    "the same iteration of every execution was taken, number %zu at the latest.",
                    text_counted(methods->arena, cuts.unsteady, "benchmark"), found_by(methods),
                    cuts.taken);
    if (findings->iteration)
        text_printf(methods->text,
                    " Since iterations are not independent, iteration %zu alone was taken of every "
                    "execution.",
                    findings->iteration);
}

static const char *machine_fact(const struct methods *methods, const char *name)
{
    const char *value = methods_fact(methods, arena_printf(methods->arena, "machine.%s", name));
    bool none = text_starts(value, "not available here") || text_equal(value, "notsupported") ||
                text_equal(value, "notimplemented"); // the kernel's words on SMT
    return none ? "" : plain_name(methods->arena, value);
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
    if (tools.count)
        text_printf(methods->text, " Toolchain: %s.", names_in_words(methods->arena, &tools));
    return true;
}
