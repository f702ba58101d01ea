// A JSON Schema of the experiment file, from the grammar tables.
#include "spec/reference/schema.h"

#include "base/text.h"
#include "spec/keys/experiment.h"
#include "spec/reference/wording.h"
#include "spec/values.h"
#include "spec/yaml/readers.h"

#include <jansson.h>
#include <string.h>

#define DECIMAL "([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?"
#define NOT_ZERO "(?=[^eE]*[1-9])"
#define SIZE "[0-9]+(Ki|Mi|Gi|Ti)?"

// Texts of each type. A value may hold ${…}, which is resolved later.
static const char *const patterns[VALUE_TYPES] = {
    [TYPE_NAME] = "(?![.]{1,2}$)[^/$\\u0000-\\u001f]{1,100}",
    [TYPE_COUNT] = "[0-9]+",
    [TYPE_SHARE] = NOT_ZERO "((100([.]0*)?|[0-9]{1,2}([.][0-9]*)?)%|0?[.][0-9]+|1)",
    [TYPE_SIZE] = SIZE,
    [TYPE_AMOUNT] = SIZE "|[-+]?" DECIMAL,
};

#define DURATION DECIMAL " *(ns|us|\u00b5s|\u03bcs|ms|s|min|h|d)"

// YAML 1.1, which some readers of YAML still follow, takes these words for booleans.
static const char *const booleans[][2] = {{"true", "false"}, {"yes", "no"}, {"on", "off"}};

static json_t *schema_of(struct arena *arena, const struct keyword *keyword);

static void add(json_t *list, json_t *item)
{
    json_array_append_new(list, item);
}

static json_t *string_type(const char *pattern)
{
    return json_pack("{s:s, s:s}", "type", "string", "pattern", pattern);
}

static json_t *number_type(const char *type, const struct keyword *keyword)
{
    json_t *number = json_pack("{s:s}", "type", type);
    if (keyword->high <= 0)
        return number;
    bool whole = text_equal(type, "integer") && keyword->high <= 0x1p53;
    json_object_set_new(number, "minimum",
                        whole ? json_integer((json_int_t)keyword->low) : json_real(keyword->low));
    json_object_set_new(number, "maximum",
                        whole ? json_integer((json_int_t)keyword->high) : json_real(keyword->high));
    return number;
}

static void add_choices(json_t *any, const char *const *choices)
{
    json_t *words = json_array();
    for (size_t i = 0; choices[i]; i++)
        add(words, json_string(choices[i]));
    for (int truth = 0; truth < 2; truth++)
        for (size_t i = 0; choices[i]; i++)
            if (text_equal(choices[i], booleans[0][truth]) ||
                text_equal(choices[i], booleans[1][truth]) ||
                text_equal(choices[i], booleans[2][truth])) {
                add(words, json_boolean(truth == 0));
                break;
            }
    add(any, json_pack("{s:o}", "enum", words));
}

static void add_pattern(struct arena *arena, json_t *any, const char *pattern)
{
    add(any, string_type(arena_printf(arena, "^(%s)$", pattern)));
}

static void add_duration(struct arena *arena, json_t *any, const struct keyword *keyword)
{
    if (keyword->low <= 0)
        add(any, json_pack("{s:i}", "const", 0));
    add_pattern(arena, any, keyword->low > 0 ? NOT_ZERO DURATION : DURATION "|0");
}

static void add_text(struct arena *arena, json_t *any, const struct keyword *keyword)
{
    bool free = !keyword->pattern && keyword->type != TYPE_NAME;
    bool empty = !(keyword->shapes & NONEMPTY) && (keyword->read || keyword->type == TYPE_WORDS);
    if (free && empty) {
        add(any, json_pack("{s:[s,s,s]}", "type", "string", "number", "boolean"));
    } else if (free) {
        add(any,
            json_pack("{s:[s,s,s],s:i}", "type", "string", "number", "boolean", "minLength", 1));
    } else if (keyword->type == TYPE_NAME) {
        add(any, json_pack("{s:[s,s,s],s:s}", "type", "string", "number", "boolean", "pattern",
                           arena_printf(arena, "^(%s)$", patterns[TYPE_NAME])));
    } else if (keyword->high > 0) {
        add(any, number_type("integer", keyword));
    }
}

