// Comparing a reproduction with the campaign in its bundle.
#include "commands/measure/reproduction.h"

#include "analysis/analysis.h"
#include "analysis/findings.h"
#include "base/files/files.h"
#include "base/files/folder.h"
#include "base/files/paths.h"
#include "bundle/manifest.h"
#include "campaign/origin/comparability.h"
#include "commands/shared/results.h"
#include "commands/shared/show.h"
#include "report/json.h"
#include "spec/values.h"
#include "store/facts.h"

#include <string.h>
#include <unistd.h>

static bool read_share(const char *name, const char *word, double *share, struct error *error)
{
    if (!word || (value_fraction(word, share) && *share >= 0 && *share < 1))
        return true;
    return failed(error, EXIT_USAGE, "--%s '%s' is not a share below 1, such as 2%% or 0.02", name,
                  word);
}

bool reproduction_options(const struct reproduce_options *options, struct reproduction_rules *rules,
                          struct error *error)
{
    *rules = reproduction_defaults;
    rules->judge_means = options->mean_tolerance;
    return read_share("tolerance", options->tolerance, &rules->ratio_tolerance, error) &&
           read_share("mean-tolerance", options->mean_tolerance, &rules->mean_tolerance, error) &&
           read_share("within", options->within, &rules->within, error);
}

// One of the two campaigns.
struct side {
    struct store *store;
    struct findings findings;
};

static bool load(struct arena *arena, const char *folder, struct side *side, struct error *error)
{
    side->store = store_open(path_join(arena, folder, "campaign.db"), error);
    return side->store && analysis_load(arena, side->store, &side->findings, error);
}

bool reproduction_possible(struct arena *arena, const char *folder, struct error *error)
{
    struct side old = {0};
    bool possible = load(arena, folder, &old, error);
    store_close(old.store);
    return possible;
}

// Differences of machine and tools; programs by name, since hashes tell a reader nothing.
static bool find_comparability(struct arena *arena, const struct side *old, const struct side *new,
                               struct text_list *comparability, struct error *error)
{
    struct text_list programs = {0};
    if (!comparability_facts(arena, old->store, new->store, "machine", comparability, error) ||
        !comparability_facts(arena, old->store, new->store, "toolchain", comparability, error) ||
        !comparability_facts(arena, old->store, new->store, "program", &programs, error))
        return false;
    for (size_t i = 0; i < programs.count; i++) {
        const char *key = programs.items[i] + strlen("program, ");
        text_list_printf(comparability, arena, "program %.*s is not identical",
                         (int)(strstr(key, ": '") - key), key);
    }
    return true;
}

static bool write_json(struct arena *arena, const struct reproduction *reproduction,
                       const struct reproduction_frame *frame, struct error *error)
{
    struct file_writer writer;
    FOLDER_CLEANUP struct folder folder = {0};
    if (!folder_open(&folder, frame->folder, error) ||
        !folder_begin(&writer, &folder, "agreement.json", error))
        return false;
    if (json_of_result(reproduction_record(arena, reproduction, frame),
                       reproduction_document(arena, reproduction, frame), writer.stream, error))
        return file_commit(&writer, error);
    file_abandon(&writer);
    return false;
}

static bool print(const struct invocation *invocation, const struct results_options *options,
                  const struct reproduction *reproduction, const struct reproduction_frame *frame,
                  struct error *error)
{
    return show_result(invocation, options->json,
                       reproduction_document(invocation->arena, reproduction, frame),
                       reproduction_record(invocation->arena, reproduction, frame), error);
}

static struct reproduction_side side_of(const struct side *side)
{
    return (struct reproduction_side){analysis_estimates(&side->findings),
                                      {side->findings.claims, side->findings.claim_count}};
}

static bool compare(const struct invocation *invocation, const struct results_options *options,
                    const struct reproduction_rules *asked, const char *folder,
                    const struct side *old, const struct side *new,
                    struct reproduction *reproduction, struct error *error)
{
    struct arena *arena = invocation->arena;
    struct manifest manifest;
    struct text_list changed = {0}, comparability = {0};
    struct reproduction_rules rules = *asked;
    const char *cpu = store_get(old->store, arena, FACT_MACHINE_CPU);
    rules.same_machine = cpu && text_equal(cpu, store_get(new->store, arena, FACT_MACHINE_CPU));
    if (!manifest_read(arena, path_join(arena, folder, "bundle"), &manifest, &changed, error) ||
        !find_comparability(arena, old, new, &comparability, error))
        return false;
    struct reproduction_side before = side_of(old), after = side_of(new);
    *reproduction = reproduction_of(arena, &before, &after, &rules);
    struct reproduction_frame frame = {.old = &old->findings,
                                       .new = &new->findings,
                                       .folder = folder,
                                       .changed = &changed,
                                       .comparability = &comparability};
    const char *place;
    if (!print(invocation, options, reproduction, &frame, error) ||
        !results_place(invocation, NULL, folder, &place, error))
        return false;
    return !place ||
           (results_files(invocation, options, new->store, &new->findings, folder, error) &&
            write_json(arena, reproduction, &frame, error));
}

enum exit_code reproduction_compare(const struct invocation *invocation,
                                    const struct results_options *options,
                                    const struct reproduction_rules *asked, const char *folder,
                                    struct error *error)
{
    struct arena *arena = invocation->arena;
    struct side old = {0}, new = {0};
    struct reproduction reproduction;
    bool compared = load(arena, path_join(arena, folder, "bundle"), &old, error) &&
                    load(arena, folder, &new, error) &&
                    compare(invocation, options, asked, folder, &old, &new, &reproduction, error);
    store_close(old.store);
    store_close(new.store);
    if (!compared)
        return error->code;
    if (reproduction.disagreeing)
        return EXIT_REGRESSION;
    bool unfinished = old.findings.completeness.unfinished || new.findings.completeness.unfinished;
    return unfinished || (options->strict && (reproduction.inconclusive || !reproduction.agreeing))
               ? EXIT_INCONCLUSIVE
               : EXIT_FINE;
}
