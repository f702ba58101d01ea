// The machine, sources and toolchains.
#include "report/page/internal.h"

#include "store/facts.h"

enum { KINDS_MOST = 20, VARIANTS_MOST = 12 };

static const struct report_column fact_columns[] = {{"fact", false}, {"value", false}};

static bool add_machine(const struct paged *paged, struct report_section *section,
                        struct error *error)
{
    struct stored_fact *facts = NULL;
    size_t count = 0, machines = 0;
    if (!store_facts(paged->store, paged->arena, FACTS_MACHINE, &facts, &count, error))
        return false;
    struct report_table *table =
        section_table(section, "Fingerprint of the machine", fact_columns, 2);
    for (size_t i = 0; i < count; i++)
        table_row_of(paged->arena, table, (const char *[]){facts[i].key, facts[i].value});
    for (size_t i = 0; i < paged->findings->catalogue.series_count; i++) {
        size_t own = paged->findings->catalogue.series[i].machines;
        machines = own > machines ? own : machines;
    }
    if (machines > 1)
        section_words(section, arena_printf(paged->arena,
                                            "Measured on %zu machines; the fingerprint is that of "
                                            "the machine that started the campaign.",
                                            machines));
    return true;
}

// A value, and the benchmarks and variants that have it.
struct kind {
    const char *value, *owners;
    size_t count;
};

static struct kind *kind_of(struct kind *kinds, size_t *count, const char *value)
{
    for (size_t i = 0; i < *count; i++)
        if (text_equal(kinds[i].value, value))
            return &kinds[i];
    if (*count == KINDS_MOST)
        return NULL;
    kinds[*count] = (struct kind){value, "", 0};
    return &kinds[(*count)++];
}

// Facts of benchmarks and variants: equal values share a row.
static bool add_kinds(const struct paged *paged, struct report_table *table, const char *name,
                      const char *prefix, struct error *error)
{
    struct arena *arena = paged->arena;
    struct stored_fact *facts = NULL;
    struct kind kinds[KINDS_MOST];
    size_t count = 0, found = 0, others = 0;
    if (!store_facts(paged->store, arena, prefix, &facts, &count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct kind *kind = kind_of(kinds, &found, facts[i].value);
        if (kind && ++kind->count <= VARIANTS_MOST)
            kind->owners = arena_printf(arena, "%s%s%s", kind->owners, kind->count > 1 ? ", " : "",
                                        facts[i].key);
        others += !kind;
    }
    for (size_t i = 0; i < found; i++) {
        const char *who = kinds[i].count == count ? "all"
                          : kinds[i].count > VARIANTS_MOST
                              ? arena_printf(arena, "%s and %zu more", kinds[i].owners,
                                             kinds[i].count - VARIANTS_MOST)
                              : kinds[i].owners;
        table_row_of(arena, table,
                     (const char *[]){arena_printf(arena, "%s of %s", name, who), kinds[i].value});
    }
    if (others)
        table_row_of(
            arena, table,
            (const char *[]){name, arena_printf(arena, "… and %zu more: campaign.db", others)});
    return true;
}

static bool add_software(const struct paged *paged, struct report_section *section,
                         struct error *error)
{
    static const char *const facts[][2] = {{"eswexp", "version"},
                                           {"started (UTC)", "started"},
                                           {"revision of the experiment file's folder", "revision"},
                                           {"seed", "seed"}};
    struct report_table *table = section_table(section, "Software", fact_columns, 2);
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        const char *value = store_get(paged->store, paged->arena, facts[i][1]);
        if (value && *value)
            table_row_of(paged->arena, table, (const char *[]){facts[i][0], value});
    }
    return add_kinds(paged, table, "source", FACTS_VARIANT_REVISION, error) &&
           add_kinds(paged, table, "toolchain", FACTS_TOOLCHAIN, error) &&
           add_kinds(paged, table, "clock", FACTS_CLOCK, error);
}

bool page_machine(const struct paged *paged, struct error *error)
{
    if (!store_get(paged->store, paged->arena, FACT_MACHINE_CPU))
        return true;
    struct report_section *section =
        document_section(paged->document, RANK_PAGE, "machine", "Machine and software");
    return add_machine(paged, section, error) && add_software(paged, section, error);
}
