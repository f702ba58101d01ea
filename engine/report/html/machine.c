// The machine, sources and toolchains.
#include "report/html/internal.h"

#include "report/html/frame/section.h"
#include "report/html/frame/table.h"
#include "report/html/frame/writer.h"
#include "store/facts.h"

enum { KINDS_MOST = 20, VARIANTS_MOST = 12 };

static const struct html_column fact_columns[] = {{"fact", false}, {"value", false}};

static bool machine_table(const struct html_page *page, struct error *error)
{
    struct stored_fact *facts = NULL;
    size_t count = 0, machines = 0;
    if (!store_facts(page->store, page->arena, FACTS_MACHINE, &facts, &count, error))
        return false;
    struct html_table table =
        html_table_begin(page, "Fingerprint of the machine", fact_columns, 2, "campaign.db");
    for (size_t i = 0; i < count; i++)
        html_table_row(&table, (const char *[]){facts[i].key, facts[i].value});
    html_table_end(&table);
    for (size_t i = 0; i < page->findings->catalogue.series_count; i++) {
        size_t own = page->findings->catalogue.series[i].machines;
        machines = own > machines ? own : machines;
    }
    if (machines > 1)
        html_add(page->html,
                 "<p>Measured on %s; the fingerprint is that of the machine that started the "
                 "campaign.</p>\n",
                 text_counted(page->arena, machines, "machine"));
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
static bool kinds_rows(struct html_table *table, const char *name, const char *prefix,
                       struct error *error)
{
    const struct html_page *page = table->page;
    struct arena *arena = page->arena;
    struct stored_fact *facts = NULL;
    struct kind kinds[KINDS_MOST];
    size_t count = 0, found = 0, others = 0;
    if (!store_facts(page->store, arena, prefix, &facts, &count, error))
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
        html_table_row(
            table, (const char *[]){arena_printf(arena, "%s of %s", name, who), kinds[i].value});
    }
    if (others)
        html_table_row(table, (const char *[]){name, arena_printf(arena,
                                                                  "… and %zu more: "
                                                                  "campaign.db",
                                                                  others)});
    return true;
}

static bool software_table(const struct html_page *page, struct error *error)
{
    static const char *const facts[][2] = {{"eswexp", "version"},
                                           {"started (UTC)", "started"},
                                           {"revision of the experiment file's folder", "revision"},
                                           {"seed", "seed"}};
    struct html_table table = html_table_begin(page, "Software", fact_columns, 2, "campaign.db");
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        const char *value = store_get(page->store, page->arena, facts[i][1]);
        if (value && *value)
            html_table_row(&table, (const char *[]){facts[i][0], value});
    }
    bool done = kinds_rows(&table, "source", FACTS_VARIANT_REVISION, error) &&
                kinds_rows(&table, "toolchain", FACTS_TOOLCHAIN, error) &&
                kinds_rows(&table, "clock", FACTS_CLOCK, error);
    html_table_end(&table);
    return done;
}

bool html_machine(const struct html_page *page, struct error *error)
{
    if (!store_get(page->store, page->arena, FACT_MACHINE_CPU))
        return true;
    html_section(page, "machine", "Machine and software");
    bool done = machine_table(page, error) && software_table(page, error);
    html_section_end(page);
    return done;
}
