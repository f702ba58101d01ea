// The engine's side of the sample memory of kernels/eswexp.h.
#include "run/samples.h"

#include "run/launcher/counters.h"
#include "stats/moments.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void samples_ask_counts(struct esw_request *request, uint64_t figures)
{
    for (int i = 0; i < COUNTERS; i++) {
        const struct counter_kind *kind = &counter_kinds[i];
        bool joins = kind->joins && counter_is_asked(figures, i - 1);
        if (counter_is_asked(figures, i))
            request->counters[request->counter_count++] =
                (struct esw_counter){kind->type, joins, kind->config};
    }
}

bool samples_make(const struct esw_request *request, int *fd, struct error *error)
{
    struct esw_header header = {.count = 0};
    uint64_t capacity = esw_capacity_for(request);
    esw_prepare(&header, capacity, request);
    *fd = memfd_create("eswexp-samples", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    int refused = -1;
    off_t size = (off_t)esw_memory_size(capacity, request);
    while (*fd >= 0 && (refused = fallocate(*fd, 0, 0, size)) && errno == EINTR)
        ;
    if (refused || pwrite(*fd, &header, sizeof header, 0) != sizeof header ||
        fcntl(*fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        return failed_errno(error, "no memory for %llu samples", (unsigned long long)capacity);
    return true;
}

// Reads instead of mapping: a benchmark that truncates a mapped file would end the engine (SIGBUS).
static bool read_all(int fd, void *to, size_t size, size_t from, int *unread)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(fd, (char *)to + done, size - done, (off_t)(from + done));
        if (got < 0)
            *unread = errno;
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

static bool is_sound(const struct esw_header *header, const struct esw_request *request)
{
    return memcmp(header->magic, ESW_MAGIC, sizeof header->magic) == 0 &&
           header->version == ESW_VERSION && header->header_size == sizeof *header &&
           header->record_size == sizeof(struct esw_sample) &&
           header->capacity == esw_capacity_for(request) && header->count <= header->capacity &&
           memcmp(&header->request, request, sizeof *request) == 0 &&
           header->answer.state <= ESW_CHECK_FAILED;
}

static const char *fault_of_record(const struct esw_sample *record, double ns_per_tick)
{
    if (!moments_takes(record->duration * ns_per_tick))
        return "is not a finite number";
    if (record->duration < 0 || ns_per_tick <= 0)
        return "is negative";
    return record->iterations == 0 ? "has no iterations" : NULL;
}

static const char *fault_of_records(struct arena *arena, const struct samples *samples)
{
    for (size_t i = 0; i < samples->count; i++) {
        const char *fault =
            fault_of_record(&samples->records[i], samples->header->answer.ns_per_tick);
        if (fault)
            return arena_printf(arena, "sample %zu %s", i + 1, fault);
    }
    return NULL;
}

static uint64_t count_wanted(const struct samples *samples)
{
    uint64_t count = 0;
    for (size_t i = 0; i < samples->count; i++)
        count += !(samples->records[i].flags & ESW_WARMUP);
    return count;
}

static const char *fault(struct arena *arena, const struct samples *samples,
                         const struct esw_request *request)
{
    const struct esw_answer *answer = &samples->header->answer;
    if (answer->state == ESW_CHECK_FAILED)
        return "its own check failed";
    if (answer->state == ESW_UNUSED)
        return "no samples: the program does not use eswexp.h, so set 'samples: process'";
    if (samples->count == 0)
        return "no samples";
    const char *record = fault_of_records(arena, samples);
    if (record)
        return record;
    uint64_t count = count_wanted(samples), wanted = request->iterations;
    if (count != wanted && !(request->enough && count >= request->enough))
        return arena_printf(arena, "%llu of %llu samples", (unsigned long long)count,
                            (unsigned long long)wanted);
    return answer->state == ESW_FINISHED ? NULL : "it ended before esw_end()";
}

const char *samples_read(struct arena *arena, int fd, const struct esw_request *request,
                         struct samples *samples, int *unread)
{
    struct esw_header *header = arena_new(arena, struct esw_header);
    if (!read_all(fd, header, sizeof *header, 0, unread) || !is_sound(header, request))
        return "its sample memory is damaged: only eswexp.h may write there";
    samples->header = header;
    struct esw_sample *records = arena_new_array(arena, struct esw_sample, header->count);
    if (!read_all(fd, records, header->count * sizeof *records, sizeof *header, unread))
        return "its sample memory is truncated: it must not shorten the file";
    size_t count = (size_t)(header->count * request->counter_count);
    double *counts = arena_new_array(arena, double, count);
    if (!read_all(fd, counts, count * sizeof *counts,
                  sizeof *header + header->capacity * sizeof *records, unread))
        return "its sample memory is truncated: it must not shorten the file";
    samples->records = records;
    samples->counts = counts;
    samples->count = header->count;
    return fault(arena, samples, request);
}
