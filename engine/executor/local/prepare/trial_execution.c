// Executing a benchmark's command once, to see what it runs.
#include "executor/local/prepare/trial_execution.h"

#include "analysis/pilot/affordable.h"
#include "analysis/pilot/pilot_length.h"
#include "base/elapsed.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "model/process_settings.h"
#include "run/execution.h"
#include "run/opened_files.h"
#include "spec/target.h"
#include "spec/templates.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// With the command's own harness, because a program may do otherwise without it.
static struct execution_request request_of(const struct trial_site *site,
                                           const struct prepared_variant *prepared)
{
    struct arena *arena = site->executor->arena;
    const struct target *target = prepared->target;
    struct text_list arguments = spec_fill_all(arena, &target->command, 0, 1, 1);
    struct execution_request request = {
        .environment = spec_fill_all(arena, &target->environment, 0, 1, 1).items,
        .folder = program_folder(prepared->program),
        .cpus = target->cpus,
        .cpu_count = target->cpu_count,
        .timeout_s = target->timeout_s,
        .exit_codes = target->exit_codes,
        .exit_code_count = target->exit_code_count,
        .limit = account_trial_limit(site->executor->account),
        .stop = site->executor->stop,
        .memory_limit_bytes = target->memory_limit_bytes,
        .sampling = {.kind = SAMPLING_PROCESS},
        .iterations = 1,
        .clock = site->executor->spec->clock,
        .lists_files = true,
    };
    request.program = arguments.items[0];
    if (target->sampling.kind == SAMPLING_ESWEXP)
        request.sampling = target->sampling;
    if (target->sampling.harness)
        foreign_ask(arena, target->sampling.harness,
                    foreign_names_file(&target->sampling)
                        ? path_join(arena, site->folder->path, "samples.json")
                        : NULL,
                    target_has_iterations(target) ? 1 : 0, &arguments);
    request.arguments = arguments.items;
    return request;
}

// A copy of a file that the command removed after executing it, or "".
static const char *kept_copy(const struct trial_site *site, const char *path, const char *content,
                             size_t number)
{
    struct error ignored;
    TEXT_CLEANUP struct text bytes = {0};
    const char *copy =
        arena_printf(site->executor->arena, "%s/executed-%zu", site->folder->path, number);
    return *content && !file_exists(path) && file_read(content, SIZE_MAX, &bytes, &ignored) &&
                   file_write(copy, bytes.bytes, bytes.length, &ignored)
               ? copy
               : "";
}

// The kernel gives a traced program no rights of its owner's, unless the tracer is root.
static void warn_of_setuid(const struct trial_site *site, const char *path)
{
    struct stat status;
    if (geteuid() != 0 && stat(path, &status) == 0 && (status.st_mode & S_ISUID) &&
        status.st_uid != geteuid())
        log_warning(site->executor->log,
                    "'%s' is setuid: in the traced trial execution it had no rights of its owner, "
                    "and may have run other programs than it will",
                    path);
}

static void add(const struct trial_site *site, const struct launched_files *files,
                struct trial_execution *trial)
{
    struct arena *arena = site->executor->arena;
    for (size_t i = 0; i < files->executed.count; i++)
        if (text_list_add_once(&trial->executed, arena, files->executed.items[i])) {
            warn_of_setuid(site, files->executed.items[i]);
            text_list_add(&trial->contents, arena,
                          kept_copy(site, files->executed.items[i], files->contents.items[i],
                                    trial->contents.count));
        }
    for (size_t i = 0; i < files->mapped.count; i++)
        text_list_add_once(&trial->mapped, arena, files->mapped.items[i]);
}

static const char *with_last_line(struct arena *arena, const struct observation *observation)
{
    const char *line = observation->output ? strrchr(observation->output, '\n') : NULL;
    line = line ? line + 1 : observation->output;
    return line && *line ? arena_printf(arena, "%s: %s", observation->failure, line)
                         : observation->failure;
}

static bool collect(const struct trial_site *site, const struct observation *observation,
                    struct trial_execution *trial, struct error *error)
{
    struct arena *arena = site->executor->arena;
    struct launched_files files = {0};
    if (!trial->failed && observation->failure)
        trial->failed = with_last_line(arena, observation);
    if (observation->outcome.ending == ENDED_NOT_STARTED ||
        observation->outcome.ending == ENDED_LAUNCHER)
        return true;
    trial->observed = observation->outcome.files_listed;
    if (!trial->observed)
        return true;
    if (!launcher_files(site->launcher, arena, &files, error))
        return false;
    add(site, &files, trial);
    return true;
}

static bool refuse(const struct executor *executor, const struct prepared_variant *prepared,
                   double seconds, struct error *error)
{
    const struct target *target = prepared->target;
    const struct account_need need = {
        .subject = arena_printf(executor->arena, "benchmark '%s', variant '%s': one execution",
                                target->benchmark, target->variant),
        .seconds = seconds,
        .blocks = PILOT_TOP_LEAST + BUDGET_BLOCKS_LEAST,
        .block_s = seconds * (double)executor->spec->variant_count,
        .compares = executor->spec->variant_count > 1};
    return account_refuse(executor->arena, executor->account, &need, error);
}

