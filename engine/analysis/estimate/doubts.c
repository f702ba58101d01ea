// Reading which times follow a clock, and which sides read other inputs.
#include "analysis/estimate/doubts.h"

#include "base/text.h"
#include "store/facts.h"

#include <stdlib.h>
#include <string.h>

// The values of facts whose keys are GROUP CELL.VARIANT, by cell and variant; NULL: there is none.
static bool load(struct arena *arena, struct store *store, const struct catalogue *catalogue,
                 const char *group, const char *const **values, struct error *error)
{
    struct stored_fact *facts;
    size_t count = 0, variants = catalogue->variant_count;
    *values = NULL;
    if (!store_facts(store, arena, group, &facts, &count, error))
        return false;
    if (!count)
        return true;
    const char **by_place = arena_new_array(arena, const char *, catalogue->cell_count *variants);
    for (size_t i = 0; i < count; i++) {
        char *end;
        size_t cell = strtoull(facts[i].key, &end, 10);
        size_t variant = *end == '.' ? strtoull(end + 1, NULL, 10) : variants;
        if (cell < catalogue->cell_count && variant < variants)
            by_place[cell * variants + variant] = facts[i].value;
    }
    *values = by_place;
    return true;
}

bool doubts_load(struct arena *arena, struct store *store, const struct catalogue *catalogue,
                 struct doubts *doubts, struct error *error)
{
    *doubts = (struct doubts){0};
    return load(arena, store, catalogue, FACTS_CLOCK_AIM, &doubts->clocks, error) &&
           load(arena, store, catalogue, FACTS_INPUT, &doubts->inputs, error) &&
           load(arena, store, catalogue, FACTS_SCRIPT, &doubts->scripts, error) &&
           load(arena, store, catalogue, FACTS_FILES, &doubts->files, error);
}

static bool follows_clock(const char *clocks, const char *metric)
{
    size_t length = strlen(metric);
    for (const char *at = clocks; at && *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && strncmp(at, metric, length) == 0)
            return true;
    return false;
}

static enum doubt doubt_at(const struct doubts *doubts, size_t place, const char *metric)
{
    const char *clocks = doubts->clocks ? doubts->clocks[place] : NULL;
    bool suspected = clocks && text_starts(clocks, FACT_CLOCK_SUSPECTED);
    if (suspected)
        clocks += strlen(FACT_CLOCK_SUSPECTED);
    if (follows_clock(clocks, metric))
        return suspected ? DOUBT_SUSPICION : DOUBT_CLOCK;
    return doubts->inputs && doubts->inputs[place] ? DOUBT_INPUT : DOUBT_NONE;
}

enum doubt doubt_of(const struct doubts *doubts, const struct catalogue *catalogue, size_t cell,
                    size_t old, size_t new, const char *metric)
{
    size_t first = cell * catalogue->variant_count;
    enum doubt doubt = doubt_at(doubts, first + new, metric);
    return doubt ? doubt : doubt_at(doubts, first + old, metric);
}

const char *doubt_wording(enum doubt doubt)
{
    static const char *const words[] = {
        [DOUBT_CLOCK] =
            "it follows a clock and not the code: the process runs until a clock says so",
        [DOUBT_SUSPICION] = "whether the process runs until a clock says so is not known, and it "
                            "prints a time of its own",
        [DOUBT_INPUT] = "the sides read different files"};
    return words[doubt];
}
