// Reads a linker's command line: response files, options, kind of link.
#include "build/capture/link_arguments.h"

#include "base/files/files.h"
#include "base/files/paths.h"

#include <string.h>

enum { RESPONSE_BYTES_MAX = 64 << 20, RESPONSE_DEPTH_MAX = 20 };

// Reads one word as GNU's buildargv(): blanks separate, quotes and backslashes escape.
static bool next_word(const char **cursor, struct text *word)
{
    const char *c = *cursor + strspn(*cursor, " \t\r\n\f\v");
    if (!*c)
        return false;
    text_add(word, "");
    for (char quote = 0; *c && (quote || !strchr(" \t\r\n\f\v", *c)); c++) {
        if (quote != '\'' && *c == '\\' && c[1])
            text_add_bytes(word, ++c, 1);
        else if (quote ? *c == quote : (*c == '\'' || *c == '"'))
            quote = quote ? 0 : *c;
        else
            text_add_bytes(word, c, 1);
    }
    *cursor = c;
    return true;
}

static bool expand_word(struct arena *arena, const char *word, int depth,
                        struct text_list *expanded, struct error *error)
{
    if (word[0] != '@' || !file_exists(word + 1)) {
        text_list_add(expanded, arena, word);
        return true;
    }
    if (depth == RESPONSE_DEPTH_MAX)
        return failed(error, EXIT_FAILED, "response file '%s' contains itself", word + 1);
    TEXT_CLEANUP struct text content = {0};
    if (!file_read(word + 1, RESPONSE_BYTES_MAX, &content, error))
        return false;
    const char *cursor = content.bytes;
    for (bool more = true; more;) {
        TEXT_CLEANUP struct text inner = {0};
        more = next_word(&cursor, &inner);
        if (more && !expand_word(arena, inner.bytes, depth + 1, expanded, error))
            return false;
    }
    return true;
}

bool link_expand(struct arena *arena, char *const *words, struct text_list *expanded,
                 struct error *error)
{
    *expanded = (struct text_list){.items = arena_new_array(arena, char *, 1)};
    for (; *words; words++)
        if (!expand_word(arena, *words, 0, expanded, error))
            return false;
    return true;
}

// The option without its dashes, or NULL.
static const char *without_dashes(const char *word)
{
    if (!word || word[0] != '-')
        return NULL;
    return word + (word[1] == '-' ? 2 : 1);
}

bool link_has(const struct text_list *arguments, const char *option)
{
    for (size_t i = 0; i < arguments->count; i++) {
        const char *name = without_dashes(arguments->items[i]);
        if (name && text_equal(name, option))
            return true;
    }
    return false;
}

const char *link_value(const struct text_list *arguments, size_t *index, const char *option)
{
    const char *name = without_dashes(arguments->items[*index]);
    size_t length = strlen(option);
    if (!name || strncmp(name, option, length) != 0)
        return NULL;
    if (name[length] == '=')
        return name + length + 1;
    return !name[length] && *index + 1 < arguments->count ? arguments->items[++*index] : NULL;
}

const char *link_output(const struct text_list *arguments)
{
    const char *output = "a.out";
    for (size_t i = 0; i < arguments->count; i++) {
        const char *word = arguments->items[i], *value = link_value(arguments, &i, "output");
        if (!value)
            value = link_value(arguments, &i, "o");
        if (!value && text_starts(word, "-o") && !text_starts(word, "-omagic") && word[2])
            value = word + 2;
        output = value ? value : output;
    }
    return output;
}

const char *link_own_script(const struct text_list *arguments)
{
    for (size_t i = 0; i < arguments->count; i++) {
        const char *word = arguments->items[i], *value = link_value(arguments, &i, "script");
        if (!value)
            value = link_value(arguments, &i, "T");
        // -Ttext=…, -Tdata=… and the like set addresses and name no script
        if (!value && text_starts(word, "-T") && word[2] &&
            !(text_starts(word, "-Ttext") || text_starts(word, "-Tdata") ||
              text_starts(word, "-Tbss") || text_starts(word, "-Trodata") ||
              text_starts(word, "-Tldata")))
            value = word + 2;
        if (value)
            return value;
    }
    return NULL;
}

static bool is_probe(const char *output, const char *folder)
{
    static const char *const names[] = {"conftest", "cmTC_", "sanitycheck"};
    static const char *const places[] = {"/meson-private", "/CMakeFiles/"};
    const char *name = path_base(output);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (text_starts(name, names[i]))
            return true;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (strstr(output, places[i]) || strstr(folder, places[i]))
            return true;
    return text_equal(output, "/dev/null");
}

static bool has_any(const struct text_list *arguments, const char *const *options)
{
    for (; *options; options++)
        if (link_has(arguments, *options))
            return true;
    return false;
}

enum link_kind link_kind(const struct text_list *arguments, const char *folder)
{
    static const char *const shared[] = {"shared", "Bshareable", NULL};
    static const char *const others[] = {"relocatable", "r", "i", "Ur", "version", "help", NULL};
    if (has_any(arguments, others) || is_probe(link_output(arguments), folder))
        return LINK_OTHER;
    return has_any(arguments, shared) ? LINK_LIBRARY : LINK_PROGRAM;
}

bool script_has_text_alone(const char *script)
{
    static const char between[] = " \t\r\n();{}:,";
    static const char text[] = ".text";
    bool alone = false;
    while (*(script += strspn(script, between))) {
        size_t length = strcspn(script, between);
        const char *rest = script + strlen(text);
        if (text_starts(script, text)) {
            if ((length == strlen(".text*") && *rest == '*') ||
                (length == strlen(".text.*") && text_starts(rest, ".*")))
                return false;
            alone = alone || length == strlen(text);
        }
        script += length;
    }
    return alone;
}