static bool run(const struct trial_site *site, const struct prepared_variant *prepared,
                struct trial_execution *trial, struct error *error)
{
    const struct executor *executor = site->executor;
    struct execution_request request = request_of(site, prepared);
    struct observation observation = {0};
    size_t ended = 0;
    log_note(executor->log, "trying what the command of '%s', variant '%s', runs",
             prepared->target->benchmark, prepared->target->variant);
    struct elapsed *elapsed =
        elapsed_begin(executor->arena, executor->log, "trying what the command runs", 0);
    bool ran =
        execution_run(executor->arena, site->launcher, &request, 1, &observation, &ended, error);
    elapsed_end(elapsed);
    if (!ran)
        return false;
    account_spend(executor->account, TIME_EXECUTIONS, observation.outcome.seconds);
    if (*executor->stop)
        return failed(error, EXIT_INTERRUPTED, "interrupted before anything was measured");
    if (observation.out_of_time)
        return refuse(executor, prepared, observation.outcome.seconds, error);
    return collect(site, &observation, trial, error);
}

// Does it randomize code, which nothing but a link does?
static bool needs_program(const struct randomizer_use *use)
{
    const struct toolchain_facts facts = {.personality = true};
    struct error ignored;
    return !use->kind->probe(use, &facts, &ignored);
}

// Was the same command tried before, of the variants from `first` on?
static bool is_tried(const struct prepared_variants *variants, size_t first, size_t index)
{
    const struct target *target = variants->items[index].target;
    for (size_t i = first; i < index; i++) {
        const struct target *other = variants->items[i].target;
        if (targets_build_alike(other, target) &&
            text_lists_equal(&other->command, &target->command) &&
            text_lists_equal(&other->environment, &target->environment))
            return true;
    }
    return false;
}

static const char *value_of(const struct target *target, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < target->environment.count; i++)
        if (text_starts(target->environment.items[i], name) &&
            target->environment.items[i][length] == '=')
            return target->environment.items[i] + length + 1;
    return NULL;
}

// Does an environment of the program at `index` name libraries that its loader was not asked for?
static bool names_libraries(const struct prepared_variants *variants, size_t index)
{
    const struct target *first = variants->items[index].target;
    for (size_t i = index; i < variants->count; i++) {
        const struct target *target = variants->items[i].target;
        if (targets_build_alike(first, target) &&
            (value_of(target, "LD_PRELOAD") || value_of(target, "LD_AUDIT") ||
             !text_equal(value_of(target, "LD_LIBRARY_PATH"), value_of(first, "LD_LIBRARY_PATH"))))
            return true;
    }
    return false;
}

bool trial_executions_run(const struct trial_site *site, const struct prepared_variants *variants,
                          size_t index, struct error *error)
{
    struct program *program = variants->items[index].program;
    struct trial_execution trial = {.observed = true};
    bool required = false;
    if (!program_needs_trial(program) &&
        !(program_has_libraries(program) && names_libraries(variants, index)))
        return true;
    for (size_t i = index; i < variants->count; i++) {
        struct prepared_variant prepared = variants->items[i];
        prepared.program = program;
        if (!targets_build_alike(prepared.target, variants->items[index].target))
            continue;
        for (size_t use = 0; use < prepared.use_count; use++)
            required = required || needs_program(&prepared.uses[use]);
        if (trial.observed && !is_tried(variants, index, i) && !run(site, &prepared, &trial, error))
            return false;
    }
    return program_observe(program, &trial, required, error);
}

// ---- Files that differ

static bool is_listed(const struct trial_site *site, const struct prepared_variant *prepared,
                      const struct prepared_variant *other, const struct opened_files *opened,
                      const char *path)
{
    struct arena *arena = site->executor->arena;
    const char *folder = strchr(path, '/') ? path_folder(arena, path) : "";
    return text_list_has(&opened->folders, folder) &&
           file_exists(path_join(arena, program_tree(prepared->program), path)) !=
               file_exists(path_join(arena, program_tree(other->program), path));
}

const char *trial_execution_opens(const struct trial_site *site,
                                  const struct prepared_variant *prepared,
                                  const struct prepared_variant *other,
                                  const struct text_list *paths)
{
    const struct executor *executor = site->executor;
    struct execution_request request = request_of(site, prepared);
    struct observation observation = {0};
    struct error ignored;
    size_t ended = 0;
    struct opened_watch *watch =
        opened_watch_begin(executor->arena, program_tree(prepared->program));
    request.lists_files = false;
    struct elapsed *elapsed = elapsed_begin(executor->arena, executor->log,
                                            "looking whether the command opens what differs", 0);
    bool ran = watch && execution_run(executor->arena, site->launcher, &request, 1, &observation,
                                      &ended, &ignored);
    elapsed_end(elapsed);
    struct opened_files opened = opened_watch_take(watch);
    opened_watch_end(watch);
    account_spend(executor->account, TIME_EXECUTIONS, observation.outcome.seconds);
    if (!ran || observation.failure || observation.out_of_time || !opened.is_known)
        return "";
    for (size_t i = 0; i < paths->count; i++)
        if (text_list_has(&opened.paths, paths->items[i]) ||
            is_listed(site, prepared, other, &opened, paths->items[i]))
            return paths->items[i];
    return NULL;
}
