// Chunks out, whole blocks back.
#include "dispatch/cluster.h"

#include "base/clock.h"
#include "base/files.h"
#include "base/installation.h"
#include "base/stream.h"
#include "run/tail.h"
#include "store/chunks.h"

#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    SUBMISSIONS_MOST = 4,
    ABSENT_LOOKS = 2,
    LOG_LINES = 12,
    LOG_BYTES = 2048,
    LOG_LIMIT = 1 << 20
};

// A task is worth its start if it lasts half a minute, and what a lost node costs is bounded.
static const double CHUNK_LEAST_S = 30, CHUNK_MOST_S = 600;

static const double DRAIN_S = 60; // for tasks to hand in what they have after they were cancelled

struct chunk {
    size_t first, count;          // blocks of the plan
    bool whole;                   // all of it is settled
    unsigned submissions, missed; // looks in a row at which it was not in the queue
};

struct dispatched {
    const struct crew *crew;
    const struct plan *plan;
    struct stored_ids *ids;
    struct stored_step *steps;
    struct arena memory;
    const char *phase, *job, *tasks; // words, job name, folder
    struct chunk *chunks;
    size_t chunk_count, blocks_left;
    int64_t begun_ns, told_ns, unknown_ns; // unknown: since when the controller does not answer
    const char *held;                      // why the queue does not move, as told last
};

// ---- Where

bool cluster_record(const struct cluster *cluster, struct store *store, struct error *error)
{
    struct arena scratch = {0};
    const struct text_list *options = cluster->slurm.options;
    const char *lines = "", *partition = cluster->slurm.partition;
    for (size_t i = 0; options && i < options->count; i++)
        lines = arena_printf(&scratch, "%s%s%s", lines, *lines ? "\n" : "", options->items[i]);
    const char *id = arena_printf(&scratch, "%016" PRIx64, seed_fresh());
    bool done =
        store_set(store, "id", id, error) &&
        store_set(store, "cluster.nodes", arena_printf(&scratch, "%zu", cluster->nodes), error) &&
        store_set(store, "cluster.options", lines, error) &&
        (!partition || store_set(store, "cluster.partition", partition, error));
    arena_release(&scratch);
    return done;
}

struct cluster *cluster_recall(struct arena *arena, struct store *store)
{
    const char *nodes = store_get(store, arena, "cluster.nodes");
    const char *stored = store_get(store, arena, "cluster.options");
    char *lines = stored ? arena_strdup(arena, stored) : NULL, *line;
    if (!nodes)
        return NULL;
    struct text_list *options = arena_new(arena, struct text_list);
    *options = (struct text_list){0};
    while (lines && (line = strsep(&lines, "\n")))
        if (*line)
            text_list_add(options, arena, line);
    struct cluster *cluster = arena_new(arena, struct cluster);
    *cluster = (struct cluster){
        .slurm = {store_get(store, arena, "cluster.partition"), options},
        .nodes = strtoull(nodes, NULL, 10),
    };
    return cluster;
}

// ---- The division

static bool read_count(struct store *store, struct arena *arena, const char *key, size_t *count)
{
    const char *text = store_get(store, arena, key);
    *count = text ? strtoull(text, NULL, 10) : 0;
    return text;
}

static char *chunk_path(const struct dispatched *dispatched, size_t index, struct arena *arena)
{
    return arena_printf(arena, "%s/%s-%04zu.chunk", dispatched->tasks, dispatched->phase, index);
}

// Four for each node, so that a slow one holds up nobody, unless they would be very short or long.
static size_t chunks_wanted(const struct crew *crew, size_t blocks, double block_s)
{
    double total_s = block_s * (double)blocks;
    double nodes = crew->cluster->nodes ? (double)crew->cluster->nodes : 1;
    double wanted = block_s > 0 ? fmin(4 * nodes, total_s / CHUNK_LEAST_S) : nodes;
    wanted = fmax(fmax(wanted, nodes), ceil(total_s / CHUNK_MOST_S));
    return (size_t)fmin(wanted, (double)blocks);
}

