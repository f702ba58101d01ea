// Reading the variables and rules of a makefile.
#include "commands/init/project/rules.h"

#include <string.h>

enum { DEPTH_MAX = 8, EXPANSION_MAX = 1 << 16 };

struct text_list words_of(struct arena *arena, const char *text)
{
    struct text_list words = {0};
    for (size_t length; *(text += strspn(text, " \t\r\n")); text += length) {
        length = strcspn(text, " \t\r\n");
        text_list_add(&words, arena, arena_strndup(arena, text, length));
    }
    return words;
}

static const struct variable *find_variable(const struct rules *rules, const char *name,
                                            size_t length)
{
    for (size_t i = rules->variable_count; i-- > 0;)
        if (strlen(rules->variables[i].name) == length &&
            strncmp(rules->variables[i].name, name, length) == 0)
            return &rules->variables[i];
    return NULL;
}

static void expand(const struct rules *rules, const char *text, size_t depth, struct text *out);

// What "$…" at `c` stands for; returns where it ends. What only make knows becomes nothing.
static const char *expand_one(const struct rules *rules, const char *c, size_t depth,
                              struct text *out)
{
    if (c[1] == '(' || c[1] == '{') {
        size_t length = strcspn(c + 2, c[1] == '(' ? ")" : "}");
        const struct variable *variable = find_variable(rules, c + 2, length);
        if (variable && depth < DEPTH_MAX)
            expand(rules, variable->value, depth + 1, out);
        return c + 2 + length + (c[2 + length] != '\0');
    }
    if (c[1] && strchr("@<^*+?", c[1]))
        text_add_bytes(out, c, 2);
    else if (c[1] == '$')
        text_add_bytes(out, c, 1);
    return c + 1 + (c[1] != '\0');
}

static void expand(const struct rules *rules, const char *text, size_t depth, struct text *out)
{
    text_add(out, "");
    while (*text && out->length < EXPANSION_MAX) {
        size_t plain = strcspn(text, "$");
        text_add_bytes(out, text, plain);
        text += plain;
        if (*text)
            text = expand_one(rules, text, depth, out);
    }
}

static char *expanded(struct arena *arena, const struct rules *rules, const char *text)
{
    TEXT_CLEANUP struct text out = {0};
    expand(rules, text, 0, &out);
    return arena_strdup(arena, out.bytes);
}

const char *rules_variable(struct arena *arena, const struct rules *rules, const char *name)
{
    const struct variable *variable = find_variable(rules, name, strlen(name));
    return variable ? expanded(arena, rules, variable->value) : NULL;
}

// "NAME = value", "+=", ":=", …; false if the line is none.
static bool read_variable(struct arena *arena, struct rules *rules, const char *line)
{
    line += text_starts(line, "export ") ? strlen("export ") : 0;
    line += strspn(line, " ");
    size_t length = strcspn(line, " \t:=?+!#");
    const char *operator= line + length + strspn(line + length, " \t");
    size_t width = strspn(operator, ":?+!");
    if (!length || operator[width] != '=')
        return false;
    const char *value = operator+ width + 1;
    const struct variable *before = find_variable(rules, line, length);
    if (*operator== '+' && before)
        value = arena_printf(arena, "%s %s", before->value, value);
    rules->variables[rules->variable_count++] =
        (struct variable){.name = arena_strndup(arena, line, length),
                          .value = arena_strdup(arena, value + strspn(value, " \t"))};
    return true;
}

static void read_rule(struct arena *arena, struct rules *rules, const char *line)
{
    const char *whole = expanded(arena, rules, line), *colon = strchr(whole, ':');
    if (!colon)
        return;
    const char *needs = colon + strspn(colon, ":");
    const char *recipe = strchr(needs, ';');
    rules->rules[rules->rule_count++] = (struct rule){
        .targets = words_of(arena, arena_strndup(arena, whole, (size_t)(colon - whole))),
        .needs = words_of(arena, arena_strndup(arena, needs, strcspn(needs, ";"))),
        .recipe = recipe ? recipe + 1 : "",
    };
}

static void read_recipe(struct arena *arena, struct rules *rules, const char *line)
{
    if (!rules->rule_count)
        return;
    struct rule *rule = &rules->rules[rules->rule_count - 1];
    rule->recipe = arena_printf(arena, "%s%s\n", rule->recipe,
                                expanded(arena, rules, line + strspn(line, "\t @-")));
}

// Cuts the next line off *cursor, joined where a backslash ends it.
static char *next_line(char **cursor)
{
    char *line = *cursor, *end = line + strcspn(line, "\n");
    while (end > line && end[-1] == '\\' && *end) {
        end[-1] = *end = ' ';
        end += strcspn(end, "\n");
    }
    *cursor = *end ? end + 1 : end;
    *end = '\0';
    return line;
}

struct rules rules_read(struct arena *arena, const char *text)
{
    size_t lines = 1;
    for (const char *c = text; (c = strchr(c, '\n')); c++)
        lines++;
    struct rules rules = {.rules = arena_new_array(arena, struct rule, lines),
                          .variables = arena_new_array(arena, struct variable, lines)};
    for (char *cursor = arena_strdup(arena, text); *cursor;) {
        char *line = next_line(&cursor);
        if (*line == '\t') {
            read_recipe(arena, &rules, line);
            continue;
        }
        line[strcspn(line, "#\r")] = '\0';
        if (!read_variable(arena, &rules, line))
            read_rule(arena, &rules, line);
    }
    return rules;
}

const struct rule *rules_find(const struct rules *rules, const char *target)
{
    for (size_t i = 0; i < rules->rule_count; i++)
        if (text_list_has(&rules->rules[i].targets, target))
            return &rules->rules[i];
    return NULL;
}

// "bin/$@" with the target in its place.
static const char *with_target(struct arena *arena, const struct rule *rule, const char *word)
{
    const char *at = strstr(word, "$@");
    if (!at || !rule->targets.count)
        return word;
    return arena_printf(arena, "%.*s%s%s", (int)(at - word), word, rule->targets.items[0], at + 2);
}

const char *rule_program(struct arena *arena, const struct rule *rule)
{
    for (const char *line = rule->recipe; *line; line += *line == '\n') {
        size_t length = strcspn(line, "\n");
        struct text_list words = words_of(arena, arena_strndup(arena, line, length));
        line += length;
        bool links = !text_list_has(&words, "-c") && !text_list_has(&words, "-shared");
        for (size_t i = 0; links && i + 1 < words.count; i++)
            if (text_equal(words.items[i], "-o"))
                return with_target(arena, rule, words.items[i + 1]);
    }
    return NULL;
}
