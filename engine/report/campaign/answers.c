// The answer: claims, ratios to the baseline, or the values of a single variant.
#include "report/campaign/internal.h"

#include "report/wording/claims.h"
#include "report/wording/estimates.h"
#include "report/wording/missing.h"
#include "report/wording/notes.h"
#include "report/wording/ratios.h"
#include "report/wording/summaries.h"

enum { RATIOS_SAID = 6 }; // more are counted

enum tone tone_of(const struct stored_metric *metric, enum verdict verdict)
{
    static const enum tone tones[] = {
        [VERDICT_FASTER] = TONE_GOOD, [VERDICT_SLOWER] = TONE_BAD, [VERDICT_EQUAL] = TONE_PLAIN};
    return tones[verdict_tone(metric, verdict)];
}

static void add_state(struct report_section *section, const struct findings *findings)
{
    const struct completeness *completeness = &findings->completeness;
    if (findings->quick)
        section_answer(section, TONE_PLAIN, "QUICK", QUICK_WORDS);
    if (completeness->unfinished)
        section_answer(section, TONE_PLAIN, "UNFINISHED",
                       completeness->planned
                           ? arena_printf(section->arena,
                                          "%zu of %zu blocks are measured; " UNFINISHED_REASON,
                                          completeness->blocks, completeness->planned)
                           : "the real experiment has not begun; " UNFINISHED_REASON);
}

static void add_claims(struct report_section *section, const struct findings *findings)
{
    static const enum tone tones[] = {[CLAIM_INCONCLUSIVE] = TONE_PLAIN,
                                      [CLAIM_SUPPORTED] = TONE_GOOD,
                                      [CLAIM_REFUTED] = TONE_BAD};
    for (size_t i = 0; i < findings->claim_count; i++) {
        const struct judged_claim *claim = &findings->claims[i];
        section_answer(section, tones[claim->outcome], claim_outcome_lead(claim->outcome),
                       arena_printf(section->arena, "%s: %s", claim->text, claim->reason));
    }
}

// "sort · n=1: ", or "" where there is one cell.
static const char *place_before(const struct report_section *section,
                                const struct findings *findings, size_t cell)
{
    return findings->catalogue.cell_count == 1
               ? ""
               : arena_printf(section->arena, "%s: ", cell_name(section->arena, findings, cell));
}

static void add_ratio(struct report_section *section, const struct findings *findings,
                      const struct variant_ratio *ratio)
{
    const struct stored_metric *metric = &findings->catalogue.metrics[ratio->new->metric];
    section_answer(section, tone_of(metric, ratio->verdict),
                   verdict_lead(section->arena, metric, ratio->verdict),
                   arena_printf(section->arena, "%s%s",
                                place_before(section, findings, ratio->new->cell),
                                variant_ratio_wording(section->arena, findings, ratio)));
}

static void add_value(struct report_section *section, const struct findings *findings,
                      const struct estimate *estimate)
{
    const struct catalogue *catalogue = &findings->catalogue;
    const struct stored_metric *metric = &catalogue->metrics[estimate->metric];
    const char *name = metric_label(metric->name, metric->unit),
               *value = value_wording(section->arena, findings, estimate),
               *summary = summary_wording(section->arena, estimate);
    section_answer(section, TONE_PLAIN, NULL,
                   arena_printf(section->arena, "%s%s %s %s (%s %s)",
                                place_before(section, findings, estimate->cell),
                                catalogue->variants[estimate->variant],
                                is_time(metric) ? "takes" : "has", value, summary, name));
}

// ---- Many ratios

struct counts {
    size_t of[VERDICTS], all, missing;
};

// Ratios of the variant, or of all (0), if nothing were missing.
static size_t ratios_asked(const struct findings *findings, size_t variant)
{
    const struct catalogue *catalogue = &findings->catalogue;
    size_t count = 0;
    for (size_t cell = 0; cell < catalogue->cell_count; cell++)
        for (size_t v = 1; v < catalogue->variant_count; v++)
            count += (!variant || v == variant) && !stands_beside(findings, cell, v);
    return count;
}

static struct counts counts_of(const struct findings *findings, size_t metric, size_t variant)
{
    struct counts counts = {0};
    for (size_t i = 0; i < findings->variant_ratio_count; i++) {
        const struct variant_ratio *ratio = &findings->variant_ratios[i];
        if (ratio->new->metric != metric || (variant && ratio->new->variant != variant) ||
            is_beside(findings, ratio))
            continue;
        counts.of[ratio->verdict]++;
        counts.all++;
    }
    counts.missing = ratios_asked(findings, variant) - counts.all;
    return counts;
}