static bool divide(struct dispatched *dispatched, double block_s, struct error *error)
{
    const struct crew *crew = dispatched->crew;
    struct arena *memory = &dispatched->memory;
    size_t blocks = dispatched->plan->block_count, wanted;
    const char *key = arena_printf(memory, "chunks.%s", dispatched->phase);
    if (!read_count(crew->store, memory, key, &wanted)) {
        wanted = chunks_wanted(crew, blocks, block_s);
        if (!store_set(crew->store, key, arena_printf(memory, "%zu", wanted), error))
            return false;
    }
    dispatched->chunks = arena_new_array(memory, struct chunk, wanted);
    dispatched->chunk_count = wanted;
    for (size_t i = 0; i < wanted; i++) {
        size_t first = blocks * i / wanted, next = blocks * (i + 1) / wanted;
        dispatched->chunks[i] = (struct chunk){.first = first, .count = next - first};
        if (!file_exists(chunk_path(dispatched, i, memory))) // it was never submitted
            dispatched->chunks[i].missed = ABSENT_LOOKS;
    }
    return true;
}

// What is settled by now.
static bool read_steps(struct dispatched *dispatched, struct error *error)
{
    const struct plan *plan = dispatched->plan;
    if (!store_steps(dispatched->crew->store, plan, dispatched->ids->first_build,
                     dispatched->ids->first_execution, dispatched->steps, error))
        return false;
    dispatched->blocks_left = 0;
    for (size_t i = 0; i < dispatched->chunk_count; i++) {
        struct chunk *chunk = &dispatched->chunks[i];
        size_t open = 0;
        for (size_t b = chunk->first; b < chunk->first + chunk->count; b++) {
            const struct planned_block *block = &plan->blocks[b];
            bool is_open = false;
            for (size_t k = 0; k < block->execution_count; k++)
                is_open = is_open || dispatched->steps[block->first_execution + k].open;
            open += is_open;
        }
        chunk->whole = open == 0;
        dispatched->blocks_left += open;
    }
    return true;
}

struct dispatched *dispatched_begin(const struct crew *crew, const struct plan *plan,
                                    struct stored_ids *ids, double block_s, struct error *error)
{
    struct dispatched *dispatched = arena_new(crew->arena, struct dispatched);
    *dispatched = (struct dispatched){.crew = crew,
                                      .plan = plan,
                                      .ids = ids,
                                      .begun_ns = clock_boot_ns(),
                                      .told_ns = clock_boot_ns(),
                                      .held = ""};
    struct arena *memory = &dispatched->memory;
    const char *id = store_get(crew->store, memory, "id");
    dispatched->phase = plan->block_count && plan->blocks->phase == PHASE_PILOT ? "pilot" : "real";
    dispatched->job = arena_printf(memory, "eswexp-%s-%s", id ? id : "", dispatched->phase);
    dispatched->tasks = path_join(memory, crew->folder, "tasks");
    dispatched->steps = arena_new_array(memory, struct stored_step, plan->execution_count);
    ids->steps = dispatched->steps;
    return folder_make(dispatched->tasks, error) && divide(dispatched, block_s, error) &&
                   read_steps(dispatched, error)
               ? dispatched
               : NULL;
}

// ---- Back

// NNNN of "PHASE-NNNN.….done"; false for other files.
static bool is_result(const struct dispatched *dispatched, const char *name)
{
    size_t length = strlen(name), phase = strlen(dispatched->phase);
    return strncmp(name, dispatched->phase, phase) == 0 && name[phase] == '-' && length > 5 &&
           strcmp(name + length - 5, ".done") == 0;
}

// One that is no chunk of ours is put aside: its blocks will be measured again.
static bool merge(struct dispatched *dispatched, const char *path, size_t *blocks,
                  struct error *error)
{
    if (chunk_merge(dispatched->crew->store, path, blocks, error)) {
        unlink(path);
        return true;
    }
    if (error->code != EXIT_USAGE)
        return false;
    log_warning(dispatched->crew->log, "put aside as '%s.bad': %s", path, error->text);
    return rename(path, arena_printf(&dispatched->memory, "%s.bad", path)) == 0 ||
           failed_errno(error, "cannot rename '%s'", path);
}

static bool merge_all(struct dispatched *dispatched, struct error *error)
{
    size_t taken = 0;
    bool done = true;
    DIR *entries = opendir(dispatched->tasks);
    for (struct dirent *entry; done && entries && (entry = readdir(entries));) {
        size_t blocks = 0;
        if (!is_result(dispatched, entry->d_name))
            continue;
        const char *path = path_join(&dispatched->memory, dispatched->tasks, entry->d_name);
        done = merge(dispatched, path, &blocks, error);
        taken += blocks;
    }
    if (entries)
        closedir(entries);
    return done && (!taken || read_steps(dispatched, error));
}

// ---- Out

