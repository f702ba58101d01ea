// Taking a claim apart.
#include "spec/claim.h"

#include "base/text.h"
#include "spec/values.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ARGUMENTS_MOST = 8, POINT_MOST = 32 };

struct parser {
    struct arena *arena;
    const char *text, *at;
    struct claim_mistake *mistake;
};

static size_t characters_to(const struct parser *parser, const char *at)
{
    size_t count = 0;
    for (const char *c = parser->text; c < at; c++)
        count += ((unsigned char)*c & 0xC0) != 0x80;
    return count;
}

PRINTF_LIKE(3, 4)
static bool wrong(struct parser *parser, size_t at, const char *format, ...)
{
    char words[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    *parser->mistake = (struct claim_mistake){arena_strdup(parser->arena, words), at};
    return false;
}

static void skip(struct parser *parser)
{
    parser->at += strspn(parser->at, " \t\r\n");
}

static bool take(struct parser *parser, char sign)
{
    skip(parser);
    if (*parser->at != sign)
        return false;
    parser->at++;
    return true;
}

static bool take_quoted(struct parser *parser, struct claim_word *word)
{
    const char *from = parser->at + 1, *end = strchr(from, *parser->at);
    if (!end)
        return wrong(parser, word->at, "the quote %c is never closed", *parser->at);
    word->text = arena_strndup(parser->arena, from, (size_t)(end - from));
    parser->at = end + 1;
    return true;
}

static bool take_word(struct parser *parser, struct claim_word *word, const char *what)
{
    skip(parser);
    *word = (struct claim_word){NULL, characters_to(parser, parser->at)};
    if (*parser->at == '\'' || *parser->at == '"')
        return take_quoted(parser, word);
    size_t length = strcspn(parser->at, " \t\r\n()[],=<>:'\"");
    if (!length)
        return wrong(parser, word->at, "%s is missing here%s", what,
                     *parser->at ? "" : ": the claim ends");
    word->text = arena_strndup(parser->arena, parser->at, length);
    parser->at += length;
    return true;
}

// A word without quotes: `keyword` itself.
static bool take_keyword(struct parser *parser, const char *keyword)
{
    skip(parser);
    size_t length = strlen(keyword);
    if (strncmp(parser->at, keyword, length) != 0 ||
        !strchr(" \t\r\n[:'\"", parser->at[length])) // or the end
        return false;
    parser->at += length;
    return true;
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

static bool take_point(struct parser *parser, struct claim *claim)
{
    claim->point = arena_new_array(parser->arena, struct claim_coordinate, POINT_MOST);
    do {
        struct claim_coordinate *coordinate = &claim->point[claim->point_count];
        if (!take_word(parser, &coordinate->axis, "the name of an axis"))
            return false;
        if (++claim->point_count == POINT_MOST)
            return wrong(parser, coordinate->axis.at, "these are too many axes");
        if (!take(parser, '='))
            return wrong(parser, characters_to(parser, parser->at),
                         "'=' and a value of the axis '%s' are missing here",
                         coordinate->axis.text);
        if (!take_word(parser, &coordinate->value, "a value of the axis"))
            return false;
    } while (take(parser, ','));
    return take(parser, ']') || wrong(parser, characters_to(parser, parser->at),
                                      "',' or ']' is missing here, after a value of an axis");
}

static bool take_scope(struct parser *parser, struct claim *claim)
{
    claim->any = take_keyword(parser, "any");
    if (!claim->any)
        (void)take_keyword(parser, "all");
    skip(parser);
    if (*parser->at != ':' && *parser->at != '[' &&
        !take_word(parser, &claim->benchmark, "the name of a benchmark"))
        return false;
    if (take(parser, '[') && !take_point(parser, claim))
        return false;
    return take(parser, ':') || wrong(parser, characters_to(parser, parser->at),
                                      "':' is missing here; a scope is written all, any, "
                                      "BENCHMARK or BENCHMARK[AXIS=VALUE], names with spaces in "
                                      "quotes");
}

// ---- Function

static bool find_function(struct parser *parser, const struct claim_word *name,
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
    return near ? wrong(parser, name->at, "unknown function '%s'; did you mean '%s'?", name->text,
                        near)
                : wrong(parser, name->at, "unknown function '%s': a claim has one of %s",
                        name->text, all.bytes);
}

static bool take_arguments(struct parser *parser, struct claim_word *arguments, size_t *count)
{
    *count = 0;
    if (take(parser, ')'))
        return true;
    do {
        skip(parser);
        if (!*parser->at)
            break;
        if (*count == ARGUMENTS_MOST)
            return wrong(parser, characters_to(parser, parser->at), "these are too many names");
        if (!take_word(parser, &arguments[*count], "a name"))
            return false;
        if (take(parser, '%')) // apart from its number
            arguments[*count].text = arena_printf(parser->arena, "%s%%", arguments[*count].text);
        ++*count;
    } while (take(parser, ','));
    if (take(parser, ')'))
        return true;
    return *parser->at ? wrong(parser, characters_to(parser, parser->at),
                               "',' or ')' is missing here, after a name")
                       : wrong(parser, characters_to(parser, parser->at),
                               "')' is missing here: the claim ends (in a list […] a claim stands "
                               "in quotes)");
}

static bool set_margin(struct parser *parser, const struct claim_word *word, struct claim *claim)
{
    claim->relation = CLAIM_WITHIN;
    claim->bound_at = *word;
    return (value_fraction(word->text, &claim->bound) && claim->bound > 0 && claim->bound < 1) ||
           wrong(parser, word->at, "a margin is a share such as 1%% or 0.01, not '%s'", word->text);
}

static bool take_call(struct parser *parser, struct claim *claim)
{
    struct claim_word name, arguments[ARGUMENTS_MOST] = {0};
    size_t count;
    if (!take_word(parser, &name, "a function such as speedup(NEW, OLD)") ||
        !find_function(parser, &name, &claim->function))
        return false;
    const struct claim_kind *kind = &claim_kinds[claim->function];
    if (!take(parser, '('))
        return wrong(parser, characters_to(parser, parser->at),
                     "'(' is missing here: it is written %s", kind->form);
    if (!take_arguments(parser, arguments, &count))
        return false;
    if (count < kind->least || count > kind->most)
        return wrong(parser, name.at, "'%s' has too %s names: it is written %s", kind->name,
                     count < kind->least ? "few" : "many", kind->form);
    bool share = claim->function == CLAIM_SHARE;
    claim->level = share ? arguments[0] : claim->level;
    claim->new = arguments[share];
    claim->old = share ? claim->old : arguments[1];
    return claim->function != CLAIM_EQUIVALENT || set_margin(parser, &arguments[2], claim);
}

// ---- Relation and bound

static bool take_relation(struct parser *parser, struct claim *claim)
{
    bool above = take(parser, '>');
    if (!above && !take(parser, '<'))
        return wrong(parser, characters_to(parser, parser->at),
                     "<, <=, > or >= is missing here: it is written %s",
                     claim_kinds[claim->function].form);
    bool equal = *parser->at == '=';
    parser->at += equal;
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

static bool take_bound(struct parser *parser, struct claim *claim)
{
    skip(parser);
    size_t length = length_of_number(parser->at);
    const char *number = arena_strndup(parser->arena, parser->at, length);
    claim->bound_at = (struct claim_word){number, characters_to(parser, parser->at)};
    if (!value_number(number, &claim->bound))
        return wrong(parser, claim->bound_at.at, "a number is missing here: it is written %s",
                     claim_kinds[claim->function].form);
    parser->at += length;
    skip(parser);
    if (text_starts(parser->at, "in ") || strstr(parser->at, " in "))
        return wrong(parser, claim->bound_at.at,
                     "the metric stands before the relation, as in %s(…) in cpu_time > …",
                     claim_kinds[claim->function].name);
    size_t rest = strlen(parser->at);
    while (rest && isspace((unsigned char)parser->at[rest - 1]))
        rest--;
    claim->unit = arena_strndup(parser->arena, parser->at, rest);
    parser->at += strlen(parser->at);
    return true;
}

static bool check_bound(struct parser *parser, struct claim *claim)
{
    size_t at = claim->bound_at.at;
    bool percent = text_equal(claim->unit, "%");
    claim->bound /= percent ? 100 : 1;
    switch (claim->function) {
    case CLAIM_SPEEDUP:
    case CLAIM_RATIO:
        return (!*claim->unit && claim->bound > 0) ||
               wrong(parser, at, "a %s is compared with a factor above 0 such as 1.05, not '%s%s'",
                     claim_kinds[claim->function].name, claim->bound_at.text, claim->unit);
    case CLAIM_SHARE:
        return ((percent || !*claim->unit) && claim->bound >= 0 && claim->bound <= 1) ||
               wrong(parser, at, "a share is between 0%% and 100%%, or 0 and 1, not '%s%s'",
                     claim->bound_at.text, claim->unit);
    case CLAIM_MEAN:
        return !percent || wrong(parser, at,
                                 "a mean is compared with a number and its unit, such "
                                 "as 3 ms; for 'by so much less' there is ratio()");
    case CLAIM_EQUIVALENT:
        break;
    }
    return true;
}

static bool take_end(struct parser *parser)
{
    skip(parser);
    return !*parser->at || wrong(parser, characters_to(parser, parser->at),
                                 "the claim should end here, before '%s'", parser->at);
}

bool claim_parse(struct arena *arena, const char *text, struct claim *claim,
                 struct claim_mistake *mistake)
{
    struct parser parser = {arena, text, text, mistake};
    *claim = (struct claim){.unit = ""};
    if ((end_of_scope(text) && !take_scope(&parser, claim)) || !take_call(&parser, claim) ||
        (take_keyword(&parser, "in") && !take_word(&parser, &claim->metric, "a metric")))
        return false;
    if (claim->relation == CLAIM_WITHIN)
        return take_end(&parser);
    return take_relation(&parser, claim) && take_bound(&parser, claim) &&
           check_bound(&parser, claim);
}
