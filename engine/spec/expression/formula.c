// Taking a formula apart, and its value.
#include "spec/expression/formula.h"

#include "base/text.h"
#include "spec/values.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { NESTED_MOST = 50 };

static const char WORD_ENDS[] = " \t\r\n()+-*/'\"$,=<>[]{}:;";

struct parser {
    struct scanner words;
    size_t nested;
};

static bool take_expression(struct parser *parser, struct formula_node **node);

static bool wrong_here(struct parser *parser, const char *what)
{
    return scanner_wrong(&parser->words, scanner_place(&parser->words), "%s%s", what,
                         *parser->words.at ? "" : ": the formula ends");
}

static struct formula_node *new_node(struct parser *parser, enum formula_operation operation,
                                     size_t at)
{
    struct formula_node *node = arena_new(parser->words.arena, struct formula_node);
    node->operation = operation;
    node->at = at;
    return node;
}

static bool take_name(struct parser *parser, struct word *word, const char *what)
{
    struct scanner *words = &parser->words;
    scanner_skip(words);
    if (*words->at == '\'' || *words->at == '"')
        return scanner_take_quoted(words, word);
    size_t length = strcspn(words->at, WORD_ENDS);
    if (!length)
        return wrong_here(parser, what);
    *word = (struct word){arena_strndup(words->arena, words->at, length), scanner_place(words)};
    words->at += length;
    return true;
}

// ---- Operands

// Digits, a dot, an exponent, and what of a unit follows at once.
static size_t length_of_number(const char *word)
{
    size_t length = strspn(word, "0123456789.");
    if (word[length] == 'e' || word[length] == 'E') {
        size_t sign = word[length + 1] == '-' || word[length + 1] == '+';
        size_t digits = strspn(word + length + 1 + sign, "0123456789");
        length += digits ? 1 + sign + digits : 0;
    }
    return length + strcspn(word + length, WORD_ENDS);
}

static bool take_number(struct parser *parser, struct formula_node **node)
{
    struct scanner *words = &parser->words;
    size_t length = length_of_number(words->at);
    const char *word = arena_strndup(words->arena, words->at, length);
    *node = new_node(parser, FORMULA_NUMBER, scanner_place(words));
    if (!value_amount(word, &(*node)->number)) {
        (*node)->is_time = value_duration(word, &(*node)->number);
        if (!(*node)->is_time)
            return scanner_wrong(words, (*node)->at,
                                 "'%s' is no number, size or time; a name that begins with a digit "
                                 "stands in quotes",
                                 word);
    }
    words->at += length;
    return true;
}

static bool take_axis(struct parser *parser, struct formula_node **node)
{
    struct scanner *words = &parser->words;
    *node = new_node(parser, FORMULA_AXIS, scanner_place(words));
    size_t length = strcspn(words->at, "}");
    if (!text_starts(words->at, "${") || !words->at[length])
        return scanner_wrong(words, (*node)->at, "an axis is written ${NAME}");
    (*node)->name =
        (struct word){arena_strndup(words->arena, words->at + 2, length - 2), (*node)->at};
    words->at += length + 1;
    return true;
}

static bool take_nested(struct parser *parser, struct formula_node **node)
{
    if (++parser->nested > NESTED_MOST)
        return wrong_here(parser, "brackets are nested too deeply");
    bool closed =
        take_expression(parser, node) && (scanner_take(&parser->words, ')') ||
                                          wrong_here(parser, "an operator or ')' is missing here"));
    parser->nested--;
    return closed;
}

static bool take_call(struct parser *parser, struct formula_node *node, bool quoted)
{
    struct scanner *words = &parser->words;
    if (quoted || !scanner_take(words, '('))
        return true;
    if (!text_equal(node->name.text, "cv"))
        return scanner_wrong(words, node->at, "unknown function '%s'%s", node->name.text,
                             text_equal(node->name.text, "line") ||
                                     text_equal(node->name.text, "steps")
                                 ? " within a formula: it stands alone"
                                 : ": there are cv(VARIANT), line(… over AXIS) and steps(… over "
                                   "AXIS)");
    node->operation = FORMULA_CV;
    return take_name(parser, &node->name, "the name of a variant is missing here") &&
           (scanner_take(words, ')') || wrong_here(parser, "')' is missing here: cv(VARIANT)"));
}

static bool take_operand(struct parser *parser, struct formula_node **node)
{
    struct scanner *words = &parser->words;
    if (scanner_take(words, '('))
        return take_nested(parser, node);
    if (isdigit((unsigned char)*words->at) || *words->at == '.')
        return take_number(parser, node);
    if (*words->at == '$')
        return take_axis(parser, node);
    bool quoted = *words->at == '\'' || *words->at == '"';
    *node = new_node(parser, FORMULA_NAME, scanner_place(words));
    return take_name(parser, &(*node)->name, "a number, a name or '(' is missing here") &&
           take_call(parser, *node, quoted);
}

