// Failures and missing results in words.
#include "report/wording/missing.h"

#include "analysis/estimate/absent.h"

static bool was_measured(const struct cell_findings *cell, size_t variant)
{
    for (size_t i = 0; i < cell->estimate_count; i++)
        if (cell->estimates[i].variant == variant)
            return true;
    return false;
}

const char *failure_reasons(struct arena *arena, const struct cell_findings *cell, size_t variant,
                            bool counts)
{
    const char *words = "";
    for (size_t i = 0; i < cell->failure_count; i++) {
        const struct failure_row *failure = &cell->failures[i];
        if (failure->variant != variant)
            continue;
        const char *count = counts ? arena_printf(arena, " ×%zu", failure->executions) : "";
        words = arena_printf(arena, "%s%s%s%s", words, *words ? ", " : "", failure->reason, count);
    }
    return words;
}

static size_t lost_in(const struct cell_findings *cell)
{
    size_t lost = 0;
    for (size_t i = 0; i < cell->failure_count; i++)
        lost += cell->failures[i].executions;
    return lost;
}

// Whether the variant has values of a benchmark of a suite.
static bool was_reported(const struct findings *findings, size_t cell, size_t variant)
{
    for (size_t i = 0; i < findings->catalogue.series_count; i++)
        if (findings->catalogue.series[i].cell == cell &&
            findings->catalogue.series[i].variant == variant)
            return true;
    return false;
}

const char *failed_wording(struct arena *arena, const struct findings *findings, size_t cell,
                           size_t variant)
{
    const struct cell_findings *own = &findings->cells[cell];
    const char *reasons = failure_reasons(arena, own, variant, false);
    if (was_measured(own, variant))
        return NULL;
    if (*reasons)
        return arena_printf(arena, "failed (%s)", reasons);
    if (absent_reason(own, variant))
        return absent_reason(own, variant);
    bool lacks = cell_is_of_suite(&findings->catalogue.cells[cell]) && own->measured &&
                 !was_reported(findings, cell, variant);
    return lacks ? "does not report this benchmark" : NULL;
}

const char *nothing_wording(struct arena *arena, const struct findings *findings, size_t cell)
{
    const struct cell_findings *own = &findings->cells[cell];
    const struct cell_progress *progress = &own->progress;
    if (own->estimate_count)
        return NULL;
    if (own->absent && !own->measured)
        return "nothing was measured";
    if (cell_is_of_suite(&findings->catalogue.cells[cell]))
        return "not analysed: only some executions report it";
    if (progress->executions == 0)
        return "nothing was measured: no execution was started";
    if (progress->executions == lost_in(own))
        return "nothing was measured: no execution succeeded";
    return arena_printf(arena, "nothing was measured: no block is complete after %s",
                        text_counted(arena, progress->executions, "execution"));
}

const char *missing_wording(struct arena *arena, const struct findings *findings, size_t cell)
{
    const char *words = nothing_wording(arena, findings, cell);
    for (size_t v = 0; v < findings->catalogue.variant_count; v++) {
        const char *failed = failed_wording(arena, findings, cell, v);
        if (failed)
            words = arena_printf(arena, "%s%s%s %s", words ? words : "", words ? ", " : "",
                                 findings->catalogue.variants[v], failed);
    }
    return words;
}

const char *failures_wording(struct arena *arena, const struct findings *findings, size_t cell,
                             bool *biased)
{
    const struct cell_findings *own = &findings->cells[cell];
    const char *who = "";
    *biased = false;
    for (size_t v = 0; v < findings->catalogue.variant_count; v++) {
        const char *reasons = failure_reasons(arena, own, v, true);
        if (!*reasons)
            continue;
        *biased |= was_measured(own, v);
        who = arena_printf(arena, "%s%s%s: %s", who, *who ? "; " : "",
                           findings->catalogue.variants[v], reasons);
    }
    if (!*who)
        return NULL;
    return arena_printf(arena, "%zu of %s failed for good and are left out (%s)%s", lost_in(own),
                        text_counted(arena, own->progress.executions, "execution"), who,
                        *biased ? ": a failure that depends on speed biases the result" : "");
}