// In a word of sh.
static const char *quoted(struct arena *arena, const char *word)
{
    TEXT_CLEANUP struct text text = {0};
    text_add(&text, "'");
    for (const char *c = word; *c; c++)
        if (*c == '\'')
            text_add(&text, "'\\''");
        else
            text_add_bytes(&text, c, 1);
    text_add(&text, "'");
    return arena_strdup(arena, text.bytes);
}

// Built and measured on the node's own disk, at the same path on every node.
static const char *script_of(const struct dispatched *dispatched, struct arena *arena)
{
    const struct crew *crew = dispatched->crew;
    char moment[32] = "";
    if (crew->deadline_ns) {
        time_t at = time(NULL) + (time_t)((crew->deadline_ns - clock_boot_ns()) / 1000000000);
        struct tm utc;
        gmtime_r(&at, &utc);
        strftime(moment, sizeof moment, " --until %Y-%m-%dT%H:%M:%S", &utc);
    }
    return arena_printf(arena,
                        "export TZ=UTC XDG_CACHE_HOME=\"${TMPDIR:-/tmp}/eswexp-$(id -u)\"\n"
                        "exec %s task%s \"$(printf '%%s/%s-%%04d.chunk' %s \"$ELEMENT\")\"\n",
                        quoted(arena, installation_program(arena)), moment, dispatched->phase,
                        quoted(arena, dispatched->tasks));
}

static const char *last_words(const struct dispatched *dispatched, size_t index,
                              struct arena *arena)
{
    struct error ignored;
    TEXT_CLEANUP struct text log = {0};
    const char *path =
        arena_printf(arena, "%s/%s-%04zu.log", dispatched->tasks, dispatched->phase, index);
    if (!file_read(path, LOG_LIMIT, &log, &ignored) || !log.length)
        return arena_printf(arena, "'%s' does not say why", path);
    return arena_printf(arena, "'%s' ends with:\n%s", path,
                        tail_of(arena, log.bytes, log.length, LOG_LINES, LOG_BYTES));
}

static bool write_chunk(struct dispatched *dispatched, size_t index, struct arena *arena,
                        struct error *error)
{
    struct chunk *chunk = &dispatched->chunks[index];
    if (chunk->submissions >= SUBMISSIONS_MOST)
        return failed(error, EXIT_FAILED, "%s-%04zu was submitted %u times and came to nothing: %s",
                      dispatched->phase, index, chunk->submissions,
                      last_words(dispatched, index, arena));
    chunk->submissions++;
    chunk->missed = 0;
    return chunk_write(dispatched->crew->store, dispatched->plan, dispatched->ids->first_build,
                       dispatched->ids->first_execution, chunk->first, chunk->count,
                       chunk_path(dispatched, index, arena), error);
}

static double seconds_left(const struct crew *crew)
{
    double left = (double)(crew->deadline_ns - clock_boot_ns()) * 1e-9;
    return !crew->deadline_ns ? 0 : left > 1 ? left : 1;
}

static bool submit(struct dispatched *dispatched, const size_t *elements, size_t count,
                   struct arena *arena, struct error *error)
{
    const struct crew *crew = dispatched->crew;
    const char *script = script_of(dispatched, arena);
    for (size_t i = 0; i < count; i++)
        if (!write_chunk(dispatched, elements[i], arena, error))
            return false;
    const char *log = arena_printf(arena, "%s/%s-%%4a.log", dispatched->tasks, dispatched->phase);
    if (slurm_submit(&crew->cluster->slurm, dispatched->job, script, log, elements, count,
                     crew->cluster->nodes, seconds_left(crew), error)) {
        log_note(crew->log, "%s, %s: %zu tasks submitted, %zu blocks to do", crew->name,
                 dispatched->phase, count, dispatched->blocks_left);
        return true;
    }
    if (error->code != EXIT_UNFIT) // else it may have been accepted, or be accepted later
        return false;
    log_warning(crew->log, "%s", error->text);
    return true;
}

// ---- Looking

static void tell(struct dispatched *dispatched, const struct slurm_element *elements, size_t count)
{
    const struct crew *crew = dispatched->crew;
    size_t running = 0;
    const char *held = "";
    for (size_t i = 0; i < count; i++) {
        running += *elements[i].node != '\0';
        if (strstr(elements[i].reason, "Held") || strstr(elements[i].reason, "Limit") ||
            strstr(elements[i].reason, "NeverSatisfied") || strstr(elements[i].reason, "Launch"))
            held = elements[i].reason;
    }
    if (*held && !running && !text_equal(held, dispatched->held)) {
        dispatched->held = arena_strdup(&dispatched->memory, held);
        log_warning(crew->log, "%s: the queue does not start its tasks: %s (squeue --name=%s)",
                    crew->name, held, dispatched->job);
    }
    if (clock_boot_ns() - dispatched->told_ns < 60 * (int64_t)1000000000)
        return;
    dispatched->told_ns = clock_boot_ns();
    log_note(crew->log, "%s, %s: %zu of %zu blocks, %zu tasks running, %zu waiting", crew->name,
             dispatched->phase, dispatched->plan->block_count - dispatched->blocks_left,
             dispatched->plan->block_count, running, count - running);
}

