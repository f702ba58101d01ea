// Names as every variant of a program has them.
#include "build/layout/stable_name.h"

#include "base/files/paths.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

// What compilers append. A clone is another function than the whole, so its kind stays.
static const struct suffix {
    const char *text;
    bool stays;
} suffixes[] = {
    {".constprop", true},   {".part", true},  {".cold", true},
    {".clone", true},       {".isra", false}, {".lto_priv", false},
    {".localalias", false}, {".llvm", false}, {".__uniq", false},
};

static const struct suffix *suffix_at(const char *text)
{
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        size_t length = strlen(suffixes[i].text);
        if (text_starts(text, suffixes[i].text) && (!text[length] || text[length] == '.'))
            return &suffixes[i];
    }
    return NULL;
}

// The length of ".123" behind a suffix.
static size_t number_length(const char *text)
{
    size_t digits = *text == '.' ? strspn(text + 1, "0123456789") : 0;
    return digits && (!text[1 + digits] || text[1 + digits] == '.') ? 1 + digits : 0;
}

// Behind the name of a kind of section (".text.f")?
static bool starts_name(const char *name, const char *at)
{
    return at == name || (*name == '.' && (size_t)(at - name) == strcspn(name + 1, ".") + 2);
}

// gcc numbers the static variables of functions: ".bss.counter.1".
static size_t data_length(const char *name)
{
    size_t length = strlen(name), digits = 0;
    while (digits < length && isdigit((unsigned char)name[length - digits - 1]))
        digits++;
    bool data =
        text_starts(name, ".data.") || text_starts(name, ".bss.") || text_starts(name, ".rodata.");
    bool numbered = data && digits && name[length - digits - 1] == '.';
    return numbered ? length - digits - 1 : length;
}

// The length of a hash of Rust at `at`: "17h0123456789abcdef" before the last E (legacy mangling).
static size_t legacy_hash_length(const char *at)
{
    enum { DIGITS = 16 };
    bool hash = text_starts(at, "17h") && strspn(at + 3, "0123456789abcdef") >= DIGITS &&
                at[3 + DIGITS] == 'E' && (!at[4 + DIGITS] || at[4 + DIGITS] == '.');
    return hash ? 3 + DIGITS : 0;
}

// Of a crate's disambiguator behind its C: "s4kTz_" before the length of its name (v0 mangling).
static size_t crate_hash_length(const char *name, const char *at)
{
    if (at == name || at[-1] != 'C' || *at != 's')
        return 0;
    const char *end = at + 1;
    while (isalnum((unsigned char)*end))
        end++;
    return *end == '_' && isdigit((unsigned char)end[1]) ? (size_t)(end + 1 - at) : 0;
}

const char *stable_name(struct arena *arena, const char *given)
{
    const char *name = arena_strndup(arena, given, data_length(given));
    struct text stable = {0};
    bool v0 = false;
    text_add(&stable, "");
    for (const char *at = name; *at;) {
        const struct suffix *suffix = *at == '.' && at != name ? suffix_at(at) : NULL;
        v0 = v0 || (starts_name(name, at) && text_starts(at, "_R"));
        size_t hash = v0 ? crate_hash_length(name, at) : legacy_hash_length(at);
        if (suffix) {
            text_add(&stable, suffix->stays ? suffix->text : "");
            at += strlen(suffix->text);
            at += number_length(at);
        } else if (hash) {
            at += hash;
        } else {
            text_add_bytes(&stable, at++, 1);
        }
    }
    const char *copy = arena_strdup(arena, stable.bytes);
    text_release(&stable);
    return copy;
}

// As gcc and clang name the object of a source that they compile and link at once.
static bool is_temporary(const char *base)
{
    enum { RANDOM = 6 };
    const char *dash = strrchr(base, '-');
    const char *random = text_starts(base, "cc") ? base + 2 : dash ? dash + 1 : base;
    size_t length = 0;
    while (isalnum((unsigned char)random[length]))
        length++;
    return random != base && length == RANDOM && text_equal(random + length, ".o");
}

const char *stable_object(struct arena *arena, const char *file)
{
    const char *base = file + strlen(file);
    while (base > file && base[-1] != '/' && base[-1] != ':')
        base--;
    size_t number = strspn(base, "0123456789");
    if (number && base[number] == '-') // a copy that the capture kept
        base += number + 1;
    bool changes = strchr(file, '*') || strstr(base, ".rcgu.") || is_temporary(base);
    return changes ? "" : arena_strdup(arena, base);
}

const char *stable_file(struct arena *arena, const char *path)
{
    const char *base = path_base(path);
    const char *suffix = strstr(base, ".so.");
    return suffix ? arena_strndup(arena, base, (size_t)(suffix - base) + strlen(".so"))
                  : arena_strdup(arena, base);
}