// A sign in front: what it is taken from is 0.
static bool take_factor(struct parser *parser, struct formula_node **node)
{
    scanner_skip(&parser->words);
    size_t at = scanner_place(&parser->words);
    bool negative = scanner_take(&parser->words, '-');
    if (!take_operand(parser, node))
        return false;
    if (negative) {
        struct formula_node *outer = new_node(parser, FORMULA_MULTIPLY, at);
        outer->left = new_node(parser, FORMULA_NUMBER, at);
        outer->left->number = -1;
        outer->right = *node;
        *node = outer;
    }
    return true;
}

// ---- Operators

static bool take_either(struct parser *parser, const char *signs, char *sign)
{
    scanner_skip(&parser->words);
    *sign = *parser->words.at;
    return *sign && strchr(signs, *sign) && scanner_take(&parser->words, *sign);
}

static bool take_chain(struct parser *parser, const char *signs,
                       const enum formula_operation operations[2],
                       bool (*take_one)(struct parser *, struct formula_node **),
                       struct formula_node **node)
{
    char sign;
    if (!take_one(parser, node))
        return false;
    while (take_either(parser, signs, &sign)) {
        struct formula_node *outer =
            new_node(parser, operations[sign == signs[1]], scanner_place(&parser->words) - 1);
        outer->left = *node;
        *node = outer;
        if (!take_one(parser, &outer->right))
            return false;
    }
    return true;
}

static bool take_product(struct parser *parser, struct formula_node **node)
{
    static const enum formula_operation operations[] = {FORMULA_MULTIPLY, FORMULA_DIVIDE};
    return take_chain(parser, "*/", operations, take_factor, node);
}

static bool take_expression(struct parser *parser, struct formula_node **node)
{
    static const enum formula_operation operations[] = {FORMULA_ADD, FORMULA_SUBTRACT};
    return take_chain(parser, "+-", operations, take_product, node);
}

// ---- The whole

static bool take_over(struct parser *parser, struct formula *formula)
{
    static const char *const forms[] = {
        [FORMULA_LINE] = "line(… over AXIS)", [FORMULA_STEPS] = "steps(… over AXIS)"};
    struct scanner *words = &parser->words;
    if (!take_expression(parser, &formula->root))
        return false;
    if (!scanner_take_keyword(words, "over", " \t\r\n'\"$"))
        return scanner_wrong(
            words, scanner_place(words),
            "an operator, or 'over' and an axis, are missing here: it is written %s",
            forms[formula->kind]);
    scanner_skip(words);
    if (text_starts(words->at, "1/")) {
        if (formula->kind == FORMULA_STEPS)
            return wrong_here(parser, "steps(…) takes an axis, not 1/AXIS");
        formula->reciprocal = true;
        words->at += 2;
    }
    return take_name(parser, &formula->axis, "the name of an axis is missing here") &&
           (scanner_take(words, ')') || wrong_here(parser, "')' is missing here, after the axis"));
}

static bool take_function(struct scanner *words, const char *name)
{
    const char *before = words->at;
    if (scanner_take_keyword(words, name, " (") && scanner_take(words, '('))
        return true;
    words->at = before;
    return false;
}

static bool take_end(struct parser *parser, struct formula *formula)
{
    struct scanner *words = &parser->words;
    scanner_skip(words);
    if (scanner_take_keyword(words, "in", " \t\r\n'\"")) {
        scanner_skip(words);
        formula->metric.at = scanner_place(words);
        if (*words->at == '\'' || *words->at == '"') {
            if (!scanner_take_quoted(words, &formula->metric))
                return false;
        } else {
            size_t length = strcspn(words->at, " \t\r\n");
            if (!length)
                return wrong_here(parser, "a metric is missing here");
            formula->metric.text = arena_strndup(words->arena, words->at, length);
            words->at += length;
        }
        scanner_skip(words);
    }
    return !*words->at ||
           scanner_wrong(words, scanner_place(words),
                         formula->metric.text ? "the formula should end here, before '%s'"
                                              : "an operator is missing here, before '%s'",
                         words->at);
}

bool formula_parse(struct arena *arena, const char *text, struct formula *formula,
                   struct word_mistake *mistake)
{
    struct parser parser = {{arena, text, text, mistake}, 0};
    *formula = (struct formula){0};
    if (strlen(text) > FORMULA_BYTES_MOST)
        return scanner_wrong(&parser.words, 0, "the formula is longer than %d bytes",
                             FORMULA_BYTES_MOST);
    if (take_function(&parser.words, "line"))
        formula->kind = FORMULA_LINE;
    else if (take_function(&parser.words, "steps"))
        formula->kind = FORMULA_STEPS;
    return (formula->kind == FORMULA_POINTS ? take_expression(&parser, &formula->root)
                                            : take_over(&parser, formula)) &&
           take_end(&parser, formula);
}
