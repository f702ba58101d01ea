// ${name}: axes and names are resolved when the file is read, an execution's own when it runs.
#include "spec/yaml/resolve.h"

#include <string.h>

static const char *const late_names[] = {"seed", "block", "execution", NULL};

enum { FIXED_NAMES = 2, NAMES_MAX = 64 };

enum { TEXT_MAX = 1 << 20, EXPANSION_MAX = 512 << 20, TEXT_OVERHEAD = 32 };

static bool is_late(const char *name)
{
    const char *const *late = late_names;
    while (*late && !text_equal(*late, name))
        late++;
    return *late != NULL;
}

// Sets *value (NULL: not known yet); false if no such name is in scope.
static bool look_up(struct reading *reading, const char *name, const char **value)
{
    const struct scope *scope = &reading->scope;
    const struct spec *spec = reading->spec;
    if (text_equal(name, "benchmark") || text_equal(name, "variant")) {
        *value = text_equal(name, "benchmark") ? scope->benchmark : scope->variant;
        return true;
    }
    for (size_t i = 0; i < spec->axis_count; i++) {
        if (text_equal(spec->axes[i].name, name)) {
            *value = scope->point ? scope->point[i] : NULL;
            reading->axes_named |= UINT32_C(1) << i;
            return true;
        }
    }
    return false;
}

static void note_unknown(struct reading *reading, struct place place, const char *name, bool late)
{
    const struct spec *spec = reading->spec;
    const char *names[NAMES_MAX] = {"benchmark", "variant"};
    size_t count = FIXED_NAMES;
    for (size_t i = 0; i < spec->axis_count && count < NAMES_MAX - 4; i++)
        names[count++] = spec->axes[i].name;
    for (size_t i = 0; late && late_names[i]; i++)
        names[count++] = late_names[i];
    if (!late && is_late(name))
        mistake(&reading->mistakes, place,
                "${%s} may stand in args, command and env only: it differs between executions",
                name);
    else
        mistake(&reading->mistakes, place, "unknown ${%s}%s (a plain '${' is written '$${')", name,
                did_you_mean(&reading->mistakes, name, names));
}

// Adds the value of the "${name}" at *cursor and moves behind it; false if it is not known.
static bool add_value(struct reading *reading, struct place place, bool late, const char **cursor,
                      struct text *out)
{
    const char *start = *cursor + 2, *end = strchr(start, '}'), *value = NULL;
    if (!end) {
        mistake(&reading->mistakes, place, "'${' is never closed by '}'");
        *cursor = start + strlen(start);
        return false;
    }
    const char *name = arena_strndup(reading->arena, start, (size_t)(end - start));
    *cursor = end + 1;
    if (late && is_late(name)) {
        text_printf(out, "${%s}", name);
        return true;
    }
    if (!look_up(reading, name, &value))
        note_unknown(reading, place, name, late);
    if (value)
        text_add(out, value);
    return value != NULL;
}

bool expansion_fits(struct reading *reading, struct place place, const char *text)
{
    if (reading->too_large)
        return false;
    reading->expanded += strlen(text) + TEXT_OVERHEAD;
    reading->too_large = reading->expanded > EXPANSION_MAX;
    if (reading->too_large)
        mistake(&reading->mistakes, place,
                "all combinations together take more than %d MiB of text: sweep over fewer values, "
                "or shorten the texts with '${…}'",
                EXPANSION_MAX >> 20);
    return !reading->too_large;
}

static bool text_fits(struct reading *reading, struct place place, const struct text *text)
{
    if (text->length <= TEXT_MAX)
        return true;
    mistake(&reading->mistakes, place,
            "with its '${…}' replaced the text is longer than %d bytes: shorten it, or the values",
            TEXT_MAX);
    return false;
}

const char *resolve(struct reading *reading, const struct node *scalar, bool late)
{
    if (!strstr(scalar->text, "${"))
        return expansion_fits(reading, scalar->place, scalar->text) ? scalar->text : NULL;
    TEXT_CLEANUP struct text out = {0};
    bool known = true, fits = true;
    text_add(&out, "");
    for (const char *cursor = scalar->text; *cursor && fits;) {
        if (text_starts(cursor, "$${")) { // spec_fill() takes the second '$' away where late
            text_add(&out, late ? "$${" : "${");
            cursor += 3;
        } else if (text_starts(cursor, "${")) {
            known &= add_value(reading, scalar->place, late, &cursor, &out);
        } else {
            text_add_bytes(&out, cursor++, 1);
        }
        fits = text_fits(reading, scalar->place, &out);
    }
    return known && fits && expansion_fits(reading, scalar->place, out.bytes)
               ? arena_strndup(reading->arena, out.bytes, out.length)
               : NULL;
}
