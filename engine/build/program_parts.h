// What the two halves of a program share: making and linking it, and probing randomizers on it.
#pragma once

#include "base/files.h"
#include "build/link.h"
#include "build/recipe.h"
#include "build/verify.h"

#include <pthread.h>

enum { FLAVOURS_MAX = OPTION_VALUES_MAX };

struct program {
    struct recipe recipe;
    struct toolchain toolchain;
    struct workshop workshop;
    const struct target *asked; // borrowed
    struct target target;       // with the places of its revision's files
    struct size size;
    struct capture capture;
    struct placed_sections placed;
    struct anchor *anchors;
    struct symbols first; // of the first link
    char first_sha256[65];
    const char *folder;
    struct text_list notes;

    pthread_mutex_t making; // of what follows, made when first asked for
    bool heap_made;
    uint32_t flavours[FLAVOURS_MAX]; // compile alignments there are objects of: few powers of two
    size_t flavour_count;
};

// Of every build of a program.
void build_settings_add(struct arena *arena, struct text_list *settings);

struct relink relink_of(const struct program *program);

// A path in the folder that is this program's to work in.
static inline const char *program_place(struct arena *arena, const struct program *program,
                                        const char *name)
{
    return path_join(arena, program->workshop.folder, name);
}
