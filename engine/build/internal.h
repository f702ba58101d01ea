// Shared by the files of this folder: the steps of a build, and the program they make.
#pragma once

#include "base/files/paths.h"
#include "build/layout/link.h"
#include "build/layout/verify.h"
#include "build/program.h"
#include "build/toolchain/toolchain.h"
#include "randomizers/randomizer.h"

#include <pthread.h>

enum { ALIGNMENTS_MAX = OPTION_VALUES_MAX };

// The inputs of one target's build. All borrowed.
struct recipe {
    const struct target *target;
    const struct workshop *workshop;
    const struct toolchain *toolchain;
    struct text_list settings; // environment variables that lead compilers to the shim
};

// Compiles every source into `folder`, several at once, with functions aligned to `alignment` bytes
// (0: as the flags say).
NODISCARD bool sources_compile(struct arena *arena, const struct recipe *recipe, const char *folder,
                               uint32_t alignment, struct error *error);

// Links the objects in `folder` into `output`, through the shim.
NODISCARD bool sources_link(struct arena *arena, const struct recipe *recipe, const char *folder,
                            const char *output, struct error *error);

// Fills `folder` with the target's revision and redirects the target's paths to it.
NODISCARD bool target_checkout(struct arena *arena, struct target *target, const char *folder,
                               struct error *error);

// Copies the project's directory to `tree`.
NODISCARD bool project_copy(const struct target *target, const char *tree, struct error *error);

// Runs setup and build of the project in `tree`, through the shim.
NODISCARD bool project_build(struct arena *arena, const struct recipe *recipe, const char *tree,
                             struct error *error);

struct program {
    struct recipe recipe;
    struct toolchain toolchain;
    struct workshop workshop;
    const struct target *asked; // borrowed
    struct target target;       // with the paths of its revision's files
    struct size size;
    struct capture capture;
    struct placed_sections placed;
    struct anchor *anchors;
    struct symbols first; // of the first link
    char first_sha256[65];
    const char *folder;
    struct text_list notes;

    bool is_tried;  // a probe has linked it
    double trial_s; // duration of the probe's last link

    pthread_mutex_t making; // guards the rest, which is made on demand
    bool heap_made;
    uint32_t alignments[ALIGNMENTS_MAX]; // compile alignments for which objects exist
    size_t alignment_count;
};

// Adds the environment variables of every build: a fixed date, no localisation, no outer make.
void build_settings_add(struct arena *arena, struct text_list *settings);

// How to repeat the program's link.
struct relink relink_of(const struct program *program);

// A path in the program's own folder.
static inline const char *program_place(struct arena *arena, const struct program *program,
                                        const char *name)
{
    return path_join(arena, program->workshop.folder, name);
}
