// Executes a benchmark and collects its samples.
#include "run/execution.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "model/process_settings.h"
#include "run/launcher/counters.h"
#include "run/matches.h"
#include "run/samples.h"
#include "run/tail.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const double GRACE_S = 1;

enum { LINES_SHOWN = 10, BYTES_SHOWN = 2048 }; // of the output of a failed execution

static const char *value_of(char *const *environment, const char *name)
{
    size_t length = strlen(name);
    for (; *environment; environment++)
        if (strncmp(*environment, name, length) == 0 && (*environment)[length] == '=')
            return *environment + length + 1;
    return "";
}

// Returns an absolute path, because address_layout.stack_offset adds leading slashes.
const char *execution_program(struct arena *arena, const char *word, const char *folder,
                              char *const *environment)
{
    return path_find_program(arena, word, value_of(environment, "PATH"), folder);
}

static const char *why_not_started(struct arena *arena, const struct outcome *outcome)
{
    const char *words = strerror(outcome->code);
    if (text_equal(outcome->stage, "personality"))
        return arena_printf(arena,
                            "personality(ADDR_NO_RANDOMIZE) is refused here (%s): let the "
                            "container's seccomp profile allow it, or set aslr: kernel",
                            words);
    if (text_equal(outcome->stage, "sched_setaffinity") && outcome->code == EPERM)
        return arena_printf(arena,
                            "sched_setaffinity() is refused here (%s): let the container's seccomp "
                            "profile allow it, or set 'machine: {cpus: any}'",
                            words);
    return arena_printf(arena, "cannot start: %s: %s", outcome->stage, words);
}

bool exit_code_succeeds(const int *codes, size_t count, int code)
{
    for (size_t i = 0; i < count; i++)
        if (codes[i] == code)
            return true;
    return !count && code == 0;
}

static const char *why_ended(struct arena *arena, const struct execution_request *request,
                             const struct observation *observation)
{
    const struct outcome *outcome = &observation->outcome;
    if (outcome->slept_s > 0)
        return arena_printf(arena, "the machine was suspended for %.1f s", outcome->slept_s);
    switch (outcome->ending) {
    case ENDED_NOT_STARTED:
        return why_not_started(arena, outcome);
    case ENDED_TIMEOUT:
        if (observation->out_of_time)
            return arena_printf(arena, "%s after %.3g s",
                                request->limit.is_deadline ? "the deadline came"
                                                           : "the budget ended",
                                outcome->seconds);
        return arena_printf(arena, "timeout after %g s", request->timeout_s);
    case ENDED_SIGNAL:
        return arena_printf(arena, "signal %d (%s)", outcome->code, strsignal(outcome->code));
    case ENDED_LAUNCHER:
        if (!outcome->code)
            return "its parent, eswexp's launcher, did not answer";
        return arena_printf(arena, "signal %d (%s) ended its parent, eswexp's launcher",
                            outcome->code, strsignal(outcome->code));
    case ENDED_EXIT:
        break;
    }
    return exit_code_succeeds(request->exit_codes, request->exit_code_count, outcome->code)
               ? NULL
               : arena_printf(arena, "exit %d%s", outcome->code,
                              request->exit_code_count ? ", which 'exit_codes' does not list" : "");
}

static const char *collect_records(struct arena *arena, const struct esw_request *wanted, int fd,
                                   struct observation *observation)
{
    struct samples samples = {0};
    const char *fault = samples_read(arena, fd, wanted, &samples, &observation->unread);
    observation->header = samples.header;
    observation->records = samples.records;
    observation->record_count = samples.count;
    observation->counts = samples.counts;
    return fault;
}

// All of the standard output; NULL: there is too much of it, with *fault, or it cannot be read.
static char *whole_output(struct arena *arena, const struct launcher *launcher,
                          struct observation *observation, size_t *length, const char **fault)
{
    if (observation->outcome.output_bytes[0] > CHILD_OUTPUT_BYTES) {
        *fault =
            arena_printf(arena, "its stdout has more than %d MiB, too much to search for samples",
                         CHILD_OUTPUT_BYTES >> 20);
        return NULL;
    }
    char *output = launcher_output(launcher, arena, &observation->outcome, STDOUT_FILENO,
                                   CHILD_OUTPUT_BYTES, length);
    observation->unread = output ? 0 : errno;
    return output;
}

// Of times; values of other units may be negative.
static const char *fault_of_matches(struct arena *arena, const struct observation *observation)
{
    bool are_times = text_equal(observation->sampling.unit, "s");
    for (size_t i = 0; are_times && i < observation->match_count; i++)
        if (observation->matches[i] < 0)
            return arena_printf(arena, "sample %zu is a negative time", i + 1);
    return NULL;
}

