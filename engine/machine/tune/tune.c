// Changing the settings, and the keeper process that restores them if this one cannot.
#include "machine/tune/tune.h"

#include "machine/sys.h"
#include "machine/tune/internal.h"
#include "machine/tune/knobs.h"
#include "machine/tune/restore.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SETTING_MOST = 4096, DESCRIPTORS = 1024 };

// ---- Finding files to change

static bool is_plain(const struct text *text)
{
    if (!text->length || text->length > SETTING_MOST)
        return false;
    for (size_t i = 0; i < text->length; i++)
        if (text->bytes[i] != '\n' && text->bytes[i] != '\t' &&
            (text->bytes[i] < ' ' || text->bytes[i] > '~'))
            return false;
    return true;
}

static void refuse(struct tally *tally, struct arena *arena, const char *reason)
{
    if (tally->refused++ == 0)
        tally->reason = arena_strdup(arena, reason);
}

static void look_at(struct tune_plan *plan, struct tally *tally, const char *path, size_t number)
{
    TEXT_CLEANUP struct text text = {0};
    struct arena *arena = plan->journal.arena;
    const char *root = plan->scope.root;
    if (!sys_read(root, path, &text) || !is_plain(&text))
        return;
    tally->found++;
    const char *was = knob_setting(arena, text.bytes);
    const char *wanted = tally->knob->wanted(arena, &plan->scope, number, was);
    if (!wanted || text_equal(wanted, was))
        return;
    if (!sys_is_writable(root, path)) {
        refuse(tally, arena, arena_printf(arena, "'%s': %s", path, strerror(errno)));
        return;
    }
    struct change *change = arena_new(arena, struct change);
    *change = (struct change){.tally = tally,
                              .number = number,
                              .file = {arena_strdup(arena, path),
                                       arena_strndup(arena, text.bytes, text.length), text.length},
                              .was = was,
                              .wanted = wanted};
    *plan->last = change;
    plan->last = &change->next;
    plan->count++;
}

static void look_for(struct tune_plan *plan, struct tally *tally)
{
    struct arena *arena = plan->journal.arena;
    const char *pattern = tally->knob->pattern, *mark = strchr(pattern, '#');
    size_t number = 0;
    if (!mark) {
        look_at(plan, tally, pattern, number);
        return;
    }
    const char *slash = memrchr(pattern, '/', (size_t)(mark - pattern));
    struct text_list names = sys_names(arena, plan->scope.root,
                                       arena_strndup(arena, pattern, (size_t)(slash - pattern)));
    for (size_t i = 0; i < names.count; i++) {
        const char *path = arena_printf(arena, "%.*s/%s%s", (int)(slash - pattern), pattern,
                                        names.items[i], mark + 1 + strcspn(mark + 1, "/"));
        if (knob_matches(tally->knob, path, &number))
            look_at(plan, tally, path, number);
    }
}

// ---- Changing them

// They follow the files that an earlier campaign could not restore: the oldest text of a file is
// written last.
static bool keep(struct tune_plan *plan, struct error *error)
{
    struct journal *journal = &plan->journal;
    struct saved_file *files =
        arena_new_array(journal->arena, struct saved_file, journal->count + plan->count);
    size_t count = journal->count;
    if (count)
        memcpy(files, journal->files, count * sizeof *files);
    for (const struct change *change = plan->first; change; change = change->next)
        files[count++] = change->file;
    journal->files = files;
    journal->count = count;
    return journal_write(journal, error);
}

static void write_all(const struct tune_plan *plan)
{
    struct arena *arena = plan->journal.arena;
    for (const struct change *change = plan->first; change; change = change->next) {
        struct error error;
        struct tally *tally = change->tally;
        TEXT_CLEANUP struct text text = {0};
        if (!sys_write(plan->scope.root, change->file.path, change->wanted, &error)) {
            refuse(tally, arena, error.text);
            continue;
        }
        const char *now = sys_read(plan->scope.root, change->file.path, &text)
                              ? knob_setting(arena, text.bytes)
                              : "unreadable";
        if (!text_equal(now, change->wanted)) {
            refuse(tally, arena,
                   arena_printf(arena, "'%s' accepted '%s' but reads '%s'", change->file.path,
                                change->wanted, now));
            continue;
        }
        tally->several = tally->several || (tally->set && !text_equal(tally->was, change->was));
        tally->was = tally->set ? tally->was : change->was;
        tally->value = change->wanted;
        tally->set++;
        CPU_SET(change->number, &tally->numbers);
    }
}

