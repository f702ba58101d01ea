// Reads and writes the list of revisions of a bundle.
#include "git/packed.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "git/revision.h"

#include <string.h>
#include <unistd.h>

enum { LIST_LIMIT = 1 << 24 };

const char *packed_near(struct arena *arena, const char *folder)
{
    char *above = path_absolute(arena, folder);
    for (;;) {
        if (file_exists(path_join(arena, above, PACKED_FILE)))
            return above;
        if (access(path_join(arena, above, ".git"), F_OK) == 0 || text_equal(above, "/"))
            return NULL;
        above = path_folder(arena, above);
    }
}

// Splits a line into its fields; false if it has other fields.
static bool read_line(char *line, struct packed_revision *revision)
{
    revision->name = strsep(&line, "\t");
    revision->commit = strsep(&line, "\t");
    const char *state = strsep(&line, "\t");
    revision->folder = strsep(&line, "\t");
    revision->modified = text_equal(state, "modified");
    revision->worktree = text_equal(revision->name, worktree_name);
    return revision->folder && !line;
}

bool packed_find(struct arena *arena, const char *repository, const char *name,
                 struct packed_revision *revision, struct error *error)
{
    TEXT_CLEANUP struct text text = {0};
    const char *path = path_join(arena, repository, PACKED_FILE);
    if (!file_read(path, LIST_LIMIT, &text, error))
        return false;
    char *lines = arena_strdup(arena, text.bytes);
    for (char *line; (line = strsep(&lines, "\n"));)
        if (*line && read_line(line, revision) &&
            (text_equal(name, revision->name) ||
             (!revision->worktree && text_equal(name, revision->commit))))
            return true;
    return failed(error, EXIT_USAGE,
                  "revision '%s' is not in the bundle of '%s': it has only the revisions that "
                  "its experiment names",
                  name, repository);
}

bool packed_add(const char *repository, const struct packed_revision *revision, struct error *error)
{
    struct arena scratch = {0};
    TEXT_CLEANUP struct text text = {0};
    const char *path = path_join(&scratch, repository, PACKED_FILE);
    bool good = !strpbrk(revision->name, "\t\n") ||
                failed(error, EXIT_USAGE, "the name of revision '%s' has a tab or a newline",
                       revision->name);
    good = good && (!file_exists(path) || file_read(path, LIST_LIMIT, &text, error));
    text_printf(&text, "%s\t%s\t%s\t%s\n", revision->name, revision->commit,
                revision->modified ? "modified" : "clean", revision->folder);
    good = good && file_write(path, text.bytes, text.length, error);
    arena_release(&scratch);
    return good;
}
