// Taking a claim apart.
#include "spec/expression/claim.h"

#include "base/nearest.h"
#include "base/text.h"
#include "model/level.h"
#include "spec/values.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ARGUMENTS_MOST = 8, POINT_MOST = 32 };

const struct claim_kind claim_kinds[] = {
    [CLAIM_SPEEDUP] = {"speedup", "speedup(NEW, OLD) > 1.05",
                       "OLD's time over NEW's: above 1 if NEW is faster", 2, 2},
    [CLAIM_RATIO] = {"ratio", "ratio(NEW, OLD) < 0.95", "NEW's mean over OLD's", 2, 2},
    [CLAIM_MEAN] = {"mean", "mean(VARIANT) < 3 ms", "the mean; without VARIANT every variant's", 0,
                    1},
    [CLAIM_EQUIVALENT] = {"equivalent", "equivalent(A, B, 1%)",
                          "A's mean over B's lies within 1 ± the margin", 3, 3},
    [CLAIM_SHARE] = {"share", "share(LEVEL, VARIANT) < 50%",
                     "a level's share of the variance: iteration, execution, build, machine", 1, 2},
};

static bool take_word(struct scanner *line, struct word *word, const char *what)
{
    scanner_skip(line);
    *word = (struct word){NULL, scanner_place(line)};
    if (*line->at == '\'' || *line->at == '"')
        return scanner_take_quoted(line, word);
    size_t length = strcspn(line->at, " \t\r\n()[],=<>:'\"");
    if (!length)
        return scanner_wrong(line, word->at, "%s is missing here%s", what,
                             *line->at ? "" : ": the claim ends");
    word->text = arena_strndup(line->arena, line->at, length);
    line->at += length;
    return true;
}

static bool take_keyword(struct scanner *line, const char *keyword)
{
    return scanner_take_keyword(line, keyword, " \t\r\n[:'\"");
}

// ---- Scope

// Its colon, or NULL: a name in quotes may have one, and it stands before any '('.
static const char *end_of_scope(const char *text)
{
    char quote = '\0';
    for (; *text && (quote || *text != '('); text++) {
        if (quote)
            quote = *text == quote ? '\0' : quote;
        else if (*text == '\'' || *text == '"')
            quote = *text;
        else if (*text == ':')
            return text;
    }
    return NULL;
}

static bool take_point(struct scanner *line, struct claim *claim)
{
    claim->point = arena_new_array(line->arena, struct claim_coordinate, POINT_MOST);
    do {
        struct claim_coordinate *coordinate = &claim->point[claim->point_count];
        if (!take_word(line, &coordinate->axis, "the name of an axis"))
            return false;
        if (++claim->point_count == POINT_MOST)
            return scanner_wrong(line, coordinate->axis.at, "too many axes");
        if (!scanner_take(line, '='))
            return scanner_wrong(line, scanner_place(line),
                                 "'=' and a value of the axis '%s' are missing here",
                                 coordinate->axis.text);
        if (!take_word(line, &coordinate->value, "a value of the axis"))
            return false;
    } while (scanner_take(line, ','));
    return scanner_take(line, ']') ||
           scanner_wrong(line, scanner_place(line),
                         "',' or ']' is missing here, after a value of an axis");
}

static bool take_scope(struct scanner *line, struct claim *claim)
{
    claim->any = take_keyword(line, "any");
    if (!claim->any)
        (void)take_keyword(line, "all");
    scanner_skip(line);
    if (*line->at != ':' && *line->at != '[' &&
        !take_word(line, &claim->benchmark, "the name of a benchmark"))
        return false;
    if (scanner_take(line, '[') && !take_point(line, claim))
        return false;
    return scanner_take(line, ':') ||
           scanner_wrong(line, scanner_place(line),
                         "':' is missing here; a scope is written all, any, "
                         "BENCHMARK or BENCHMARK[AXIS=VALUE], names with spaces in "
                         "quotes");
}

// ---- Function

static bool find_function(struct scanner *line, const struct word *name,
                          enum claim_function *function)
{
    const char *known[CLAIM_FUNCTIONS + 1] = {NULL};
    TEXT_CLEANUP struct text all = {0};
    for (size_t i = 0; i < CLAIM_FUNCTIONS; i++) {
        known[i] = claim_kinds[i].name;
        text_printf(&all, "%s%s", i ? ", " : "", known[i]);
        *function = (enum claim_function)i;
        if (text_equal(name->text, known[i]))
            return true;
    }
    const char *near = text_nearest(name->text, known);
    return near ? scanner_wrong(line, name->at, "unknown function '%s'; did you mean '%s'?",
                                name->text, near)
                : scanner_wrong(line, name->at, "unknown function '%s': a claim has one of %s",
                                name->text, all.bytes);
}

static bool take_arguments(struct scanner *line, struct word *arguments, size_t *count)
{
    *count = 0;
    if (scanner_take(line, ')'))
        return true;
    do {
        scanner_skip(line);
        if (!*line->at)
            break;
        if (*count == ARGUMENTS_MOST)
            return scanner_wrong(line, scanner_place(line), "too many names");
        if (!take_word(line, &arguments[*count], "a name"))
            return false;
        if (scanner_take(line, '%')) // apart from its number
            arguments[*count].text = arena_printf(line->arena, "%s%%", arguments[*count].text);
        ++*count;
    } while (scanner_take(line, ','));
    if (scanner_take(line, ')'))
        return true;
    return *line->at
               ? scanner_wrong(line, scanner_place(line),
                               "',' or ')' is missing here, after a name")
               : scanner_wrong(line, scanner_place(line),
                               "')' is missing here: the claim ends (in a list […] a claim stands "
                               "in quotes)");
}

