// One execution of a benchmark: fresh copy, environment of the drawn size, samples collected.
#include "run/execution.h"

#include "base/files.h"
#include "run/matches.h"
#include "run/samples.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

static const double GRACE_S = 1;

enum { OUTPUT_SHOWN = 8192 }; // bytes of each of stdout and stderr

static const char *value_of(char *const *environment, const char *name)
{
    size_t length = strlen(name);
    for (; *environment; environment++)
        if (strncmp(*environment, name, length) == 0 && (*environment)[length] == '=')
            return *environment + length + 1;
    return "";
}

// As a shell would find it, but absolute, so that leading slashes may lengthen it; unchanged where
// there is none, for execve() to say so.
static const char *find_program(struct arena *arena, const struct execution_request *request,
                                char *const *environment)
{
    if (strchr(request->program, '/'))
        return path_join(arena, request->folder, request->program);
    for (const char *part = value_of(environment, "PATH"); *part;) {
        size_t length = strcspn(part, ":");
        const char *folder = path_join(arena, request->folder, arena_strndup(arena, part, length));
        const char *path = path_join(arena, folder, request->program);
        if (access(path, X_OK) == 0 && file_exists(path))
            return path;
        part += length + (part[length] == ':');
    }
    return request->program;
}

static const char *why_not_started(struct arena *arena, const struct outcome *outcome)
{
    const char *words = strerror(outcome->code);
    if (text_equal(outcome->stage, "personality"))
        return arena_printf(arena,
                            "personality(ADDR_NO_RANDOMIZE) is refused here (%s): let the "
                            "container's seccomp profile allow it, or set aslr: kernel",
                            words);
    return arena_printf(arena, "cannot start: %s: %s", outcome->stage, words);
}

static const char *why_ended(struct arena *arena, const struct execution_request *request,
                             const struct outcome *outcome)
{
    switch (outcome->ending) {
    case ENDED_NOT_STARTED:
        return why_not_started(arena, outcome);
    case ENDED_TIMEOUT:
        return arena_printf(arena, "timeout after %g s", request->timeout_s);
    case ENDED_SIGNAL:
        return arena_printf(arena, "signal %d (%s)", outcome->code, strsignal(outcome->code));
    case ENDED_EXIT:
        break;
    }
    return outcome->code ? arena_printf(arena, "exit %d", outcome->code) : NULL;
}

static const char *collect_records(struct arena *arena, const struct esw_request *wanted, int fd,
                                   struct observation *observation)
{
    struct samples samples = {0};
    const char *fault = samples_read(arena, fd, wanted, &samples);
    observation->header = samples.header;
    observation->records = samples.records;
    observation->record_count = samples.count;
    return fault;
}

static const char *collect_matches(struct arena *arena, const struct launcher *launcher,
                                   struct observation *observation)
{
    size_t length;
    struct matches matches = {0};
    if (observation->outcome.said_bytes[0] > CHILD_SAID_BYTES)
        return arena_printf(arena, "more than %d MiB on its stdout, to look for samples in",
                            CHILD_SAID_BYTES >> 20);
    char *output = launcher_said(launcher, arena, &observation->outcome, STDOUT_FILENO,
                                 CHILD_SAID_BYTES, &length);
    const char *fault = matches_find(arena, observation->sampling.pattern,
                                     observation->sampling.scale, output, length, &matches);
    observation->matches = matches.values;
    observation->match_count = matches.count;
    return fault;
}

static void judge(struct arena *arena, const struct launcher *launcher,
                  const struct execution_request *request, const struct esw_request *wanted,
                  int samples, struct observation *observation)
{
    const struct outcome *outcome = &observation->outcome;
    const char *fault = NULL;
    if (request->sampling.kind == SAMPLING_ESWEXP)
        fault = collect_records(arena, wanted, samples, observation);
    observation->failure = why_ended(arena, request, outcome);
    bool checked = observation->header && observation->header->answer.state == ESW_CHECK_FAILED;
    if (!observation->failure || (checked && outcome->ending == ENDED_EXIT))
        observation->failure = fault;
    if (!observation->failure && request->sampling.kind == SAMPLING_PATTERN)
        observation->failure = collect_matches(arena, launcher, observation);
    if (observation->failure)
        observation->output = arena_printf(
            arena, "%s%s",
            launcher_said(launcher, arena, outcome, STDOUT_FILENO, OUTPUT_SHOWN, NULL),
            launcher_said(launcher, arena, outcome, STDERR_FILENO, OUTPUT_SHOWN, NULL));
}

bool execution_run(struct arena *arena, struct launcher *launcher,
                   const struct execution_request *request, struct observation *observation,
                   struct error *error)
{
    bool harness = request->sampling.kind == SAMPLING_ESWEXP;
    struct esw_request wanted = {.iterations = request->iterations,
                                 .warmup = request->warmup,
                                 .minimum_time_ns =
                                     (uint64_t)llround(request->minimum_time_s * 1e9),
                                 .clock = ESW_CLOCK_BEST,
                                 .wants = request->wanted};
    char **environment;
    FD_CLEANUP int samples = -1;
    *observation = (struct observation){.sampling = request->sampling};
    if (!environment_make(arena, request->environment, harness,
                          request->placement.environment_bytes, &environment, error) ||
        (request->binary && !file_copy(request->binary, request->program, error)) ||
        (harness && !samples_make(&wanted, &samples, error)))
        return false;
    struct launch launch = {.program = find_program(arena, request, environment),
                            .arguments = request->arguments,
                            .environment = environment,
                            .folder = request->folder,
                            .cpus = request->cpus,
                            .cpu_count = request->cpu_count,
                            .samples = samples,
                            .placement = request->placement,
                            .timeout_s = request->timeout_s,
                            .grace_s = GRACE_S};
    if (!launcher_run(launcher, &launch, &observation->outcome, error))
        return false;
    judge(arena, launcher, request, &wanted, samples, observation);
    return true;
}
