// Restoring the settings that a killed campaign left.
#include "machine/tune/recover.h"

#include "machine/sys.h"
#include "machine/tune/internal.h"
#include "machine/tune/restore.h"

static void tell_restored(const struct log *log, size_t changed)
{
    struct arena scratch = {0};
    log_note(log, "this machine was still tuned for an earlier campaign: %s restored",
             text_counted(&scratch, changed, "setting"));
    arena_release(&scratch);
}

static bool restore(struct journal *journal, size_t told, const struct log *log, size_t *changed,
                    struct error *error)
{
    bool outdated = false;
    *changed = 0;
    if (!journal_read(journal, &outdated, error))
        return false;
    if (outdated)
        log_note(
            log,
            "'%s' is older than the last start of this machine, which reset all settings: removed",
            journal->path);
    return journal_restore(journal, told, log, changed, error);
}

// How many settings are left, each of which will be told; TUNE_UNKNOWN: the journal does not say.
static size_t left_of(const struct journal *journal, bool done)
{
    return done || journal->held ? 0 : journal->count ? journal->count : TUNE_UNKNOWN;
}

void restore_orphan(int lock, size_t told, const struct log *log)
{
    struct arena arena = {0};
    struct journal journal = journal_of(&arena, machine_root());
    struct error error;
    size_t changed;
    journal.lock = lock;
    bool done = restore(&journal, told, log, &changed, &error);
    if (left_of(&journal, done) > told)
        log_warning(log, "%s", error.text);
    arena_release(&arena);
}

size_t tune_recover(const struct log *log, size_t told)
{
    struct arena arena = {0};
    struct journal journal = journal_of(&arena, machine_root());
    struct error error = {.code = EXIT_FINE};
    size_t changed = 0;
    bool done = !journal_is_there(&journal) ||
                (journal_lock(&journal, &error) && restore(&journal, told, log, &changed, &error));
    size_t left = left_of(&journal, done);
    if (changed)
        tell_restored(log, changed);
    if (left > told)
        log_warning(log, "%s", error.text);
    journal_close(&journal);
    arena_release(&arena);
    return left;
}

bool tune_is_on(void)
{
    struct arena arena = {0};
    struct journal journal = journal_of(&arena, machine_root());
    bool there = journal_is_there(&journal);
    arena_release(&arena);
    return there;
}

// ---- Another user's

static bool by_another(struct arena *arena, struct error *error)
{
    const char *path = journal_of_another(arena, machine_root());
    return path && !failed(error, EXIT_UNFIT,
                           "another user's campaign has tuned this machine ('%s'): if it has "
                           "ended, 'sudo eswexp doctor --restore' restores the settings",
                           path);
}

void tune_warn_of_another(const struct log *log)
{
    struct arena arena = {0};
    struct error error;
    if (by_another(&arena, &error))
        log_warning(log, "%s", error.text);
    arena_release(&arena);
}

bool tune_restore(const struct log *log, struct error *error)
{
    struct arena arena = {0};
    struct journal journal = journal_of(&arena, machine_root());
    size_t changed = 0;
    bool there = journal_is_there(&journal);
    bool done =
        !there || (journal_lock(&journal, error) && restore(&journal, 0, log, &changed, error));
    if (changed)
        tell_restored(log, changed);
    done = done && !by_another(&arena, error);
    if (!changed && done)
        log_note(log, "nothing to restore on this machine");
    journal_close(&journal);
    arena_release(&arena);
    return done;
}