// ---- The keeper

// Sleeps until nobody holds the other end of the pipe, however its parent ended. All signals are
// blocked.
static void watch_over(const struct tuning *tuning, int alive)
{
    char byte;
    setsid();
    for (int fd = 0; fd < DESCRIPTORS; fd++)
        if (fd != STDERR_FILENO && fd != alive && fd != tuning->lock && fd != tuning->host)
            close(fd);
    while (read(alive, &byte, 1) < 0 && errno == EINTR)
        ;
    restore_orphan(tuning->lock, tuning->left, tuning->log);
    _exit(0);
}

static bool start_keeper(struct tuning *tuning, struct error *error)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return failed_errno(error, "cannot make a pipe");
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t keeper = fork();
    if (keeper == 0)
        watch_over(tuning, ends[0]);
    int number = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = number;
    close(ends[0]);
    if (keeper < 0) {
        close(ends[1]);
        return failed_errno(error, "cannot start a process that restores the machine");
    }
    tuning->keeper = keeper;
    tuning->alive = ends[1];
    return true;
}

// ---- Tuning

struct tuning tuning_of(struct arena *arena, const struct log *log)
{
    return (struct tuning){.arena = arena, .log = log, .host = -1, .lock = -1, .alive = -1};
}

static bool apply(struct tune_plan *plan, struct tuning *tuning, struct error *error)
{
    struct journal *journal = &plan->journal;
    bool outdated;
    journal->lock = tuning->lock;
    if (!plan->count && !journal_is_there(journal))
        return true;
    bool ready = (journal->lock >= 0 || journal_lock(journal, error)) &&
                 journal_read(journal, &outdated, error) && keep(plan, error);
    tuning->lock = journal->lock;
    if (ready && (tuning->keeper || start_keeper(tuning, error))) {
        write_all(plan);
        return true;
    }
    if (!tuning->keeper) {
        journal_close(journal);
        tuning->lock = -1;
    }
    return failed_within(error, "--tune");
}

static bool tune(struct tuning *tuning, const cpu_set_t *measured, bool bound, struct error *error)
{
    const char *root = machine_root();
    struct tune_plan plan = {.journal = journal_of(tuning->arena, root),
                             .scope = knob_scope(tuning->arena, root, measured)};
    size_t count = 0;
    plan.last = &plan.first;
    for (const struct knob *knob = knobs; knob->name; knob++) {
        if (knob->bound != bound)
            continue;
        plan.tallies[count].knob = knob;
        look_for(&plan, &plan.tallies[count++]);
    }
    bool applied = apply(&plan, tuning, error);
    if (applied)
        tell_tuned(&plan, tuning);
    return applied;
}

bool tune_machine(struct tuning *tuning, struct error *error)
{
    cpu_set_t none;
    CPU_ZERO(&none);
    return tune(tuning, &none, false, error);
}

bool tune_cpus(struct tuning *tuning, const cpu_set_t *measured, struct error *error)
{
    if (CPU_COUNT(measured))
        return tune(tuning, measured, true, error);
    text_list_add(&tuning->told, tuning->arena,
                  "benchmarks are not bound to CPUs (machine.cpus): interrupts and SMT siblings "
                  "are left as they are");
    return true;
}

void tune_end(struct tuning *tuning)
{
    if (tuning->lock < 0)
        return;
    restore_orphan(tuning->lock, tuning->left, tuning->log);
    kill(tuning->keeper, SIGKILL); // it has nothing left to do
    waitpid(tuning->keeper, NULL, 0);
    close(tuning->alive);
    close(tuning->lock);
    *tuning = tuning_of(tuning->arena, tuning->log);
}
