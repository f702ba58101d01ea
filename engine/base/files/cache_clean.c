// Removes entries of the cache, oldest first.
#include "base/files/cache_clean.h"

#include "base/files/cache_contents.h"

#include <stdlib.h>
#include <time.h>

// What is younger may be about to be locked by the process that made it.
static const double UNFINISHED_S = 60;

static int by_turn(const void *a, const void *b)
{
    const struct cache_entry *one = a, *other = b;
    bool last = one->kind == CACHE_CAMPAIGN, other_last = other->kind == CACHE_CAMPAIGN;
    return last != other_last         ? (int)last - (int)other_last
           : one->used != other->used ? (one->used > other->used ? 1 : -1)
                                      : 0;
}

static bool is_due(const struct cache_entry *entry, const struct cache_cleaning *how)
{
    double unused_s = difftime(time(NULL), (time_t)entry->used);
    switch (entry->kind) {
    case CACHE_UNFINISHED:
        return unused_s >= UNFINISHED_S;
    case CACHE_CAMPAIGN:
        return how->campaigns && unused_s >= how->older_s;
    case CACHE_BUILD:
    case CACHE_LOG:
        break;
    }
    return unused_s >= how->older_s;
}

static void tell(const struct log *log, const struct cache_entry *entry, bool all)
{
    static const char *const words[] = {[CACHE_BUILD] = "the build of ",
                                        [CACHE_CAMPAIGN] = "the campaign ",
                                        [CACHE_LOG] = "",
                                        [CACHE_UNFINISHED] = "unfinished: "};
    if (all || entry->kind == CACHE_BUILD || entry->kind == CACHE_CAMPAIGN)
        log_note(log, "removed from the cache: %s%s", words[entry->kind], entry->title);
}

static bool drop(const struct log *log, const struct cache_contents *contents,
                 const struct cache_entry *entry, const struct cache_cleaning *how,
                 struct cache_cleaned *cleaned)
{
    if (!cache_entry_remove(contents, entry))
        return false;
    tell(log, entry, how->tells_all);
    cleaned->removed++;
    cleaned->removed_bytes += entry->bytes;
    cleaned->left_bytes -= entry->bytes;
    return true;
}

// What running processes build is not counted: it goes by itself.
static uint64_t bytes_staying(const struct cache_contents *contents,
                              const struct cache_cleaning *how)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < contents->count; i++)
        if (contents->items[i].kind != CACHE_UNFINISHED && !is_due(&contents->items[i], how))
            bytes += contents->items[i].bytes;
    return bytes;
}

static void clean(const struct log *log, const struct cache_contents *contents,
                  const struct cache_cleaning *how, struct cache_cleaned *cleaned)
{
    uint64_t staying = bytes_staying(contents, how);
    for (size_t i = 0; i < contents->count; i++) {
        const struct cache_entry *entry = &contents->items[i];
        bool due = is_due(entry, how);
        bool too_much = !due && staying > how->bytes && entry->kind != CACHE_UNFINISHED;
        if ((due || too_much) && drop(log, contents, entry, how, cleaned) && too_much)
            staying -= entry->bytes;
    }
}

bool cache_clean(const struct log *log, const struct cache_cleaning *how,
                 struct cache_cleaned *cleaned, struct error *error)
{
    struct arena scratch = {0};
    struct cache_contents contents;
    bool listed = cache_list(&scratch, how->bytes != UINT64_MAX, &contents, error);
    *cleaned = (struct cache_cleaned){.left_bytes = contents.bytes};
    if (listed && contents.count) {
        qsort(contents.items, contents.count, sizeof *contents.items, by_turn);
        clean(log, &contents, how, cleaned);
    }
    arena_release(&scratch);
    return listed;
}
