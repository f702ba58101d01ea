// Readers of single values, for rows of grammar tables.
#include "spec/yaml/readers.h"

#include "base/shell_words.h"
#include "spec/values.h"
#include "spec/yaml/resolve.h"

#include <string.h>

void read_keys(struct reading *reading, const struct keyword *keyword, const struct node *node,
               void *at)
{
    grammar_apply(reading, node, keyword->keys, at);
}

void read_node(struct reading *reading, const struct keyword *keyword, const struct node *node,
               void *at)
{
    (void)reading, (void)keyword;
    *(const struct node **)at = node;
}

void read_plain(struct reading *reading, const struct keyword *keyword, const struct node *node,
                void *at)
{
    (void)reading, (void)keyword;
    *(const char **)at = node->text;
}

void read_name(struct reading *reading, const struct keyword *keyword, const struct node *node,
               void *at)
{
    const char *problem = name_problem(node->text);
    if (problem)
        mistake(&reading->mistakes, node->place, "'%s' cannot be the name of the %s: %s",
                node->text, keyword->name, problem);
    *(const char **)at = node->text;
}

void read_text(struct reading *reading, const struct keyword *keyword, const struct node *node,
               void *at)
{
    const char *text = resolve(reading, node, false);
    if (text && !*text)
        mistake(&reading->mistakes, node->place, "'%s' is empty", keyword->name);
    else if (text)
        *(const char **)at = text;
}

// The index of the node's word among the choices, or -1.
static int find_choice(struct reading *reading, const struct keyword *keyword,
                       const struct node *node)
{
    const char *word = resolve(reading, node, false);
    if (!word)
        return -1;
    TEXT_CLEANUP struct text all = {0};
    for (int i = 0; keyword->choices[i]; i++) {
        if (text_equal(keyword->choices[i], word))
            return i;
        text_printf(&all, "%s%s", i ? ", " : "", keyword->choices[i]);
    }
    mistake(&reading->mistakes, node->place, "'%s' must be one of %s, not '%s'%s", keyword->name,
            all.bytes, word, did_you_mean(&reading->mistakes, word, keyword->choices));
    return -1;
}

void read_word(struct reading *reading, const struct keyword *keyword, const struct node *node,
               void *at)
{
    int index = find_choice(reading, keyword, node);
    if (index >= 0)
        *(const char **)at = keyword->choices[index];
}

void read_index(struct reading *reading, const struct keyword *keyword, const struct node *node,
                void *at)
{
    int index = find_choice(reading, keyword, node);
    if (index >= 0)
        *(int *)at = index;
}

void read_count(struct reading *reading, const struct keyword *keyword, const struct node *node,
                void *at)
{
    const char *word = resolve(reading, node, false);
    size_t count = 0;
    if (!word)
        return;
    if (!value_count(word, &count))
        mistake(&reading->mistakes, node->place, "'%s' must be a whole number, not '%s'",
                keyword->name, word);
    else if ((double)count < keyword->low || (double)count > keyword->high)
        mistake(&reading->mistakes, node->place, "'%s' must be between %.0f and %.0f, not %s",
                keyword->name, keyword->low, keyword->high, word);
    else
        *(size_t *)at = count;
}

void read_fraction(struct reading *reading, const struct keyword *keyword, const struct node *node,
                   void *at)
{
    const char *word = resolve(reading, node, false);
    double fraction = 0;
    if (!word)
        return;
    if (!value_fraction(word, &fraction))
        mistake(&reading->mistakes, node->place,
                "'%s' must be a share such as 5%% or 0.05, not '%s'", keyword->name, word);
    else if (fraction < keyword->low || fraction > keyword->high)
        mistake(
            &reading->mistakes, node->place, "'%s' must be between %.10g%% and %.10g%%, not %s%s",
            keyword->name, keyword->low * 100, keyword->high * 100, word,
            fraction / 100 >= keyword->low && fraction / 100 <= keyword->high && !strchr(word, '%')
                ? arena_printf(reading->arena, "; did you mean %s%%?", word)
                : "");
    else
        *(double *)at = fraction;
}

void read_duration(struct reading *reading, const struct keyword *keyword, const struct node *node,
                   void *at)
{
    const char *word = resolve(reading, node, false);
    double seconds = 0;
    if (!word)
        return;
    if (!value_duration(word, &seconds))
        mistake(&reading->mistakes, node->place,
                "'%s' must be a duration such as 10ms, 60s, 5min or 2h, not '%s'", keyword->name,
                word);
    else if (seconds < keyword->low || seconds > keyword->high)
        mistake(&reading->mistakes, node->place, "'%s' must be between %.10gs and %.10gs, not %s",
                keyword->name, keyword->low, keyword->high, word);
    else
        *(double *)at = seconds;
}

void read_size(struct reading *reading, const struct keyword *keyword, const struct node *node,
               void *at)
{
    const char *word = resolve(reading, node, false);
    uint64_t bytes = 0;
    if (!word)
        return;
    if (!value_size(word, &bytes))
        mistake(&reading->mistakes, node->place,
                "'%s' must be a number of bytes such as 512Mi or 2Gi, not '%s'", keyword->name,
                word);
    else if ((double)bytes < keyword->low || (double)bytes > keyword->high)
        mistake(&reading->mistakes, node->place, "'%s' must be between %.0fMi and %.0fTi, not %s",
                keyword->name, keyword->low / 0x1p20, keyword->high / 0x1p40, word);
    else
        *(uint64_t *)at = bytes;
}

static bool split(struct reading *reading, const struct node *node, const char *line,
                  struct text_list *words)
{
    struct error error;
    if (text_split_words(reading->arena, line, words, &error))
        return true;
    mistake(&reading->mistakes, node->place, "%s", error.text);
    return false;
}

// Adds the list's items with ${…} resolved; false if a value is not known yet.
static bool resolve_items(struct reading *reading, const struct keyword *keyword,
                          const struct node *list, bool late, struct text_list *words)
{
    bool known = true;
    for (const struct node *item = list->first; item; item = item->next) {
        const char *word = item->kind == NODE_SCALAR ? resolve(reading, item, late) : NULL;
        if (item->kind != NODE_SCALAR)
            mistake(&reading->mistakes, item->place, "an item of '%s' must be one value",
                    keyword->name);
        if (word)
            text_list_add(words, reading->arena, word);
        known &= word != NULL;
    }
    return known;
}

static struct text_list no_words(struct reading *reading)
{
    return (struct text_list){.items = arena_new(reading->arena, char *)};
}

void read_words(struct reading *reading, const struct keyword *keyword, const struct node *node,
                void *at)
{
    struct text_list words = no_words(reading);
    const char *line = node->kind == NODE_SCALAR ? resolve(reading, node, false) : NULL;
    if (line ? split(reading, node, line, &words)
             : resolve_items(reading, keyword, node, false, &words))
        *(struct text_list *)at = words;
}

// Split before ${…} is resolved, so that a value is never split itself.
void read_templates(struct reading *reading, const struct keyword *keyword, const struct node *node,
                    void *at)
{
    struct text_list words = no_words(reading), templates = no_words(reading);
    if (node->kind == NODE_LIST) {
        if (resolve_items(reading, keyword, node, true, &words))
            *(struct text_list *)at = words;
        return;
    }
    if (!split(reading, node, node->text, &words))
        return;
    struct node part = *node;
    for (size_t i = 0; i < words.count; i++) {
        part.text = words.items[i];
        const char *word = resolve(reading, &part, true);
        if (!word)
            return;
        text_list_add(&templates, reading->arena, word);
    }
    *(struct text_list *)at = templates;
}
