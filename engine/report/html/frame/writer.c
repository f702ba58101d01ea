// The only way into the page: everything but literals is escaped.
#include "report/html/frame/writer.h"

#include "report/pictures/picture_check.h"

#include <stdarg.h>
#include <stdint.h>
#include <string.h>

struct html {
    FILE *out;
};

struct html *html_on(struct arena *arena, FILE *out)
{
    struct html *html = arena_new(arena, struct html);
    html->out = out;
    return html;
}

// The length in bytes of the character that begins here; 0 if it is invalid (overlong, a surrogate,
// beyond U+10FFFF, cut off).
static size_t character(const unsigned char *text, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = *text < 0x80             ? 1
                    : (*text & 0xe0) == 0xc0 ? 2
                    : (*text & 0xf0) == 0xe0 ? 3
                    : (*text & 0xf8) == 0xf0 ? 4
                                             : 0;
    if (length == 0)
        return 0;
    *code = length == 1 ? *text : *text & (0x7fU >> length);
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (text[i] & 0x3fU);
    }
    bool none = *code < least[length] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000);
    return none ? 0 : length;
}

// The replacement of a character, or NULL if it stays. Bidirectional control characters are
// replaced, because they let a name rearrange the words beside it.
static const char *instead_of(uint32_t code)
{
    switch (code) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    case '\n':
    case '\t':
        return NULL;
    default:
        break;
    }
    bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    bool turns = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return control || turns || (code & 0xfffe) == 0xfffe ? "\xef\xbf\xbd" : NULL;
}

static void add_escaped(const struct html *html, const char *text)
{
    for (size_t length = 0; *text; text += length) {
        uint32_t code = 0;
        length = character((const unsigned char *)text, &code);
        const char *instead = length ? instead_of(code) : "\xef\xbf\xbd";
        length = length ? length : 1;
        if (instead)
            fputs(instead, html->out);
        else
            fwrite(text, 1, length, html->out);
    }
}

void html_add_literal(struct html *html, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    while (*format) {
        size_t plain = strcspn(format, "%");
        fwrite(format, 1, plain, html->out);
        format += plain;
        if (!*format)
            break;
        if (format[1] == 's')
            add_escaped(html, va_arg(arguments, const char *));
        else
            fputc('%', html->out);
        format += 2;
    }
    va_end(arguments);
}

void html_add_picture(struct html *html, const struct text *svg)
{
    if (!picture_flaw(svg->bytes, svg->length))
        fwrite(svg->bytes, 1, svg->length, html->out);
}
