// --set key=value, and `quick`: overrides that are put into the tree before it is read.
#include "spec/keys/internal.h"

#include <string.h>

// The child whose key begins the dotted path; the longest such key, since names may have dots.
static struct node *longest_match(const struct node *map, const char *path)
{
    struct node *best = NULL;
    for (struct node *child = map->first; child; child = child->next) {
        size_t length = strlen(child->key);
        if (text_starts(path, child->key) && (path[length] == '.' || !path[length]) &&
            (!best || length > strlen(best->key)))
            best = child;
    }
    return best;
}

static struct node *append_map(struct arena *arena, struct node *map, const char *key,
                               struct place place)
{
    struct node **tail = &map->first;
    while (*tail)
        tail = &(*tail)->next;
    *tail = arena_new(arena, struct node);
    **tail =
        (struct node){.kind = NODE_MAP, .place = place, .key = key, .key_place = place, .text = ""};
    return *tail;
}

static void replace(struct node *node, const struct node *value)
{
    struct node old = *node;
    *node = *value;
    node->key = old.key;
    node->key_place = value->place;
    node->next = old.next;
}

// Sets the node at the dotted path, which is made if it is missing.
static void put(struct reading *reading, struct node *map, const char *path,
                const struct node *value)
{
    for (;;) {
        if (node_is_empty(map))
            map->kind = NODE_MAP;
        if (map->kind != NODE_MAP) {
            mistake(&reading->mistakes, value->place,
                    "'%s' has no keys below it: set it as a whole", map->key);
            return;
        }
        struct node *child = longest_match(map, path);
        size_t length = child ? strlen(child->key) : strcspn(path, ".");
        if (!length) {
            mistake(&reading->mistakes, value->place, "a key is empty");
            return;
        }
        if (!child)
            child = append_map(reading->arena, map, arena_strndup(reading->arena, path, length),
                               value->place);
        if (!path[length]) {
            replace(child, value);
            return;
        }
        map = child;
        path += length + 1;
    }
}

static bool has_control(const char *text)
{
    while (*text && (unsigned char)*text >= ' ')
        text++;
    return *text != '\0';
}

void settings_apply(struct reading *reading, struct node *root)
{
    const struct text_list *settings = reading->mistakes.settings;
    for (size_t i = 0; i < settings->count; i++) {
        const char *setting = settings->items[i], *equals = strchr(setting, '=');
        struct place place = {i + 1, 1, 1};
        if (!equals || has_control(setting)) {
            mistake(&reading->mistakes, place, "a setting is one line of the form KEY=VALUE");
            continue;
        }
        struct node nothing = {.place = place, .text = "", .plain = true};
        const struct node *value = equals[1]
                                       ? nodes_read(reading->arena, equals + 1, strlen(equals + 1),
                                                    i + 1, &reading->mistakes)
                                       : &nothing;
        if (value)
            put(reading, root, arena_strndup(reading->arena, setting, (size_t)(equals - setting)),
                value);
    }
}

void settings_apply_map(struct reading *reading, struct node *root, const struct node *map)
{
    bool is_map = map && map->kind == NODE_MAP; // else grammar_check() notes it
    for (const struct node *child = is_map ? map->first : NULL; child; child = child->next)
        put(reading, root, child->key, child);
}
