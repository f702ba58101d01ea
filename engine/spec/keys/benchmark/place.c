// `randomize.place`: functions whose address modulo a power of two is set, or avoided.
#include "spec/keys/benchmark/place.h"

#include "spec/values.h"
#include "spec/yaml/readers.h"
#include "spec/yaml/resolve.h"

#include <string.h>

enum {
    MODULUS_MOST = 4096,
    AVOIDED_LEAST = 32, // below it every address that is drawn is the same
};

const struct keyword place_entry = {
    "FUNCTION",
    SCALAR,
    TYPE_TEXT,
    .pattern = "(not )?[0-9]+ modulo [0-9]+",
    .example = "48 modulo 64",
    .help = "Where the function must begin, or must not ('not 48 modulo 64'), whatever is drawn: "
            "bytes beyond a multiple of a power of two up to 4096."};

static bool read_number(const char *word, uint64_t most, uint32_t *number)
{
    size_t count = 0;
    bool good = value_count(word, &count) && count <= most;
    *number = (uint32_t)count;
    return good;
}

// "48 modulo 64" or "not 48 modulo 64".
static bool read_address(struct arena *arena, const char *text, struct function_address *address)
{
    char *words = arena_strdup(arena, text), *modulo = strstr(words, " modulo ");
    address->avoided = text_starts(words, "not ");
    if (!modulo)
        return false;
    *modulo = '\0';
    return read_number(modulo + strlen(" modulo "), MODULUS_MOST, &address->modulus) &&
           address->modulus >= (address->avoided ? AVOIDED_LEAST : 2) &&
           !(address->modulus & (address->modulus - 1)) &&
           read_number(words + (address->avoided ? strlen("not ") : 0), address->modulus - 1,
                       &address->offset);
}

void function_addresses_read(struct reading *reading, const struct node *map, struct target *target)
{
    size_t room = 0;
    for (const struct node *child = map ? map->first : NULL; child; child = child->next)
        room++;
    target->function_addresses = arena_new_array(reading->arena, struct function_address, room);
    target->function_address_count = 0;
    for (const struct node *child = map ? map->first : NULL; child; child = child->next) {
        struct function_address *address =
            &target->function_addresses[target->function_address_count++];
        const char *text = child->kind == NODE_SCALAR ? resolve(reading, child, false) : NULL;
        address->function = child->key;
        if (text && !read_address(reading->arena, text, address))
            mistake(&reading->mistakes, child->place,
                    "'%s' must be as in '48 modulo 64' or 'not 48 modulo 64', below a power of two "
                    "up to %d (with 'not' from %d), not '%s'",
                    child->key, MODULUS_MOST, AVOIDED_LEAST, text);
    }
}
