// Checking and reading a map by its grammar table.
#include "spec/yaml/grammar.h"

#include "spec/yaml/readers.h"

enum { KEYWORDS_MAX = 32 };

static reader *const readers[VALUE_TYPES] = {
    [TYPE_KEYS] = read_keys,         [TYPE_TEXT] = read_text,   [TYPE_NAME] = read_name,
    [TYPE_CHOICE] = read_index,      [TYPE_COUNT] = read_count, [TYPE_SHARE] = read_fraction,
    [TYPE_DURATION] = read_duration, [TYPE_SIZE] = read_size,   [TYPE_WORDS] = read_words,
};

static bool shape_fits(const struct keyword *keyword, const struct node *node)
{
    static const unsigned shapes[] = {[NODE_SCALAR] = SCALAR, [NODE_LIST] = LIST, [NODE_MAP] = MAP};
    return (keyword->shapes & shapes[node->kind]) || node_is_empty(node);
}

static const char *shape_name(unsigned shapes)
{
    static const char *const names[] = {
        [SCALAR] = "one value",
        [LIST] = "a list",
        [MAP] = "a map of keys",
        [SCALAR | LIST] = "a value or a list",
        [SCALAR | MAP] = "a value or a map of keys",
    };
    return names[shapes];
}

void unknown_key(struct reading *reading, const struct node *child, const char *const *known)
{
    mistake(&reading->mistakes, child->key_place, "unknown key '%s'%s", child->key,
            did_you_mean(&reading->mistakes, child->key, known));
}

static void check_child(struct reading *reading, const struct node *child,
                        const struct keyword *table)
{
    const struct keyword *keyword = keyword_find(table, child->key);
    if (!keyword) {
        const char *known[KEYWORDS_MAX + 1] = {0};
        for (size_t i = 0; table[i].name && i < KEYWORDS_MAX; i++)
            known[i] = table[i].name;
        unknown_key(reading, child, known);
    } else if (keyword->shapes & MISPLACED) {
        mistake(&reading->mistakes, child->key_place, "'%s' %s", child->key, keyword->help);
    } else if (!shape_fits(keyword, child)) {
        mistake(&reading->mistakes, child->place, "'%s' must be %s", child->key,
                shape_name(keyword->shapes & (SCALAR | LIST | MAP)));
    } else if ((keyword->shapes & NONEMPTY) && !child->first &&
               (child->kind != NODE_SCALAR || node_is_empty(child))) {
        mistake(&reading->mistakes, child->place, "'%s' is empty", child->key);
    }
}

void grammar_check(struct reading *reading, const struct node *map, const struct keyword *table)
{
    for (const struct node *child = map->first; child; child = child->next)
        check_child(reading, child, table);
    for (; table->name; table++)
        if ((table->shapes & REQUIRED) && !node_child(map, table->name))
            mistake(&reading->mistakes, map->place, "'%s' is missing", table->name);
}

void grammar_read(struct reading *reading, const struct node *map, const struct keyword *table,
                  void *into, bool again)
{
    for (const struct node *child = map->first; child; child = child->next) {
        const struct keyword *keyword = keyword_find(table, child->key);
        if (keyword && !(keyword->shapes & (OVERLAID | MISPLACED)) && shape_fits(keyword, child) &&
            (!again || child->templated))
            (keyword->read ? keyword->read : readers[keyword->type])(
                reading, keyword, child, (char *)into + keyword->offset);
    }
}

void grammar_apply(struct reading *reading, const struct node *map, const struct keyword *table,
                   void *into)
{
    grammar_check(reading, map, table);
    grammar_read(reading, map, table, into, false);
}
