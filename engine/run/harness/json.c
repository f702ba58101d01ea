// Reading JSON, also such as jansson refuses, and its values.
#include "run/harness/json.h"

#include "base/characters.h"
#include "stats/moments.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEPTH_KEPT = 500, DIGITS_WHOLE = 18 };

// ---- JSON that jansson refuses

struct rewriting {
    const char *at, *end;
    struct text json, left_out; // of `left_out` nothing is read
    struct text open;           // the brackets that are open
};

static struct text *written(struct rewriting *rewriting)
{
    return rewriting->open.length > DEPTH_KEPT ? &rewriting->left_out : &rewriting->json;
}

static void take(struct rewriting *rewriting, size_t length)
{
    text_add_bytes(written(rewriting), rewriting->at, length);
    rewriting->at += length;
}

static void put_instead(struct rewriting *rewriting, size_t length, const char *words)
{
    text_add(written(rewriting), words);
    rewriting->at += length;
}

// C++ streams print "-nan" and "inf", Microsoft's "nan(ind)", Python "NaN" and "Infinity".
static void take_word(struct rewriting *rewriting)
{
    static const char *const none[] = {"nan", "inf", "infinity"};
    const char *word = rewriting->at;
    struct text *out = written(rewriting);
    size_t length = 0, i = 0;
    while (isalpha((unsigned char)word[length]))
        length++;
    while (i < 3 && (strlen(none[i]) != length || strncasecmp(word, none[i], length) != 0))
        i++;
    if (i == 3) {
        take(rewriting, length);
        return;
    }
    if (out->length && strchr("+-", out->bytes[out->length - 1]))
        out->bytes[--out->length] = '\0';
    if (word[length] == '(')
        length += strcspn(word + length, ")\n") + 1;
    length = length < (size_t)(rewriting->end - word) ? length : (size_t)(rewriting->end - word);
    put_instead(rewriting, length, "null");
}

// A whole number of too many digits becomes a real one, "1e400" and "1.#INF" become null.
static void take_number(struct rewriting *rewriting)
{
    size_t length = strspn(rewriting->at, "0123456789.eE+-#INFDQASB"),
           digits = strspn(rewriting->at + 1, "0123456789") + 1;
    if (memchr(rewriting->at, '#', length) || isinf(strtod(rewriting->at, NULL))) {
        put_instead(rewriting, length, "null");
        return;
    }
    take(rewriting, length);
    if (digits == length && digits > DIGITS_WHOLE)
        text_add(written(rewriting), ".0");
}

static uint32_t escaped(const char *at)
{
    char digits[5] = {0};
    if (at[0] != '\\' || at[1] != 'u' || strspn(at + 2, "0123456789abcdefABCDEF") < 4)
        return UINT32_MAX;
    memcpy(digits, at + 2, 4);
    return (uint32_t)strtoul(digits, NULL, 16);
}

static void take_character(struct rewriting *rewriting)
{
    enum { ESCAPE = 6 };
    const char *at = rewriting->at;
    uint32_t code = escaped(at), low = code == UINT32_MAX ? code : escaped(at + ESCAPE);
    bool surrogate = code >= 0xd800 && code < 0xe000;
    bool pair = surrogate && code < 0xdc00 && low >= 0xdc00 && low < 0xe000;
    if (code == 0 || (surrogate && !pair)) {
        put_instead(rewriting, ESCAPE, "?");
    } else if (code != UINT32_MAX) {
        take(rewriting, pair ? 2 * ESCAPE : ESCAPE);
    } else if (*at == '\\' && at + 1 < rewriting->end) {
        take(rewriting, 2);
    } else {
        size_t length = *at ? character_at(at, &code) : 1;
        if (length)
            take(rewriting, length);
        else
            put_instead(rewriting, 1, "?");
    }
}

static void take_string(struct rewriting *rewriting)
{
    take(rewriting, 1);
    while (rewriting->at < rewriting->end && *rewriting->at != '"')
        take_character(rewriting);
    if (rewriting->at < rewriting->end)
        take(rewriting, 1);
}

// What is too deep becomes null.
static void open_bracket(struct rewriting *rewriting)
{
    if (rewriting->open.length == DEPTH_KEPT)
        text_add(&rewriting->json, "null");
    text_add_bytes(&rewriting->open, rewriting->at, 1);
    take(rewriting, 1);
}

// False: it closes no bracket.
static bool close_bracket(struct rewriting *rewriting)
{
    struct text *open = &rewriting->open;
    char wanted = *rewriting->at == ']' ? '[' : '{';
    if (!open->length || open->bytes[open->length - 1] != wanted)
        return false;
    take(rewriting, 1);
    open->length--;
    return true;
}

