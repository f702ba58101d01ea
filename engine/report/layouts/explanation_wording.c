// Sentences on code and placement.
#include "report/layouts/explanation_wording.h"

#include "analysis/compare/functions.h"
#include "analysis/compare/outcome.h"
#include "report/wording/changes.h"

static const char *part(struct arena *arena, const struct comparison *comparison, const char *name,
                        const struct ratio *ratio, enum comparison_outcome outcome)
{
    return ratio->defined ? arena_printf(arena, "%s: %s %s, %s", name, change_wording(arena, ratio),
                                         limits_wording(arena, ratio),
                                         comparison_verdict(arena, comparison, outcome))
                          : arena_printf(arena, "%s: no ratio", name);
}

// "as built: +4.1 % [+3.8 %, +4.4 %], slower; code: +0.3 % [-0.2 %, +0.8 %], equal; placement:
// +3.8 % [+3.2 %, +4.4 %], slower"; NULL: the as-built variants were not measured.
static const char *parts_wording(struct arena *arena, const struct comparison *comparison)
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

// "placement only: no function's machine code differs…", or which functions differ; NULL: they were
// not compared.
static const char *code_wording(struct arena *arena, const struct comparison *comparison)
{
    const struct explanation *explanation = comparison->explanation;
    if (!explanation || !explanation->functions)
        return NULL;
    const char *attribution = attribution_of(comparison);
    return arena_printf(arena, "%s%s%s", attribution ? attribution : "", attribution ? ": " : "",
                        functions_wording(arena, explanation->functions, true));
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
