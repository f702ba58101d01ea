// Suspected and confirmed functions.
#include "report/symbols/document.h"

#include "model/better.h"
#include "report/wording/numbers.h"
#include "report/wording/ratios.h"

#include <math.h>

static const char *search_wording(struct arena *arena, size_t hypotheses, size_t functions,
                                  size_t suspects)
{
    return arena_printf(arena, "%zu hypothes%s on %s, %s tried", hypotheses,
                        hypotheses == 1 ? "is" : "es", text_counted(arena, functions, "function"),
                        text_counted(arena, suspects, "suspect"));
}

// ---- What is confirmed

static const char *figures(struct arena *arena, const struct ratio *ratio, bool more)
{
    int decimals = (int)fmax(decimals_of_ratio(ratio) - 2, 1);
    double sign = more ? 100 : -100, low = more ? ratio->low : ratio->high,
           high = more ? ratio->high : ratio->low;
    return arena_printf(arena, "%s %% [%s, %s]",
                        fixed_number(arena, sign * (ratio->value - 1), decimals),
                        fixed_number(arena, sign * (low - 1), decimals),
                        fixed_number(arena, sign * (high - 1), decimals));
}

static const char *result_wording(struct arena *arena, const struct findings *findings,
                                  const struct suspect_result *suspect)
{
    const struct stored_metric *metric = &findings->catalogue.metrics[suspect->ratio->new->metric];
    const struct ratio *ratio = &suspect->ratio->ratio;
    bool more = ratio->value > 1, known = metric->better != BETTER_UNKNOWN;
    bool worse = more == (metric->better == BETTER_LESS);
    const char *verb = known ? (worse ? "costs" : "saves") : (more ? "adds" : "takes");
    if (metric->better == BETTER_MORE)
        verb = worse ? "costs" : "gains";
    const char *of = is_time(metric)
                         ? ""
                         : arena_printf(arena, " of %s", metric_label(metric->name, metric->unit));
    return arena_printf(arena, "%s %s %s%s", suspect->name, verb, figures(arena, ratio, more), of);
}

static const char *basis_wording(struct arena *arena, const struct findings *findings,
                                 const struct suspect_result *suspect)
{
    return arena_printf(
        arena, "%s%.4g %% interval over %s with fresh layouts, of the suspect set and unset",
        is_simultaneous(findings, suspect->ratio) ? "simultaneous " : "",
        findings->confidence * 100,
        text_counted(arena, suspect->ratio->new->components.top_units, "build"));
}

struct document *symbols_document(struct arena *arena, const struct symbols_conclusion *conclusion)
{
    const struct findings *findings = conclusion->findings;
    struct document *document = document_new(arena, "functions whose address matters", "");
    struct report_section *section = document_section(document, RANK_FIRST, NULL, NULL);
    const char *basis = NULL;
    document->verdict = search_wording(arena, conclusion->hypotheses, conclusion->functions,
                                       conclusion->suspect_count);
    if (findings && findings->completeness.unfinished) {
        section_answer(section, TONE_PLAIN, "UNFINISHED",
                       unfinished_wording(arena, &findings->completeness));
        return document;
    }
    for (size_t i = 0; findings && i < conclusion->suspect_count; i++) {
        const struct suspect_result *suspect = &conclusion->suspects[i];
        if (!suspect->confirmed)
            continue;
        basis = basis_wording(arena, findings, suspect);
        section_answer(section, TONE_PLAIN, "CONFIRMED", result_wording(arena, findings, suspect));
    }
    if (basis)
        section_words(document_trust(document), basis);
    else
        section_answer(section, TONE_PLAIN, "NONE",
                       "no address of a single function was confirmed to matter");
    return document;
}

// ---- What is only suspected

struct document *suspects_document(struct arena *arena, const struct symbol_search *search)
{
    struct document *document = document_new(arena, "suspects, not confirmed", "");
    struct text_list lines = {0};
    document->verdict = arena_printf(arena, "%zu hypotheses on %s in %s: %s", search->count,
                                     text_counted(arena, search->function_count, "function"),
                                     text_counted(arena, search->build_count, "build"),
                                     text_counted(arena, search->suspect_count, "suspect"));
    for (size_t i = 0; i < search->suspect_count; i++) {
        const struct hypothesis *suspect = search->suspects[i];
        text_list_printf(&lines, arena, "%s: %s, %+.1f %%, %s",
                         hypothesis_wording(arena, search, suspect),
                         text_counted(arena, suspect->builds, "build"),
                         100 * expm1(suspect->difference), p_wording(arena, suspect->p));
    }
    section_list(document_section(document, RANK_FIRST, NULL, NULL), &lines);
    return document;
}

// ---- For programs

static void add_search(struct record *root, size_t hypotheses, size_t functions, size_t builds)
{
    struct record *search = record_within(root, "search");
    record_count(search, "hypotheses", hypotheses);
    record_count(search, "functions", functions);
    record_count(search, "builds", builds);
}

static void add_result(struct record *suspects, const struct suspect_result *suspect)
{
    const struct ratio *ratio = suspect->ratio ? &suspect->ratio->ratio : NULL;
    struct record *record = record_within(suspects, NULL);
    record_text(record, "suspect", suspect->name);
    record_text(record, "function", suspect->function);
    record_text(record, "other", suspect->other);
    record_truth(record, "confirmed", suspect->confirmed);
    record_number_if(record, "ratio", ratio, ratio ? ratio->value : 0);
    record_number_if(record, "low", ratio && ratio_has_low(ratio), ratio ? ratio->low : 0);
    record_number_if(record, "high", ratio && ratio_has_high(ratio), ratio ? ratio->high : 0);
    record_number_if(record, "confidence", ratio, ratio ? suspect->ratio->confidence : 0);
    if (ratio)
        record_count(record, "builds", suspect->ratio->new->components.top_units);
    else
        record_absent(record, "builds");
}

struct record *symbols_record(struct arena *arena, const struct symbols_conclusion *conclusion,
                              const char *folder)
{
    const struct findings *findings = conclusion->findings;
    struct record *root = record_new(arena);
    add_search(root, conclusion->hypotheses, conclusion->functions, conclusion->builds);
    record_truth(root, "finished", !findings || !findings->completeness.unfinished);
    record_text(root, "folder", folder);
    struct record *suspects = record_list(root, "suspects");
    for (size_t i = 0; i < conclusion->suspect_count; i++)
        add_result(suspects, &conclusion->suspects[i]);
    return root;
}

struct record *suspects_record(struct arena *arena, const struct symbol_search *search)
{
    const struct searched_function *functions = search->functions;
    struct record *root = record_new(arena);
    add_search(root, search->count, search->function_count, search->build_count);
    struct record *suspects = record_list(root, "suspected");
    for (size_t i = 0; i < search->suspect_count; i++) {
        const struct hypothesis *suspect = search->suspects[i];
        bool pair = suspect->other != suspect->function;
        struct record *record = record_within(suspects, NULL);
        record_text(record, "suspect", hypothesis_wording(arena, search, suspect));
        record_text(record, "function", functions[suspect->function].name);
        record_text(record, "other", pair ? functions[suspect->other].name : NULL);
        record_count(record, "builds", suspect->builds);
        record_number(record, "log_difference", suspect->difference);
        record_number(record, "p", suspect->p);
    }
    return root;
}
