// Objects and programs that a group compiles and links once, however many tests take them.
#pragma once

#include "scratch.h"

#include "base/text.h"

#include <stdio.h>

struct made_once {
    const struct scratch *scratch;
    const char *words, *text, *path;
    struct made_once *next;
};

// The entry of these words and this text, whose path is NULL where there was none.
static inline struct made_once *made_once(struct scratch *scratch, const char *words,
                                          const char *text)
{
    static struct made_once *entries;
    static const struct scratch *owner;
    if (owner != scratch) // the entries of another went with it
        entries = NULL;
    owner = scratch;
    for (struct made_once *entry = entries; entry; entry = entry->next)
        if (text_equal(entry->words, words) && text_equal(entry->text, text))
            return entry;
    struct made_once *entry = arena_new(&scratch->arena, struct made_once);
    *entry = (struct made_once){scratch, words, text, NULL, entries};
    return entries = entry;
}

static inline void assert_runs(const char *line)
{
    if (system(line) != 0)
        fail_msg("%s", line);
}

// The object that `compile`, as "gcc -O1", makes of a file of this name and text.
static inline const char *compiled(struct scratch *scratch, const char *compile, const char *name,
                                   const char *text)
{
    static size_t count;
    struct arena *arena = &scratch->arena;
    struct made_once *entry =
        made_once(scratch, arena_printf(arena, "%s %s", compile, name), arena_strdup(arena, text));
    if (entry->path)
        return entry->path;
    const char *file = scratch_file(scratch, arena_printf(arena, "%zu/%s", ++count, name), text);
    entry->path = arena_printf(arena, "%s.o", file);
    assert_runs(arena_printf(arena, "%s -w -c %s -o %s", compile, file, entry->path));
    return entry->path;
}

// The program that `link`, as "gcc -fuse-ld=gold a.o", makes.
static inline const char *linked(struct scratch *scratch, const char *link)
{
    static size_t count;
    struct arena *arena = &scratch->arena;
    struct made_once *entry = made_once(scratch, arena_strdup(arena, link), "");
    if (!entry->path) {
        entry->path = scratch_path(scratch, arena_printf(arena, "program-%zu", ++count));
        assert_runs(arena_printf(arena, "%s -o %s", link, entry->path));
    }
    return entry->path;
}

// A way to compile and to link, which not every machine has unless `everywhere`.
struct way {
    const char *compile, *link;
    bool everywhere;
};

// Of C++, not every compiler has a library.
static inline bool can(const struct way *way)
{
    const char *linker = strstr(way->link, "-fuse-ld=");
    linker = linker ? linker + strlen("-fuse-ld=") : "";
    size_t length = strcspn(linker, " ");
    char line[512];
    snprintf(line, sizeof line,
             "T() { command -v $1 >/dev/null; }; T %s && T %s%s%.*s && case '%s' in *++*) "
             "echo '#include <new>' | %s -fsyntax-only -x c++ - 2>/dev/null;; esac",
             way->compile, way->link, length ? " && T ld." : "", (int)length, linker, way->compile,
             way->compile);
    return way->everywhere || system(line) == 0;
}
