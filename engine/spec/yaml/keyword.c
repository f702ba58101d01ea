// The keys of the experiment file.
#include "spec/yaml/keyword.h"

#include "base/text.h"

const struct keyword *keyword_find(const struct keyword *table, const char *name)
{
    while (table->name && !text_equal(table->name, name))
        table++;
    return table->name ? table : NULL;
}

const struct keyword *keyword_keys(struct arena *arena, const struct keyword *keyword)
{
    return keyword->find_keys ? keyword->find_keys(arena) : keyword->keys;
}
