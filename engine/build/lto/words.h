// The arguments of a link without the bitcode of which it generates code.
#pragma once

#include "build/capture/record.h"

struct plain_words {
    struct text_list items;
    size_t first, last; // items before which the first, the last bitcode stood
    bool had_bitcode;
};

// Leaves out linker plugins, too. Archives that hold other members as well are copied into
// `folder`, without their bitcode.
NODISCARD bool words_without_bitcode(struct arena *arena, const struct link_record *record,
                                     const char *folder, struct plain_words *words,
                                     struct error *error);

// The words with these objects before items[at].
struct text_list words_with_objects(struct arena *arena, const struct plain_words *words, size_t at,
                                    const struct text_list *objects);