static bool rewrite(struct rewriting *rewriting)
{
    bool whole = true;
    while (whole && rewriting->at < rewriting->end) {
        char byte = *rewriting->at;
        if (byte == '"')
            take_string(rewriting);
        else if (isalpha((unsigned char)byte))
            take_word(rewriting);
        else if (isdigit((unsigned char)byte) ||
                 (byte == '-' && isdigit((unsigned char)rewriting->at[1])))
            take_number(rewriting);
        else if (byte == '[' || byte == '{')
            open_bracket(rewriting);
        else if (byte == ']' || byte == '}')
            whole = close_bracket(rewriting);
        else if (byte != '\n')
            take(rewriting, 1);
        else if (rewriting->at++)
            text_add(&rewriting->json, "\n"); // also of what is left out
    }
    return whole;
}

static json_t *load(struct harness_output *output, const char *bytes, size_t length,
                    json_error_t *trouble)
{
    json_t *root = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, trouble);
    if (root || json_error_code(trouble) != json_error_duplicate_key)
        return root;
    harness_note(output, "line %d: %s: its last value is taken", trouble->line, trouble->text);
    return json_loadb(bytes, length, 0, trouble);
}

json_t *harness_json(struct harness_output *output, const char *bytes, size_t length,
                     json_error_t *trouble)
{
    json_t *root = load(output, bytes, length, trouble);
    if (root || json_error_code(trouble) == json_error_end_of_input_expected)
        return root;
    const char *copy = arena_strndup(output->arena, bytes, length); // ends with NUL
    struct rewriting rewriting = {.at = copy, .end = copy + length};
    if (rewrite(&rewriting))
        root = load(output, rewriting.json.bytes, rewriting.json.length, trouble);
    text_release(&rewriting.json);
    text_release(&rewriting.left_out);
    text_release(&rewriting.open);
    return root;
}

// ---- Values

const char *harness_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

uint64_t harness_count(const json_t *object, const char *key)
{
    json_int_t count = json_integer_value(json_object_get(object, key));
    return count > 0 ? (uint64_t)count : 0;
}

bool harness_time(const json_t *value, double scale, double *seconds)
{
    *seconds = json_number_value(value) * scale;
    return json_is_number(value) && *seconds >= 0 && moments_takes(*seconds);
}

bool harness_add_array(struct harness_output *output, const struct harness_values *values,
                       const char *path, const json_t *array)
{
    const json_t *number;
    size_t i;
    harness_at(output, "%s", path);
    if (!json_is_array(array))
        harness_fail(output, "there is no array of numbers");
    json_array_foreach(array, i, number)
    {
        harness_at(output, "%s[%zu]", path, i);
        if (!json_is_number(number))
            harness_fail(output, "'%s' has a value that is no number", values->benchmark);
        double scaled = json_number_value(number) * values->scale;
        if (output->why ||
            !harness_add(output, values->benchmark, values->metric,
                         &(struct harness_value){scaled, values->iterations, values->execution}))
            break;
    }
    return !output->why;
}

static const char *scalar(struct arena *arena, const json_t *value)
{
    return json_is_string(value)    ? json_string_value(value)
           : json_is_integer(value) ? arena_printf(arena, "%lld", json_integer_value(value))
           : json_is_real(value)    ? arena_printf(arena, "%.6g", json_real_value(value))
           : json_is_true(value)    ? "true"
           : json_is_false(value)   ? "false"
                                    : "";
}

void harness_scalar_condition(struct harness_output *output, bool machine, const char *name,
                              const json_t *value)
{
    harness_condition(output, machine, name, scalar(output->arena, value));
}

void harness_define(struct harness_output *output, const char *benchmark, const json_t *object,
                    const char *const *keys)
{
    for (; *keys; keys++) {
        const json_t *value = json_object_get(object, *keys);
        bool filled = json_array_size(value) || json_object_size(value);
        char *whole = filled ? json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
        harness_condition_of(output, benchmark, true, *keys,
                             whole ? whole : scalar(output->arena, value));
        free(whole);
    }
}

void harness_conditions(struct harness_output *output, bool machine, const json_t *object,
                        const char *const *keys)
{
    for (; *keys; keys++)
        if (json_object_get(object, *keys))
            harness_scalar_condition(output, machine, *keys, json_object_get(object, *keys));
}

json_t *harness_name_counts(const json_t *entries, const char *key)
{
    json_t *counts = json_object();
    const json_t *entry;
    size_t i;
    json_array_foreach(entries, i, entry)
    {
        const char *name = harness_text(entry, key);
        json_int_t count = json_integer_value(json_object_get(counts, name));
        json_object_set_new_nocheck(counts, name, json_integer(count + 1));
    }
    return counts;
}
