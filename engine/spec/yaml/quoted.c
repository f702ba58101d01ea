// Quoting text for YAML.
#include "spec/yaml/quoted.h"

#include "base/text.h"

#include <string.h>

static void add_escaped(struct text *out, char c)
{
    if (c == '"' || c == '\\')
        text_printf(out, "\\%c", c);
    else if ((unsigned char)c < ' ' || c == '\x7f')
        text_printf(out, "\\x%02x", (unsigned char)c);
    else
        text_printf(out, "%c", c);
}

static bool has_control(const char *text)
{
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == '\x7f')
            return true;
    return false;
}

const char *yaml_quoted(struct arena *arena, const char *text)
{
    TEXT_CLEANUP struct text out = {0};
    bool escaped = has_control(text);
    text_add(&out, escaped ? "\"" : "'");
    for (const char *c = text; *c; c++)
        if (escaped)
            add_escaped(&out, *c);
        else
            text_printf(&out, "%s%c", *c == '\'' ? "'" : "", *c);
    text_add(&out, escaped ? "\"" : "'");
    return arena_strdup(arena, out.bytes);
}
