// Compares names and machine code of two linked files.
#include "build/elf/repeated.h"

#include "build/elf/dynamic.h"
#include "build/elf/image.h"

// Linkers write the path of their output into programs with versions of symbols, which shifts all
// that lies behind it; then only sizes say whether it is the same.
static bool is_same_code(const struct image_digest *one, const struct image_digest *other)
{
    return one->names_bytes == other->names_bytes ? text_equal(one->code, other->code)
                                                  : text_equal(one->sizes, other->sizes);
}

static bool have_same_code(const char *own, const char *repeated)
{
    IMAGE_CLEANUP struct image one = {0}, other = {0};
    struct image_digest digest, wanted;
    return !image_map(own, "", &one) || !image_map(repeated, "", &other) ||
           !image_digest(&one, &wanted) || !image_digest(&other, &digest) ||
           is_same_code(&digest, &wanted);
}

static const char *soname_of(const struct dynamic *dynamic)
{
    return dynamic->soname ? dynamic->soname : "";
}

const char *repeated_difference(struct arena *arena, const char *own, const char *repeated,
                                bool code)
{
    struct dynamic wanted, now;
    if (!dynamic_read(arena, own, &wanted) || !dynamic_read(arena, repeated, &now))
        return NULL;
    if (!text_equal(soname_of(&wanted), soname_of(&now)))
        return arena_printf(arena, "the soname '%s' instead of '%s'", soname_of(&now),
                            soname_of(&wanted));
    for (size_t i = 0; i < now.needed.count; i++)
        if (!text_list_has(&wanted.needed, now.needed.items[i]))
            return arena_printf(arena, "another library to load, '%s'", now.needed.items[i]);
    for (size_t i = 0; i < wanted.needed.count; i++)
        if (!text_list_has(&now.needed, wanted.needed.items[i]))
            return arena_printf(arena, "no library '%s' to load", wanted.needed.items[i]);
    return !code || have_same_code(own, repeated) ? NULL : "other machine code";
}
