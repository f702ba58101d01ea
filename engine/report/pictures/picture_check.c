// Whether a picture is safe to embed in a page: it is read tag by tag.
#include "report/pictures/picture_check.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

enum { DEPTH_MOST = 64 };

struct reading {
    const char *at, *end;
    const char *open[DEPTH_MOST]; // names of elements, into `elements`
    size_t depth;
    const char *flaw;
};

static const char *const elements[] = {
    "svg",   "g",    "defs",    "use",     "symbol", "clipPath",       "marker",         "path",
    "rect",  "line", "circle",  "ellipse", "text",   "polyline",       "polygon",        "tspan",
    "title", "desc", "pattern", "style",   "stop",   "linearGradient", "radialGradient",
};

static bool flawed(struct reading *reading, const char *flaw)
{
    reading->flaw = flaw;
    return false;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == ':';
}

static void skip_spaces(struct reading *reading)
{
    while (reading->at < reading->end && is_space(*reading->at))
        reading->at++;
}

static size_t name_length(const struct reading *reading)
{
    const char *at = reading->at;
    while (at < reading->end && is_name(*at))
        at++;
    return (size_t)(at - reading->at);
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && strncasecmp(text, word, length) == 0;
}

// Whether every url( points to a part of the picture, and nothing is imported or written in
// escapes.
static bool stays_inside(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\\' || text[i] == '@')
            return false;
        if (length - i < 4 || strncasecmp(text + i, "url(", 4) != 0)
            continue;
        i += 4;
        while (i < length && (is_space(text[i]) || text[i] == '\'' || text[i] == '"'))
            i++;
        if (i == length || text[i] != '#')
            return false;
    }
    return true;
}

static bool read_attribute(struct reading *reading)
{
    const char *name = reading->at;
    size_t length = name_length(reading);
    reading->at += length;
    if (length == 0 || reading->end - reading->at < 2 || reading->at[0] != '=' ||
        (reading->at[1] != '"' && reading->at[1] != '\''))
        return flawed(reading, "a tag in it is not understood");
    char quote = reading->at[1];
    const char *value = reading->at += 2;
    const char *close = memchr(value, quote, (size_t)(reading->end - value));
    if (!close)
        return flawed(reading, "an attribute in it does not end");
    size_t size = (size_t)(close - value);
    reading->at = close + 1;
    if (strncasecmp(name, "on", 2) == 0)
        return flawed(reading, "an attribute in it is a script");
    bool link = is_word(name, length, "href") || is_word(name, length, "xlink:href") ||
                is_word(name, length, "src");
    if (link && (size == 0 || *value != '#'))
        return flawed(reading, "it links to something outside of it");
    // An escaped character could hide url().
    bool drawn = !is_word(name, length, "id") && strncmp(name, "xmlns", 5) != 0 &&
                 !is_word(name, length, "aria-label");
    if (drawn && (memchr(value, '&', size) || !stays_inside(value, size)))
        return flawed(reading, "it may fetch something from outside");
    return memchr(value, '<', size) ? flawed(reading, "a tag in it is not understood") : true;
}

static const char *element_at(struct reading *reading)
{
    size_t length = name_length(reading);
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (strlen(elements[i]) == length && memcmp(elements[i], reading->at, length) == 0) {
            reading->at += length;
            return elements[i];
        }
    flawed(reading, "an element in it is no drawing element");
    return NULL;
}

static bool read_end_tag(struct reading *reading)
{
    const char *element = element_at(reading);
    if (!element)
        return false;
    skip_spaces(reading);
    if (reading->depth == 0 || reading->open[--reading->depth] != element ||
        reading->at == reading->end || *reading->at != '>')
        return flawed(reading, "tags in it do not match");
    reading->at++;
    return true;
}

static bool read_start_tag(struct reading *reading)
{
    const char *element = element_at(reading);
    if (!element)
        return false;
    for (;;) {
        skip_spaces(reading);
        if (reading->at == reading->end)
            return flawed(reading, "a tag in it does not end");
        if (*reading->at == '>')
            break;
        if (*reading->at == '/' && reading->at + 1 < reading->end && reading->at[1] == '>') {
            reading->at += 2;
            return true;
        }
        if (!read_attribute(reading))
            return false;
    }
    reading->at++;
    if (reading->depth == DEPTH_MOST)
        return flawed(reading, "its elements are nested too deeply");
    reading->open[reading->depth++] = element;
    return true;
}

static bool read_comment(struct reading *reading)
{
    const char *text = reading->at + 3, *close = NULL;
    size_t length = (size_t)(reading->end - reading->at);
    if (length < 6 || memcmp(reading->at, "!--", 3) != 0 || *text == '>' ||
        !(close = memmem(text, length - 3, "--", 2)) || close + 2 >= reading->end ||
        close[2] != '>')
        return flawed(reading, "it has a declaration, or a comment that does not end");
    reading->at = close + 3;
    return true;
}

// Text up to the next tag.
static bool read_text(struct reading *reading)
{
    const char *text = reading->at;
    const char *next = memchr(text, '<', (size_t)(reading->end - text));
    reading->at = next ? next : reading->end;
    bool style = reading->depth && strcmp(reading->open[reading->depth - 1], "style") == 0;
    return !style || stays_inside(text, (size_t)(reading->at - text)) ||
           flawed(reading, "it may fetch something from outside");
}

// Browsers parse tags and comments within these elements by other rules.
static bool in_plain_text(const struct reading *reading)
{
    const char *open = reading->depth ? reading->open[reading->depth - 1] : "";
    return strcmp(open, "style") == 0 || strcmp(open, "title") == 0 || strcmp(open, "desc") == 0;
}

static bool read_piece(struct reading *reading)
{
    if (*reading->at != '<')
        return read_text(reading);
    reading->at++;
    if (reading->at == reading->end)
        return flawed(reading, "a tag in it does not end");
    if (*reading->at == '/')
        return reading->at++, read_end_tag(reading);
    if (in_plain_text(reading))
        return flawed(reading, "a tag in it stands among plain text");
    return *reading->at == '!' ? read_comment(reading) : read_start_tag(reading);
}

const char *picture_flaw(const char *svg, size_t length)
{
    struct reading reading = {.at = svg, .end = svg + length};
    if (length < 5 || memcmp(svg, "<svg", 4) != 0 || is_name(svg[4]) || memchr(svg, '\0', length))
        return "it does not begin with <svg";
    do {
        if (!read_piece(&reading))
            return reading.flaw;
    } while (reading.at < reading.end && reading.depth > 0);
    skip_spaces(&reading);
    return reading.depth              ? "elements in it do not end"
           : reading.at < reading.end ? "text follows its end"
                                      : NULL;
}
