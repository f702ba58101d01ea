// Names in Markdown.
#include "report/markdown_literal.h"

#include "base/text.h"
#include "report/wording/lines.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

// GitHub looks for mentions, issues and formulas in the page that the marks leave, so a backslash
// does not stop them: an invisible space or a tag inside does.
static const char INVISIBLE_SPACE[] = "&#8203;";
static const char DOLLAR[] = "<span>$</span>";

enum { LONGEST = sizeof DOLLAR };

// Whether the character begins what GitHub would make a link of: "://", the dot of "www.".
static bool begins_link(const char *plain, const char *at)
{
    return (*at == ':' && at[1] == '/' && at[2] == '/') ||
           (*at == '.' && at - plain >= 3 && strncasecmp(at - 3, "www", 3) == 0);
}

// "user" after "@", "12" after "#" or "GH-".
static bool begins_reference(const char *plain, const char *at)
{
    bool dash = *at == '-' && at - plain >= 2 && strncasecmp(at - 2, "gh", 2) == 0;
    return (*at == '@' || *at == '#' || dash) && isalnum((unsigned char)at[1]);
}

// A "$" that may end a formula, "$x$" or "$$x$$".
static bool ends_formula(const char *plain, const char *at)
{
    return *at == '$' && (at == plain || at[-1] != ' ') && !isalnum((unsigned char)at[1]);
}

const char *markdown_literal(struct arena *arena, const char *name)
{
    const char *plain = plain_name(arena, name);
    char *escaped = arena_alloc(arena, LONGEST * strlen(plain) + 1), *to = escaped;
    for (const char *at = plain; *at; at++) {
        if (ends_formula(plain, at)) {
            to = stpcpy(to, DOLLAR);
            continue;
        }
        if (strchr("\\`*_{}[]<>#|~&", *at) || begins_link(plain, at))
            *to++ = '\\';
        *to++ = *at;
        if (begins_reference(plain, at))
            to = stpcpy(to, INVISIBLE_SPACE);
    }
    *to = '\0';
    return escaped;
}