// "4 of 9 faster, 5 inconclusive".
static const char *counts_wording(struct arena *arena, const struct stored_metric *metric,
                                  const struct counts *counts, const char *noun)
{
    static const enum verdict order[] = {VERDICT_FASTER, VERDICT_SLOWER, VERDICT_EQUAL,
                                         VERDICT_INCONCLUSIVE};
    const char *words = "";
    if (!counts->all)
        return arena_printf(arena, "none of %s compared",
                            text_counted(arena, counts->missing, noun));
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (counts->of[order[i]])
            words = arena_printf(
                arena, "%s%s%zu%s %s", words, *words ? ", " : "", counts->of[order[i]],
                *words ? ""
                       : arena_printf(arena, " of %s",
                                      text_counted(arena, counts->all + counts->missing, noun)),
                verdict_word(metric, order[i]));
    return counts->missing ? arena_printf(arena, "%s, %zu not compared", words, counts->missing)
                           : words;
}

// The one verdict of all that was asked for, or that there is none.
static const char *lead_of(struct arena *arena, const struct stored_metric *metric,
                           const struct counts *counts, enum tone *tone)
{
    *tone = TONE_PLAIN;
    if (!counts->all)
        return "MISSING";
    for (enum verdict verdict = 0; verdict < VERDICTS; verdict++)
        if (counts->of[verdict] == counts->all &&
            (!counts->missing || verdict == VERDICT_INCONCLUSIVE)) {
            *tone = tone_of(metric, verdict);
            return verdict_lead(arena, metric, verdict);
        }
    return "MIXED";
}

static void add_counts(struct report_section *section, const struct findings *findings,
                       size_t variant)
{
    const struct catalogue *catalogue = &findings->catalogue;
    const struct stored_metric *metric = &catalogue->metrics[0];
    struct counts counts = counts_of(findings, 0, variant);
    enum tone tone;
    if (!counts.all && (!counts.missing || findings->completeness.unfinished))
        return;
    const char *who = variant ? catalogue->variants[variant] : "variants";
    const char *lead = lead_of(section->arena, metric, &counts, &tone);
    section_answer(
        section, tone, lead,
        arena_printf(section->arena, "%s against %s, %s: %s", who, catalogue->variants[0],
                     metric_label(metric->name, metric->unit),
                     counts_wording(section->arena, metric, &counts, variant ? "point" : "ratio")));
}

static void add_cell(struct report_section *section, const struct findings *findings, size_t index)
{
    const struct cell_findings *cell = &findings->cells[index];
    size_t said = 0;
    for (size_t i = 0; i < cell->variant_ratio_count; i++) {
        const struct variant_ratio *ratio = &cell->variant_ratios[i];
        if (ratio->new->metric != cell->estimates[0].metric || is_beside(findings, ratio))
            continue;
        add_ratio(section, findings, ratio);
        said++;
    }
    bool alone = findings->catalogue.variant_count == 1;
    for (size_t i = 0; alone && !said && i < cell->estimate_count; i++)
        if (cell->estimates[i].metric == cell->estimates[0].metric)
            add_value(section, findings, &cell->estimates[i]);
    const char *missing = missing_wording(section->arena, findings, index);
    if (missing)
        section_answer(
            section, TONE_PLAIN, "MISSING",
            arena_printf(section->arena, "%s%s", place_before(section, findings, index), missing));
}

void add_answers(struct document *document, const struct findings *findings)
{
    struct report_section *section = document_section(document, RANK_FIRST, NULL, NULL);
    const struct catalogue *catalogue = &findings->catalogue;
    add_state(section, findings);
    add_claims(section, findings);
    if (findings->bias || findings->attributions)
        return;
    if (!findings->estimate_count && catalogue->cell_count > 1) {
        section_answer(section, TONE_PLAIN, "MISSING",
                       arena_printf(section->arena, "nothing was measured at any of %zu points",
                                    catalogue->cell_count));
        return;
    }
    if (is_sweep(findings)) {
        for (size_t v = 1; v < catalogue->variant_count && v <= RATIOS_SAID; v++)
            add_counts(section, findings, v);
        return;
    }
    if (catalogue->cell_count * (catalogue->variant_count - 1) > RATIOS_SAID)
        add_counts(section, findings, 0);
    else
        for (size_t i = 0; i < catalogue->cell_count; i++)
            add_cell(section, findings, i);
}