static const char *collect_matches(struct arena *arena, const struct launcher *launcher,
                                   struct observation *observation)
{
    size_t length;
    struct matches matches = {0};
    const char *fault = NULL;
    char *output = whole_output(arena, launcher, observation, &length, &fault);
    if (!output)
        return fault;
    fault = matches_find(arena, observation->sampling.pattern, observation->sampling.scale,
                         &match_limits, output, length, &matches);
    observation->matches = matches.values;
    observation->match_count = matches.count;
    return fault ? fault : fault_of_matches(arena, observation);
}

// Samples of a harness that writes to its standard output.
static const char *read_output(struct arena *arena, const struct launcher *launcher,
                               const struct execution_request *request,
                               struct observation *observation)
{
    size_t length;
    const char *fault = NULL;
    char *output = whole_output(arena, launcher, observation, &length, &fault);
    if (!output)
        return fault;
    return foreign_parse(arena, request->sampling.harness, request->benchmark, output, length,
                         &observation->foreign);
}

// Does the file lie there since before the launch, or not at all?
static bool is_older(const char *path, struct timespec launch)
{
    launch.tv_nsec--; // a clock of ticks: it may be of the same one
    return !file_is_changed_since(path, &launch);
}

// Checks that the requested number of samples is there, and removes the warm-up.
static const char *collect_foreign(struct arena *arena, const struct launcher *launcher,
                                   const struct execution_request *request,
                                   struct observation *observation)
{
    struct foreign_samples *samples = &observation->foreign;
    size_t wanted = request->warmup + request->iterations;
    if (request->sampling.file && is_older(request->foreign_file, observation->began))
        return arena_printf(arena, "no samples: it did not write '%s' ('samples_file')",
                            request->sampling.file);
    const char *fault = request->foreign_file
                            ? foreign_read(arena, request->sampling.harness, request->benchmark,
                                           request->foreign_file, samples)
                            : read_output(arena, launcher, request, observation);
    if (fault || observation->unread)
        return fault;
    if (!request->benchmark)
        return suite_take(samples->output, request->told_count ? wanted : 0, request->warmup,
                          &observation->suite);
    if (request->told_count && samples->count != wanted)
        return arena_printf(
            arena, "%zu samples instead of %zu: if its code fixes the number, set it in 'args'",
            samples->count, wanted);
    if (samples->count <= request->warmup)
        return arena_printf(arena, "no samples: 'repeat.warmup' discards %zu of %zu",
                            request->warmup, samples->count);
    foreign_cut(samples, request->warmup);
    observation->metrics = samples->further;
    return NULL;
}

static void collect_metrics(struct arena *arena, const struct launcher *launcher,
                            struct observation *observation)
{
    size_t length;
    char *output = launcher_output(launcher, arena, &observation->outcome, STDOUT_FILENO,
                                   CHILD_OUTPUT_BYTES, &length);
    if (!output) {
        observation->unread = errno;
        return;
    }
    if (observation->outcome.output_bytes[0] > CHILD_OUTPUT_BYTES) { // the first line is incomplete
        const char *end = memchr(output, '\n', length);
        size_t cut = end ? (size_t)(end + 1 - output) : length;
        output += cut;
        length -= cut;
    }
    metrics_find(arena, output, length, &observation->metrics);
    if (observation->header)
        metrics_take(arena, observation->header, &observation->metrics);
}

const char *execution_last_words(struct arena *arena, const struct launcher *launcher,
                                 const struct outcome *outcome)
{
    TEXT_CLEANUP struct text output = {0};
    for (int descriptor = STDOUT_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        size_t length;
        const char *part =
            launcher_output(launcher, arena, outcome, descriptor, BYTES_SHOWN, &length);
        text_add_bytes(&output, part ? part : "", part ? length : 0);
    }
    return tail_of(arena, output.bytes, output.length, LINES_SHOWN, BYTES_SHOWN);
}

static void collect(struct arena *arena, const struct launcher *launcher,
                    const struct execution_request *request, const struct esw_request *wanted,
                    int samples, struct observation *observation)
{
    const struct outcome *outcome = &observation->outcome;
    const char *fault = NULL;
    if (request->sampling.kind == SAMPLING_ESWEXP)
        fault = collect_records(arena, wanted, samples, observation);
    observation->failure = why_ended(arena, request, observation);
    bool checked = observation->header && observation->header->answer.state == ESW_CHECK_FAILED;
    if (!observation->failure || (checked && outcome->ending == ENDED_EXIT))
        observation->failure = fault;
    if (!observation->failure && request->sampling.kind == SAMPLING_PATTERN)
        observation->failure = collect_matches(arena, launcher, observation);
    if (!observation->failure && request->sampling.kind == SAMPLING_HARNESS)
        observation->failure = collect_foreign(arena, launcher, request, observation);
    if (observation->failure)
        observation->output = execution_last_words(arena, launcher, outcome);
}

