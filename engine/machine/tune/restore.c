// Restores byte for byte: a file has the same text as before, or it stays in the journal.
#include "machine/tune/restore.h"

#include "machine/sys.h"
#include "machine/tune/knobs.h"

#include <errno.h>
#include <string.h>

static bool holds(const char *root, const struct saved_file *file)
{
    TEXT_CLEANUP struct text text = {0};
    return sys_read(root, file->path, &text) && text.length == file->length &&
           memcmp(text.bytes, file->bytes, file->length) == 0;
}

static bool is_gone(const char *root, const char *path)
{
    return !sys_is_writable(root, path) && errno == ENOENT;
}

// A file of the kernel that lists all choices accepts one of them, and lists all again. A plain
// file, below another root, would then hold only that choice, so the whole text is written.
static bool put_back(const struct journal *journal, const struct saved_file *file,
                     struct error *error)
{
    if (strchr(file->bytes, '[')) {
        const char *word = knob_setting(journal->arena, file->bytes);
        if (!sys_write(journal->root, file->path, word, error))
            return false;
        if (holds(journal->root, file))
            return true;
    }
    if (!sys_write(journal->root, file->path, file->bytes, error))
        return false;
    return holds(journal->root, file) ||
           failed(error, EXIT_FAILED, "'%s' accepted '%s' but reads otherwise", file->path,
                  knob_setting(journal->arena, file->bytes));
}

bool journal_restore(struct journal *journal, size_t told, const struct log *log, size_t *changed,
                     struct error *error)
{
    size_t left = journal->count;
    bool offline = false; // some CPU still is: its files will come back
    *changed = 0;
    for (size_t i = journal->count; i-- > 0;) {
        const struct saved_file *file = &journal->files[i];
        struct error one;
        bool same = holds(journal->root, file) || (!offline && is_gone(journal->root, file->path));
        if (!same && !put_back(journal, file, &one)) {
            if (i >= told)
                log_warning(log, "not restored: %s", one.text);
            journal->files[--left] = *file;
            offline = offline || text_ends(file->path, "/online");
            continue;
        }
        *changed += !same;
    }
    if (left) // there may be no files at all
        journal->files += left;
    journal->count -= left;
    if (!journal_write(journal, error))
        return false;
    return journal->count == 0 ||
           failed(error, EXIT_FAILED,
                  "%s of this machine could not be restored, kept in '%s': 'eswexp doctor "
                  "--restore' tries again",
                  text_counted(journal->arena, journal->count, "setting"), journal->path);
}
