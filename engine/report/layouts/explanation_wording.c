// Sentences on code and placement.
#include "report/layouts/explanation_wording.h"

#include "analysis/compare/functions.h"
#include "analysis/compare/outcome.h"
#include "report/wording/changes.h"
#include "report/wording/lines.h"

static const char *part(struct arena *arena, const struct comparison *comparison, const char *name,
                        const struct ratio *ratio, enum comparison_outcome outcome)
{
    return ratio->defined ? arena_printf(arena, "%s: %s %s, %s", name, change_wording(arena, ratio),
                                         limits_wording(arena, ratio),
                                         comparison_verdict(arena, comparison, outcome))
                          : arena_printf(arena, "%s: no ratio", name);
}

const char *parts_wording(struct arena *arena, const struct comparison *comparison)
{
    const struct explanation *explanation = comparison->explanation;
    if (!explanation || !explanation->measured)
        return NULL;
    const struct explained *as_built = &explanation->as_built, *rest = &explanation->rest;
    return arena_printf(arena, "%s; %s; %s",
                        part(arena, comparison, "as built", &as_built->ratio, as_built->outcome),
                        part(arena, comparison, "code", &comparison->ratio, comparison->outcome),
                        part(arena, comparison, "placement", &rest->ratio, rest->outcome));
}

const char *code_wording(struct arena *arena, const struct comparison *comparison)
{
    const struct explanation *explanation = comparison->explanation;
    if (!explanation || !explanation->functions)
        return NULL;
    const char *attribution = attribution_of(comparison);
    return arena_printf(arena, "%s%s%s", attribution ? attribution : "", attribution ? ": " : "",
                        plain_name(arena, functions_wording(arena, explanation->functions, true)));
}

// Whether a comparison above, of the same sides, has the sentence: benchmarks of one program.
static bool is_said(struct arena *arena, const struct comparison_set *set,
                    const struct comparison *comparison, const char *code)
{
    const struct comparison *above = set ? set->comparisons : comparison;
    for (; above < comparison; above++)
        if (above->judged && text_equal(above->new, comparison->new) &&
            text_equal(above->old, comparison->old) && text_equal(code_wording(arena, above), code))
            return true;
    return false;
}

struct text_list explanation_lines(struct arena *arena, const struct comparison_set *set,
                                   const struct comparison *comparison)
{
    struct text_list lines = {0};
    const char *parts = parts_wording(arena, comparison), *code = code_wording(arena, comparison);
    code = code && is_said(arena, set, comparison, code) ? NULL : code;
    if (parts)
        text_list_add(&lines, arena, parts);
    if (code)
        text_list_add(&lines, arena, code);
    return lines;
}