// The figures that the harness counts in each batch; the launcher counts the rest.
static uint64_t counted_of(const struct execution_request *request)
{
    return request->sampling.kind == SAMPLING_ESWEXP ? request->figures & counted_in_batches : 0;
}

static struct esw_request wanted_of(const struct execution_request *request)
{
    struct esw_request wanted = {.iterations = request->iterations,
                                 .enough = request->enough,
                                 .patience_ns = (uint64_t)(request->patience_s * 1e9),
                                 .warmup = request->warmup,
                                 .minimum_time_ns =
                                     (uint64_t)llround(request->minimum_time_s * 1e9),
                                 .batch = request->batch,
                                 .clock = request->clock,
                                 .wants = request->wanted};
    samples_ask_counts(&wanted, counted_of(request));
    return wanted;
}

// 0 is no timeout.
static double timeout_of(const struct execution_request *request)
{
    static const double least_s = 1e-3;
    double left_s = fmax(time_limit_left_s(&request->limit), least_s);
    bool limited = request->timeout_s <= 0 || left_s < request->timeout_s;
    return limited && isfinite(left_s) ? left_s : request->timeout_s;
}

bool execution_prepare(struct arena *arena, const struct execution_request *request, int samples,
                       struct launch *launch, struct error *error)
{
    char **environment;
    if (!environment_make(arena, request->environment, samples >= 0, &request->address_layout,
                          &environment, error) ||
        !built_files_place(request->built, request->built_count, error) ||
        (request->foreign_file && !request->sampling.file &&
         !tree_remove(request->foreign_file, error)))
        return false;
    const char *program = request->program; // if there is none, execve() reports why
    if (program[0] != '/')
        program = execution_program(arena, program, request->folder, environment);
    *launch = (struct launch){.program = program ? program : request->program,
                              .arguments = request->arguments,
                              .environment = environment,
                              .folder = request->folder,
                              .cpus = request->cpus,
                              .cpu_count = request->cpu_count,
                              .samples = samples,
                              .address_layout = request->address_layout,
                              .process_settings = request->process_settings,
                              .timeout_s = timeout_of(request),
                              .grace_s = GRACE_S,
                              .stop = request->stop,
                              .memory_limit_bytes = request->memory_limit_bytes,
                              .figures = request->figures & ~counted_of(request),
                              .lists_files = request->lists_files,
                              .watches_concurrency = request->watches_concurrency,
                              .slowed_s = request->slowed_s};
    return true;
}

// Its own timeout would have ended it later, or not at all.
static bool is_out_of_time(const struct execution_request *request, const struct outcome *outcome)
{
    return outcome->ending == ENDED_TIMEOUT && request->limit.end_ns &&
           (request->timeout_s <= 0 || outcome->seconds < request->timeout_s);
}

bool execution_run(struct arena *arena, struct launcher *launcher,
                   const struct execution_request *requests, size_t count,
                   struct observation *observations, size_t *ended, struct error *error)
{
    struct launch launches[LAUNCH_QUEUE_MOST];
    struct outcome outcomes[LAUNCH_QUEUE_MOST];
    struct esw_request wanted = wanted_of(requests);
    struct timespec began;
    struct rapl_reading *readings =
        requests->rapl ? arena_new_array(arena, struct rapl_reading, 2) : NULL;
    FD_CLEANUP int samples = -1;
    if (requests->sampling.kind == SAMPLING_ESWEXP && !samples_make(&wanted, &samples, error))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!execution_prepare(arena, &requests[i], samples, &launches[i], error))
            return false;
    const struct stat *placed = built_files_look(arena, requests->built, requests->built_count);
    clock_gettime(CLOCK_REALTIME_COARSE, &began);
    if (readings)
        rapl_read(requests->rapl, &readings[0]);
    if (!launcher_run(launcher, launches, count, outcomes, ended, error))
        return false;
    if (readings)
        rapl_read(requests->rapl, &readings[1]);
    const char *replaced =
        built_files_replaced(arena, requests->built, requests->built_count, placed);
    for (size_t i = 0; i < *ended; i++) {
        observations[i] =
            (struct observation){.outcome = outcomes[i],
                                 .began = began,
                                 .sampling = requests[i].sampling,
                                 .out_of_time = is_out_of_time(&requests[i], &outcomes[i]),
                                 .replaced = replaced,
                                 .readings = readings,
                                 .counted = counted_of(&requests[i])};
        collect(arena, launcher, &requests[i], &wanted, samples, &observations[i]);
        if (requests[i].metrics && i + 1 == *ended && !observations[i].failure)
            collect_metrics(arena, launcher, &observations[i]);
        errno = observations[i].unread;
        if (errno)
            return failed_errno(error, "cannot read what '%s' left", *requests[i].arguments);
    }
    return true;
}