static void add_scalars(struct arena *arena, json_t *any, const struct keyword *keyword)
{
    static const char *const numbers[VALUE_TYPES] = {[TYPE_COUNT] = "integer",
                                                     [TYPE_SIZE] = "integer",
                                                     [TYPE_SHARE] = "number",
                                                     [TYPE_AMOUNT] = "number"};
    enum value_type type = keyword->type;
    if (keyword->choices)
        add_choices(any, keyword->choices);
    if (keyword->pattern)
        add_pattern(arena, any, keyword->pattern);
    if (type == TYPE_DURATION)
        add_duration(arena, any, keyword);
    else if (numbers[type])
        add(any, number_type(numbers[type], keyword));
    else if (type != TYPE_CHOICE)
        add_text(arena, any, keyword);
    if (numbers[type])
        add_pattern(arena, any, patterns[type]);
    if (keyword->choices || keyword->pattern || numbers[type] || type == TYPE_DURATION)
        add(any, string_type("\\$\\{"));
}

static json_t *any_of(json_t *any)
{
    if (json_array_size(any) != 1)
        return json_pack("{s:o}", "anyOf", any);
    json_t *only = json_deep_copy(json_array_get(any, 0));
    json_decref(any);
    return only;
}

static json_t *list_schema(struct arena *arena, const struct keyword *keyword)
{
    json_t *items = keyword->entry ? schema_of(arena, keyword->entry) : NULL;
    if (!items) {
        json_t *any = json_array();
        add_scalars(arena, any, keyword);
        items = any_of(any);
    }
    json_t *list = json_pack("{s:s,s:o}", "type", "array", "items", items);
    if (keyword->shapes & NONEMPTY)
        json_object_set_new(list, "minItems", json_integer(1));
    return list;
}

static json_t *table_schema(struct arena *arena, const struct keyword *table, unsigned without)
{
    json_t *properties = json_object(), *required = json_array();
    for (; table->name; table++) {
        if (table->shapes & (MISPLACED | without))
            continue;
        json_object_set_new(properties, table->name, schema_of(arena, table));
        if (table->shapes & REQUIRED)
            add(required, json_string(table->name));
    }
    json_t *map = json_pack("{s:s,s:b,s:o}", "type", "object", "additionalProperties", 0,
                            "properties", properties);
    if (json_array_size(required))
        json_object_set(map, "required", required);
    json_decref(required);
    return map;
}

static json_t *map_schema(struct arena *arena, const struct keyword *keyword)
{
    const struct keyword *keys = keyword_keys(arena, keyword);
    json_t *map =
        keys ? table_schema(arena, keys, keyword->without) : json_pack("{s:s}", "type", "object");
    if (!keys && keyword->entry)
        json_object_set_new(map, "additionalProperties", schema_of(arena, keyword->entry));
    if (keyword->shapes & NONEMPTY)
        json_object_set_new(map, "minProperties", json_integer(1));
    return map;
}

// A key with nothing behind it.
static bool may_be_empty(const struct keyword *keyword)
{
    bool scalar =
        (keyword->shapes & SCALAR) && keyword->type != TYPE_WORDS && keyword->read != read_plain;
    return !scalar && !(keyword->shapes & (NONEMPTY | REQUIRED));
}

static const char *description(struct arena *arena, const struct keyword *keyword)
{
    return arena_printf(arena, "%s%s%s\nExample: %s", keyword->help,
                        keyword->fallback ? "\nDefault: " : "",
                        keyword->fallback ? keyword->fallback : "", keyword->example);
}

// The default as a value; some are but described.
static json_t *default_of(const struct keyword *keyword)
{
    size_t count;
    const char *word = keyword->fallback;
    for (size_t i = 0; word && keyword->choices && keyword->choices[i]; i++)
        if (text_equal(keyword->choices[i], word))
            return json_string(word);
    if (!word || strchr(word, ' ') || text_equal(word, "all") || keyword->type == TYPE_KEYS)
        return NULL;
    return value_count(word, &count) ? json_integer((json_int_t)count) : json_string(word);
}

static json_t *schema_of(struct arena *arena, const struct keyword *keyword)
{
    json_t *any = json_array();
    if (keyword->shapes & SCALAR)
        add_scalars(arena, any, keyword);
    if (keyword->shapes & LIST)
        add(any, list_schema(arena, keyword));
    if (keyword->shapes & MAP)
        add(any, map_schema(arena, keyword));
    if (may_be_empty(keyword))
        add(any, json_pack("{s:s}", "type", "null"));
    json_t *value = any_of(any), *fallback = default_of(keyword);
    json_object_set_new(value, "description", json_string(description(arena, keyword)));
    if (fallback)
        json_object_set_new(value, "default", fallback);
    return value;
}

const char *reference_schema(struct arena *arena)
{
    json_t *root = json_pack("{s:s,s:s}", "$schema", "http://json-schema.org/draft-07/schema#",
                             "title", "experiment of eswexp");
    json_t *table = table_schema(arena, experiment_keys, 0);
    json_object_update(root, table);
    json_decref(table);
    char *bytes = json_dumps(root, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
    const char *text = arena_printf(arena, "%s\n", bytes);
    free(bytes);
    json_decref(root);
    return text;
}