static bool set_margin(struct scanner *line, const struct word *word, struct claim *claim)
{
    claim->relation = CLAIM_WITHIN;
    claim->bound_at = *word;
    return (value_fraction(word->text, &claim->bound) && claim->bound > 0 && claim->bound < 1) ||
           scanner_wrong(line, word->at, "a margin is a share such as 1%% or 0.01, not '%s'",
                         word->text);
}

static bool take_call(struct scanner *line, struct claim *claim)
{
    struct word name, arguments[ARGUMENTS_MOST] = {0};
    size_t count;
    if (!take_word(line, &name, "a function such as speedup(NEW, OLD)") ||
        !find_function(line, &name, &claim->function))
        return false;
    const struct claim_kind *kind = &claim_kinds[claim->function];
    if (!scanner_take(line, '('))
        return scanner_wrong(line, scanner_place(line), "'(' is missing here: it is written %s",
                             kind->form);
    if (!take_arguments(line, arguments, &count))
        return false;
    if (count < kind->least || count > kind->most)
        return scanner_wrong(line, name.at, "'%s' has too %s names: it is written %s", kind->name,
                             count < kind->least ? "few" : "many", kind->form);
    bool share = claim->function == CLAIM_SHARE;
    claim->level = share ? arguments[0] : claim->level;
    claim->new = arguments[share];
    claim->old = share ? claim->old : arguments[1];
    return claim->function != CLAIM_EQUIVALENT || set_margin(line, &arguments[2], claim);
}

// ---- Relation and bound

static bool take_relation(struct scanner *line, struct claim *claim)
{
    bool above = scanner_take(line, '>');
    if (!above && !scanner_take(line, '<'))
        return scanner_wrong(line, scanner_place(line),
                             "<, <=, > or >= is missing here: it is written %s",
                             claim_kinds[claim->function].form);
    bool equal = *line->at == '=';
    line->at += equal;
    claim->relation =
        above ? (equal ? CLAIM_AT_LEAST : CLAIM_ABOVE) : (equal ? CLAIM_AT_MOST : CLAIM_BELOW);
    return true;
}

// What follows a number may begin with 'e', as may a unit.
static size_t length_of_number(const char *word)
{
    size_t length = strspn(word, "+-.0123456789");
    if (length && (word[length] == 'e' || word[length] == 'E') &&
        strspn(word + length + 1, "+-0123456789"))
        length += 1 + strspn(word + length + 1, "+-0123456789");
    return length;
}

static bool take_bound(struct scanner *line, struct claim *claim)
{
    scanner_skip(line);
    size_t length = length_of_number(line->at);
    const char *number = arena_strndup(line->arena, line->at, length);
    claim->bound_at = (struct word){number, scanner_place(line)};
    if (!value_number(number, &claim->bound))
        return scanner_wrong(line, claim->bound_at.at, "a number is missing here: it is written %s",
                             claim_kinds[claim->function].form);
    line->at += length;
    scanner_skip(line);
    if (text_starts(line->at, "in ") || strstr(line->at, " in "))
        return scanner_wrong(line, claim->bound_at.at,
                             "the metric stands before the relation, as in %s(…) in cpu_time > …",
                             claim_kinds[claim->function].name);
    size_t rest = strlen(line->at);
    while (rest && isspace((unsigned char)line->at[rest - 1]))
        rest--;
    claim->unit = arena_strndup(line->arena, line->at, rest);
    line->at += strlen(line->at);
    return true;
}

static bool check_bound(struct scanner *line, struct claim *claim)
{
    size_t at = claim->bound_at.at;
    bool percent = text_equal(claim->unit, "%");
    claim->bound /= percent ? 100 : 1;
    switch (claim->function) {
    case CLAIM_SPEEDUP:
    case CLAIM_RATIO:
        return (!*claim->unit && claim->bound > 0) ||
               scanner_wrong(line, at,
                             "a %s is compared with a factor above 0 such as 1.05, not '%s%s'",
                             claim_kinds[claim->function].name, claim->bound_at.text, claim->unit);
    case CLAIM_SHARE:
        return ((percent || !*claim->unit) && claim->bound >= 0 && claim->bound <= 1) ||
               scanner_wrong(line, at, "a share is between 0%% and 100%%, or 0 and 1, not '%s%s'",
                             claim->bound_at.text, claim->unit);
    case CLAIM_MEAN:
        return !percent || scanner_wrong(line, at,
                                         "a mean is compared with a number and its unit, such "
                                         "as 3 ms; for 'by so much less' there is ratio()");
    case CLAIM_EQUIVALENT:
        break;
    }
    return true;
}

static bool take_end(struct scanner *line)
{
    scanner_skip(line);
    return !*line->at || scanner_wrong(line, scanner_place(line),
                                       "the claim should end here, before '%s'", line->at);
}

bool claim_parse(struct arena *arena, const char *text, struct claim *claim,
                 struct word_mistake *mistake)
{
    struct scanner line = {arena, text, text, mistake};
    *claim = (struct claim){.unit = ""};
    if ((end_of_scope(text) && !take_scope(&line, claim)) || !take_call(&line, claim) ||
        (take_keyword(&line, "in") && !take_word(&line, &claim->metric, "a metric")))
        return false;
    if (claim->relation == CLAIM_WITHIN)
        return take_end(&line);
    return take_relation(&line, claim) && take_bound(&line, claim) && check_bound(&line, claim);
}
