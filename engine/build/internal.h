// Shared by the files of this folder: the steps of a build, and the program they make.
#pragma once

#include "base/files/paths.h"
#include "build/capture/link_arguments.h"
#include "build/elf/image.h"
#include "build/layout/link.h"
#include "build/layout/verify.h"
#include "build/program.h"
#include "build/toolchain/tool.h"
#include "build/toolchain/toolchain.h"
#include "randomizers/randomizer.h"

#include <pthread.h>
#include <time.h>

enum { ALIGNMENTS_MAX = OPTION_VALUES_MAX };

// Of a program's workshop. ccache tells objects apart by its path: earlier versions, which did not
// split functions, had "shim".
#define SHIM_FOLDER "stand-ins"

// A SHA-256.
struct digest {
    char hex[65];
};

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

// Takes the files that the command names from `files_commit`, once the program is built in its
// checkout; those that 'files' lists are there already.
NODISCARD bool target_take_inputs(struct arena *arena, const struct target *target,
                                  const char *folder, struct error *error);

// Runs setup and build of the project in `tree`, through the shim.
NODISCARD bool project_build(struct arena *arena, const struct recipe *recipe, const char *tree,
                             struct error *error);

// Puts a kept build in the place of the checkout; false if there is none.
bool build_reuse(struct program *program);

// Was the file written since this build began?
bool file_is_of_build(const struct program *program, const char *path);

// Keeps a build that was not reused, before anything is executed in it.
void build_keep(struct program *program);

enum { BARRED_MOST = 8 };

// One program or shared library of a build, which every layout relinks.
struct linked {
    struct capture capture;  // with LTO, of generated objects
    struct capture recorded; // as the build linked it
    const char *name;        // of its file, from the project's folder
    bool is_library;
    bool is_named; // by the command; of sources the only program
    struct size size;
    const char *difference;   // of the build's own file from what its link makes, or NULL
    struct timespec modified; // the build's own file; tv_nsec UTIME_NOW: files take the time at
                              // which they are placed
    const char *runpath;      // of the build's own file, NULL: none
    bool runpath_differs;     // from what its link writes
    struct placed_sections placed, placed_data; // of code, of data
    struct anchors anchors;
    struct symbols first; // of the first link
    struct digest first_sha256;
    const struct randomizer *barred[BARRED_MOST]; // that cannot change it, and may be missing
    size_t barred_count;
    double trial_s; // duration of the probe's last link; 0: there was none
};

struct program {
    struct arena *arena;
    struct recipe recipe;
    struct toolchain toolchain;
    struct workshop workshop;
    const struct target *asked;                 // borrowed
    struct target target;                       // with the paths of its revision's files
    struct recorded_links links, library_links; // of programs, of shared libraries
    struct linked *linked; // the program that the command names, other programs by path, then
                           // libraries by path
    size_t linked_count;   // 0: a trial must show them
    bool needs_trial;      // to know what the command runs and loads
    bool idle;             // none of them ran in the trial
    char first_sha256[65];
    struct image_digest digest; // of the first links, if they are digested
    bool is_digested;
    const char *folder;
    struct timespec built; // when the build had ended: no file of it is younger
    struct text_list notes, whole_objects;
    struct text_list beside; // paths of the project's libraries and programs that run, too, and are
                             // not relinked
    const char *key, *kept;  // of a build that is kept, and its folder in the cache; or NULL
    int64_t kept_since;      // seconds since 1970: it was reused; 0: it was built now
    const char *kept_note;   // why it was not reused, or is not kept; or NULL

    pthread_mutex_t making; // guards the rest, which is made on demand
    bool heap_made;
    uint32_t alignments[ALIGNMENTS_MAX]; // compile alignments for which objects exist
    size_t alignment_count;
};

// The time that a step of a build may take from now on.
double step_limit_s(const struct workshop *workshop);

// tool_failed() of a step of a build; the error names the log where it leaves something out.
// `command` is cut as well; NULL: the step has none.
bool step_failed(struct arena *arena, const struct workshop *workshop, const struct tool_end *end,
                 const char *step, const char *command, struct error *error);

// Says why no link was recorded. `command`: the path of the program that the command begins with.
bool nothing_linked(const struct program *program, const char *command, struct error *error);

// Adds the environment variables of every build: a fixed date, no localisation, no outer make.
void build_settings_add(struct arena *arena, struct text_list *settings);

// Chooses the programs to relink, as far as that needs no trial, and links them without a layout.
NODISCARD bool programs_choose(struct program *program, struct error *error);

// Its name for messages: relative to the project's folder, or to the workshop.
const char *program_name_of(const struct program *program, const char *path);

// Is the file at this path relinked?
bool program_has_linked(const struct program *program, const char *path);

// The link of which the command itself, and not the build, copied the output to `path`; or NULL.
const struct recorded_link *link_copied_by_command(const struct program *program,
                                                   const struct recorded_links *links,
                                                   const char *path);

// Lets placed builds of this file be new, so that a command that copies what is newer copies them.
void linked_renew(struct program *program, const char *path);

// Adds what this link makes, to be placed at `path`, behind those that are there.
NODISCARD bool program_add_linked(struct program *program, const struct recorded_link *link,
                                  const char *path, struct error *error);

void program_note(struct program *program, const char *text);

// Adds the project's shared libraries among `loaded` (absolute paths), and links them without a
// layout. Notes those that keep one layout. Only an interruption is an error.
NODISCARD bool libraries_choose(struct program *program, const struct text_list *loaded,
                                struct error *error);

// What the programs to relink load when they start. False if that is not known of all of it; then
// what the build linked by the same name is taken.
bool libraries_needed(const struct program *program, struct text_list *loaded);

// May one of these files start programs or open libraries that it does not name?
bool libraries_reach(const struct program *program, const struct text_list *loaded);

// Keeps a copy of the library as the build left it, for libraries_restore().
NODISCARD bool library_keep(const struct program *program, const struct linked *linked,
                            struct error *error);

// Combines the digests of all first links.
void program_digest_first(struct program *program);

// LD_LIBRARY_PATH as executions have it, or NULL.
const char *program_library_path(const struct program *program);

// How to repeat a program's link.
struct relink relink_of(const struct program *program, const struct linked *linked);

// Repeats the link without a layout, to read the sections and their addresses.
NODISCARD bool linked_prepare(struct program *program, struct linked *linked, struct error *error);

// Of several programs, lets one that could not be prepared keep the build's layout, if it is not
// what its link makes.
NODISCARD bool linked_leave_out(struct program *program, size_t index, const struct error *error);

// Links one program with a layout, verifies order and padding, and fills `result` but for its time.
NODISCARD bool linked_link(struct program *program, const struct linked *linked,
                           const struct layout *layout, const char *output,
                           struct build_result *result, struct error *error);

// Has the randomizer anything to draw of it? Of a library only the arrangement of code and data.
bool linked_is_concerned(const struct linked *linked, const struct randomizer *kind);

// Can this randomizer not change the program?
bool linked_is_barred(const struct linked *linked, const struct randomizer *kind);

// A SHA-256 for several: of a single one, that one.
void digests_combine(const struct digest *digests, size_t count, char hex[static 65]);

// A path in the program's own folder.
static inline const char *program_place(struct arena *arena, const struct program *program,
                                        const char *name)
{
    return path_join(arena, program->workshop.folder, name);
}
