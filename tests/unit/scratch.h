// A folder of a test's own, which goes with it.
#pragma once

#include "temporary.h"
#include "testing.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct scratch {
    struct arena arena;
    char *folder; // absolute, without links
};

// For cmocka's setup: *state becomes the struct scratch.
static inline int scratch_make(void **state)
{
    struct scratch *scratch = calloc(1, sizeof *scratch);
    scratch->folder = temporary_folder(&scratch->arena);
    *state = scratch;
    return scratch->folder && chmod(scratch->folder, 0755) == 0 ? 0 : -1;
}

// For cmocka's teardown.
static inline int scratch_remove(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    bool removed = tree_remove(scratch->folder, &error);
    arena_release(&scratch->arena);
    free(scratch);
    return removed ? 0 : -1;
}

static inline char *scratch_path(struct scratch *scratch, const char *name)
{
    return path_join(&scratch->arena, scratch->folder, name);
}

// Writes a file below the folder, its parents first; returns its path.
static inline char *scratch_file(struct scratch *scratch, const char *name, const char *content)
{
    struct error error = {0};
    char *path = scratch_path(scratch, name);
    if (!folder_make(path_folder(&scratch->arena, path), &error) ||
        !file_write(path, content, strlen(content), &error))
        fail_msg("%s", error.text);
    return path;
}

// What stands in a file, in the arena.
static inline char *scratch_read(struct scratch *scratch, const char *path)
{
    struct error error = {0};
    TEXT_CLEANUP struct text text = {0};
    if (!file_read(path, 1 << 24, &text, &error))
        fail_msg("%s", error.text);
    return arena_strndup(&scratch->arena, text.bytes, text.length);
}

// Runs a line of the shell in the folder.
static inline void scratch_run(struct scratch *scratch, const char *line)
{
    char *command = arena_printf(&scratch->arena, "cd %s && %s", scratch->folder, line);
    if (system(command) != 0)
        fail_msg("'%s' failed", line);
}

// The words of an error, with the scratch folder's name taken out as "@".
static inline char *scratch_words(struct scratch *scratch, const struct error *error)
{
    TEXT_CLEANUP struct text words = {0};
    size_t length = strlen(scratch->folder);
    for (const char *c = error->text; *c;) {
        bool here = text_starts(c, scratch->folder);
        text_add_bytes(&words, here ? "@" : c, 1);
        c += here ? length : 1;
    }
    return arena_strdup(&scratch->arena, words.bytes ? words.bytes : "");
}

// Root may write everywhere: until give_rights_back(), tests of refusals are nobody.
enum { NOBODY = 65534 };

static inline void take_rights_away(void)
{
    if (geteuid() == 0)
        assert_int_equal(seteuid(NOBODY), 0);
}

static inline void give_rights_back(void)
{
    if (getuid() == 0)
        assert_int_equal(seteuid(0), 0);
}

#define scratch_test(function)                                                                     \
    cmocka_unit_test_setup_teardown(function, scratch_make, scratch_remove)
