// The only way into the page: everything but literals is escaped.
#include "report/html/frame/writer.h"

#include "base/characters.h"
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

// The replacement of a character, or NULL if it stays.
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
    return character_steers(code) ? "\xef\xbf\xbd" : NULL;
}

static void add_escaped(const struct html *html, const char *text)
{
    for (size_t length = 0; *text; text += length) {
        uint32_t code = 0;
        length = character_at(text, &code);
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
