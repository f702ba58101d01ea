// Output of `eswexp symbols` as JSON.
#include "report/symbols/symbols_json.h"

#include "report/tables/json_values.h"

static json_t *result_object(const struct suspect_result *suspect)
{
    const struct variant_ratio *ratio = suspect->ratio;
    bool has_low = ratio && ratio_has_low(&ratio->ratio);
    bool has_high = ratio && ratio_has_high(&ratio->ratio);
    return json_pack(
        "{s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o}", "suspect", text_value(suspect->name),
        "function", text_value(suspect->function), "other", text_value(suspect->other), "confirmed",
        suspect->confirmed, "ratio", ratio ? number_value(ratio->ratio.value) : json_null(), "low",
        has_low ? number_value(ratio->ratio.low) : json_null(), "high",
        has_high ? number_value(ratio->ratio.high) : json_null(), "confidence",
        ratio ? number_value(ratio->confidence) : json_null(), "builds",
        ratio ? json_integer((json_int_t)ratio->new->components.top_units) : json_null());
}

static json_t *search_object(size_t hypotheses, size_t functions, size_t builds)
{
    return json_pack("{s:I, s:I, s:I}", "hypotheses", (json_int_t)hypotheses, "functions",
                     (json_int_t)functions, "builds", (json_int_t)builds);
}

bool symbols_json(const struct symbols_conclusion *conclusion, const char *folder, FILE *out,
                  struct error *error)
{
    json_t *suspects = json_array();
    const struct findings *findings = conclusion->findings;
    for (size_t i = 0; i < conclusion->suspect_count; i++)
        json_array_append_new(suspects, result_object(&conclusion->suspects[i]));
    return json_write(
        json_pack("{s:o, s:b, s:o, s:o}", "search",
                  search_object(conclusion->hypotheses, conclusion->functions, conclusion->builds),
                  "finished", !findings || !findings->completeness.unfinished, "folder",
                  text_value(folder), "suspects", suspects),
        out, error);
}

static json_t *suspect_object(const struct symbol_search *search, const struct hypothesis *suspect)
{
    struct arena scratch = {0};
    const struct searched_function *functions = search->functions;
    json_t *object = json_pack(
        "{s:o, s:o, s:o, s:I, s:o, s:o}", "suspect",
        text_value(hypothesis_wording(&scratch, search, suspect)), "function",
        text_value(functions[suspect->function].name), "other",
        text_value(suspect->other == suspect->function ? NULL : functions[suspect->other].name),
        "builds", (json_int_t)suspect->builds, "log_difference", number_value(suspect->difference),
        "p", number_value(suspect->p));
    arena_release(&scratch);
    return object;
}

bool suspects_json(const struct symbol_search *search, FILE *out, struct error *error)
{
    json_t *suspects = json_array();
    for (size_t i = 0; i < search->suspect_count; i++)
        json_array_append_new(suspects, suspect_object(search, search->suspects[i]));
    return json_write(
        json_pack("{s:o, s:o}", "search",
                  search_object(search->count, search->function_count, search->build_count),
                  "suspected", suspects),
        out, error);
}
