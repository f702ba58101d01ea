// What a campaign that was killed left behind.
#include "machine/restore.h"
#include "machine/sys.h"
#include "machine/tune_parts.h"

static void tell_restored(const struct log *log, size_t changed)
{
    struct arena scratch = {0};
    log_note(log, "this machine was still tuned for an earlier campaign: %s restored",
             text_counted(&scratch, changed, "setting"));
    arena_release(&scratch);
}

static bool restore(struct journal *journal, const struct log *log, size_t *changed,
                    struct error *error)
{
    bool outdated = false;
    *changed = 0;
    if (!journal_read(journal, &outdated, error))
        return false;
    if (outdated)
        log_note(log,
                 "'%s' is of before this machine was started, which undid what was tuned: "
                 "removed",
                 journal->path);
    return journal_restore(journal, log, changed, error);
}

void restore_orphan(int lock, const struct log *log)
{
    struct arena arena = {0};
    struct journal journal = journal_of(&arena, machine_root());
    struct error error;
    size_t changed;
    journal.lock = lock;
    if (!restore(&journal, log, &changed, &error))
        log_warning(log, "%s", error.text);
    arena_release(&arena);
}

void tune_recover(const struct log *log)
{
    struct arena arena = {0};
    struct journal journal = journal_of(&arena, machine_root());
    struct error error = {.code = EXIT_FINE};
    size_t changed = 0;
    bool there = journal_is_there(&journal), locked = there && journal_lock(&journal, &error);
    bool done = locked && restore(&journal, log, &changed, &error);
    if (changed)
        tell_restored(log, changed);
    if (there && !done && !journal.held)
        log_warning(log, "%s", error.text);
    journal_close(&journal);
    arena_release(&arena);
}

bool tune_restore(const struct log *log, struct error *error)
{
    struct arena arena = {0};
    struct journal journal = journal_of(&arena, machine_root());
    size_t changed = 0;
    bool there = journal_is_there(&journal);
    bool done =
        !there || (journal_lock(&journal, error) && restore(&journal, log, &changed, error));
    if (changed)
        tell_restored(log, changed);
    else if (done)
        log_note(log, "nothing of this machine is left to restore");
    journal_close(&journal);
    arena_release(&arena);
    return done;
}
