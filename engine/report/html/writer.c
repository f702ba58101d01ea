// The only way into the page: everything but literals is escaped.
#include "report/html/writer.h"

#include "base/characters.h"
#include "base/files/files.h"

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

// RFC 4648.
static void add_base64(FILE *out, const char *bytes, size_t length)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        size_t left = length - i;
        uint32_t group = (uint32_t)(unsigned char)bytes[i] << 16;
        group |= left > 1 ? (uint32_t)(unsigned char)bytes[i + 1] << 8 : 0;
        group |= left > 2 ? (uint32_t)(unsigned char)bytes[i + 2] : 0;
        for (size_t k = 0; k < 4; k++)
            fputc(k <= left ? digits[group >> (18 - 6 * k) & 63] : '=', out);
    }
}

bool html_add_picture(struct html *html, const char *path, const char *label)
{
    enum { BYTES_MOST = 4 << 20 };
    TEXT_CLEANUP struct text svg = {0};
    struct error unread;
    if (!file_read(path, BYTES_MOST, &svg, &unread))
        return false;
    html_add(html, "<img alt=\"%s\" src=\"data:image/svg+xml;base64,", label);
    add_base64(html->out, svg.bytes, svg.length);
    html_add(html, "\">\n");
    return true;
}