// A controller that does not answer may know of all: nothing is submitted then.
static bool look_into_queue(struct dispatched *dispatched, struct arena *arena, size_t *count,
                            bool *known, struct error *error)
{
    struct slurm_element *elements = NULL;
    *count = 0;
    *known = true;
    if (!slurm_queue(dispatched->job, arena, &elements, count, known, error)) {
        if (!dispatched->unknown_ns)
            log_warning(dispatched->crew->log, "%s; trying again", error->text);
        dispatched->unknown_ns = clock_boot_ns();
        return !*known;
    }
    dispatched->unknown_ns = 0;
    for (size_t i = 0; i < dispatched->chunk_count; i++)
        dispatched->chunks[i].missed++;
    for (size_t i = 0; i < *count; i++)
        if (elements[i].element < dispatched->chunk_count)
            dispatched->chunks[elements[i].element].missed = 0;
    tell(dispatched, elements, *count);
    return true;
}

// The queue is asked before the results are merged, and twice: what has just ended is no loss.
static bool submit_missing(struct dispatched *dispatched, struct arena *arena, struct error *error)
{
    size_t *elements = arena_new_array(arena, size_t, dispatched->chunk_count), count = 0;
    for (size_t i = 0; i < dispatched->chunk_count; i++) {
        const struct chunk *chunk = &dispatched->chunks[i];
        if (!chunk->whole && chunk->missed >= ABSENT_LOOKS)
            elements[count++] = i;
    }
    return !count || submit(dispatched, elements, count, arena, error);
}

static void rest(double seconds)
{
    struct timespec span = {(time_t)seconds, (long)(fmod(seconds, 1) * 1e9)};
    nanosleep(&span, NULL); // a signal ends it early
}

// Asks gently where it takes long.
static double patience_s(const struct dispatched *dispatched)
{
    double waited = (double)(clock_boot_ns() - dispatched->begun_ns) * 1e-9;
    return fmin(fmax(waited / 30, 0.5), 30);
}

// Tasks that are told to end hand in what they have whole.
static bool call_back(struct dispatched *dispatched, struct error *error)
{
    int64_t end = clock_boot_ns() + (int64_t)(DRAIN_S * 1e9);
    struct error trouble = *error;
    bool known = true;
    size_t left = 1;
    if (!slurm_cancel(dispatched->job, &trouble))
        log_warning(dispatched->crew->log, "%s", trouble.text);
    while (left && clock_boot_ns() < end) {
        struct arena scratch = {0};
        rest(0.5);
        if (!look_into_queue(dispatched, &scratch, &left, &known, &trouble))
            left = 0;
        arena_release(&scratch);
    }
    if (!merge_all(dispatched, &trouble))
        log_warning(dispatched->crew->log, "%s", trouble.text);
    return false;
}

bool dispatched_look(struct dispatched *dispatched, bool *done, struct error *error)
{
    const struct crew *crew = dispatched->crew;
    struct arena scratch = {0};
    size_t waiting = 0;
    bool known = true, good = true;
    *done = dispatched->blocks_left == 0;
    if (!*done) {
        good = look_into_queue(dispatched, &scratch, &waiting, &known, error) &&
               merge_all(dispatched, error);
        *done = good && dispatched->blocks_left == 0;
    }
    if (good && !*done && *crew->stop) {
        failed(error, EXIT_INTERRUPTED, "interrupted");
        good = call_back(dispatched, error);
    } else if (good && !*done && crew->deadline_ns && clock_boot_ns() >= crew->deadline_ns) {
        failed(error, EXIT_DEADLINE, "%zu blocks were not done at the deadline",
               dispatched->blocks_left);
        good = call_back(dispatched, error);
    } else if (good && !*done) {
        good = !known || submit_missing(dispatched, &scratch, error);
        if (good)
            rest(patience_s(dispatched));
        else
            call_back(dispatched, error);
    }
    arena_release(&scratch);
    return good;
}

void dispatched_end(struct dispatched *dispatched)
{
    arena_release(&dispatched->memory);
}
