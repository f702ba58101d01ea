// eswexp reproduce: running a bundled campaign again and comparing the results.
#include "analysis/analysis.h"
#include "analysis/findings.h"
#include "base/files/files.h"
#include "base/files/folder.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "base/stream.h"
#include "bundle/manifest.h"
#include "campaign/origin/comparability.h"
#include "commands/shared/archiver.h"
#include "commands/shared/command.h"
#include "commands/shared/experiment.h"
#include "commands/shared/measure.h"
#include "commands/shared/results.h"
#include "commands/shared/show.h"
#include "executor/local/local.h"
#include "report/compare/reproduction.h"
#include "report/json.h"
#include "spec/keys/experiment.h"
#include "spec/overrides.h"
#include "spec/values.h"
#include "store/facts.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- The reproduction and the campaign in its bundle

struct reproduce_options {
    struct common_options common;
    const char *out, *seed, *tolerance, *mean_tolerance, *within;
    struct text_list set;
    struct measuring_options measuring;
    struct results_options results;
};

// Compares the campaign in `folder` with the one in its bundle/: brings its CSV files and reports
// up to date, prints the result, writes agreement.json. EXIT_REGRESSION: it disagrees.
enum exit_code reproduction_compare(const struct invocation *invocation,
                                    const struct results_options *options,
                                    const struct reproduction_rules *asked, const char *folder,
                                    struct error *error);

static bool read_share(const char *name, const char *word, double *share, struct error *error)
{
    if (!word || (value_fraction(word, share) && *share >= 0 && *share < 1))
        return true;
    return failed(error, EXIT_USAGE, "--%s '%s' is not a share below 1, such as 2%% or 0.02", name,
                  word);
}

// Reads --tolerance, --mean-tolerance and --within; EXIT_USAGE.
static bool reproduction_options(const struct reproduce_options *options,
                                 struct reproduction_rules *rules, struct error *error)
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

static bool load_side(struct arena *arena, const char *folder, struct side *side,
                      struct error *error)
{
    side->store = store_open(path_join(arena, folder, "campaign.db"), error);
    return side->store && analysis_load(arena, side->store, &side->findings, error);
}

// Whether the bundle unpacked in `folder` has a campaign that can be compared with; else
// EXIT_USAGE.
static bool reproduction_possible(struct arena *arena, const char *folder, struct error *error)
{
    struct side old = {0};
    bool possible = load_side(arena, folder, &old, error);
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
    bool compared = load_side(arena, path_join(arena, folder, "bundle"), &old, error) &&
                    load_side(arena, folder, &new, error) &&
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

#define PLACE "bundle" // the unpacked bundle, in the reproduction's folder

// ---- Unpacking

// The experiment's name, which is also that of the folder in an archive.
static bool name_of(struct arena *arena, const char *bundle, const char **name, struct error *error)
{
    struct manifest manifest;
    struct text_list ignored = {0};
    if (folder_exists(bundle)) {
        if (!manifest_read(arena, bundle, &manifest, &ignored, error))
            return false;
        *name = manifest.experiment;
        return true;
    }
    return archiver_top(arena, bundle, name, error);
}

// Unpacks aside and renames: the bundle is there whole or not at all. What a killed unpacking left
// is removed.
static bool unpack(const struct invocation *invocation, const char *bundle, const char *to,
                   struct error *error)
{
    struct error ignored;
    const char *aside = arena_printf(invocation->arena, "%s.tmp", to);
    if (folder_exists(to))
        return failed(error, EXIT_USAGE, "'%s' already exists: choose another --out", to);
    log_note(&invocation->log, "unpacking '%s'", bundle);
    if (folder_exists(aside) && !tree_remove(aside, error))
        return false;
    bool done = folder_exists(bundle) ? tree_copy(bundle, aside, NULL, error)
                                      : archiver_unpack(invocation->arena, bundle, aside, error);
    if (done && rename(aside, to) != 0)
        done = failed_errno(error, "cannot rename '%s'", aside);
    if (!done && folder_exists(aside) && !tree_remove(aside, &ignored))
        log_warning(&invocation->log, "%s", ignored.text);
    return done;
}

// ---- Running it

static const char *seed_of(struct arena *arena, const char *asked, const char *old)
{
    if (text_equal(asked, "same"))
        return old;
    return asked ? asked : arena_printf(arena, "0x%016" PRIx64, seed_fresh());
}

// The bundled experiment from its new folder, with a new seed and the settings of --set.
static struct spec *load(const struct invocation *invocation,
                         const struct reproduce_options *options, const char *unpacked,
                         struct error *error)
{
    TEXT_CLEANUP struct text text = {0};
    TEXT_CLEANUP struct text report = {0};
    struct arena *arena = invocation->arena;
    struct manifest manifest;
    struct text_list changed = {0};
    if (!manifest_read(arena, unpacked, &manifest, &changed, error))
        return NULL;
    for (size_t i = 0; i < changed.count; i++)
        log_warning(&invocation->log, "%s", changed.items[i]);
    const char *path = path_join(arena, unpacked, manifest.spec);
    if (!file_read(path, 1 << 24, &text, error))
        return NULL;
    struct spec_overrides overrides = spec_overrides_of(arena, text.bytes);
    overrides.seed = seed_of(arena, options->seed, overrides.seed);
    for (size_t i = 0; i < options->set.count; i++)
        text_list_add(&overrides.settings, arena, options->set.items[i]);
    struct spec *spec =
        spec_parse(arena, path, text.bytes, text.length, &overrides, &report, error);
    return experiment_accept(invocation, spec, &report, error);
}

// It aims at what the campaign of the bundle aimed at, within the time that that had.
static bool take_aim(struct arena *arena, const char *unpacked, struct spec *spec, double *budget_s,
                     struct error *error)
{
    STORE_CLEANUP struct store *store =
        store_open(path_join(arena, unpacked, "campaign.db"), error);
    if (!store)
        return false;
    const char *budget = store_get(store, arena, FACT_BUDGET);
    *budget_s = budget ? strtod(budget, NULL) : 0;
    if (!store_get(store, arena, FACT_PRECISION_OF))
        spec->repeat.precision_of = PRECISION_OF_MEAN;
    return store_is_read(store, error);
}

static enum exit_code run_and_compare(const struct invocation *invocation,
                                      const struct reproduce_options *options,
                                      const struct reproduction_rules *asked, const char *folder,
                                      bool *measured, struct error *error)
{
    struct run_options run_options;
    const char *unpacked = path_join(invocation->arena, folder, PLACE);
    struct spec *spec = load(invocation, options, unpacked, error);
    double budget_s;
    if (!spec || !reproduction_possible(invocation->arena, unpacked, error) ||
        !take_aim(invocation->arena, unpacked, spec, &budget_s, error) ||
        !measure_run_options(invocation, &options->measuring, 1, budget_s, &run_options, error))
        return error->code;
    struct campaign campaign = {.request = {.spec = spec, .folder = folder, .place = place_here}};
    enum exit_code code =
        queue_run(invocation->arena, &run_options, &campaign, 1, error) ? EXIT_FINE : error->code;
    *measured = campaign.measured;
    struct error own = {.code = EXIT_FINE};
    enum exit_code verdict =
        *measured ? reproduction_compare(invocation, &options->results, asked, folder, &own)
                  : EXIT_FINE;
    if (code == EXIT_FINE)
        *error = own;
    else if (*own.text)
        log_error(&invocation->log, "%s", own.text);
    code = code == EXIT_FINE ? verdict : code;
    measure_finish(invocation, options->measuring.on_finish, &campaign, 1, code, error);
    return code;
}

static enum exit_code reproduce(const struct invocation *invocation,
                                const struct reproduce_options *options,
                                const struct reproduction_rules *asked, struct error *error)
{
    struct arena *arena = invocation->arena;
    const char *name = NULL, *bundle = invocation->words.items[0];
    struct campaign_folder owned;
    struct error ignored;
    bool measured = false;
    if (!name_of(arena, bundle, &name, error))
        return error->code;
    const char *folder = campaign_folder(arena, options->out, "results", name);
    bool existed = folder_exists(path_join(arena, folder, PLACE));
    if (!(options->out ? folder_take : folder_take_free)(arena, folder, &owned, error))
        return error->code;
    folder = owned.path;
    const char *unpacked = path_join(arena, folder, PLACE);
    bool ready = unpack(invocation, bundle, unpacked, error);
    if (ready) {
        close(owned.lock); // the campaign takes it itself
        owned.lock = -1;
    }
    enum exit_code code =
        ready ? run_and_compare(invocation, options, asked, folder, &measured, error) : error->code;
    if (!measured && !existed && !tree_remove(unpacked, &ignored))
        log_warning(&invocation->log, "%s", ignored.text);
    if (owned.lock >= 0 || !measured)
        folder_release(arena, &owned, measured);
    return code;
}

static bool has_no_run_option(const struct reproduce_options *options, struct error *error)
{
    const char *name = options->out               ? "out"
                       : options->seed            ? "seed"
                       : options->set.count       ? "set"
                       : options->measuring.until ? "until"
                                                  : NULL;
    return !name ||
           failed(error, EXIT_USAGE,
                  "--%s is for measuring: a stored reproduction is compared as it is", name);
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct reproduce_options *options = values;
    struct reproduction_rules asked;
    const char *word = invocation->words.items[0];
    if (!measure_out(options->out, error) || !reproduction_options(options, &asked, error))
        return error->code;
    if (!file_exists(path_join(invocation->arena, word, PLACE "/" MANIFEST_FILE)))
        return reproduce(invocation, options, &asked, error);
    return has_no_run_option(options, error)
               ? reproduction_compare(invocation, &options->results, &asked,
                                      path_absolute(invocation->arena, word), error)
               : error->code;
}

// clang-format off
static const struct command_option option_rows[] = {
    OPTION_OUT(struct reproduce_options, out),
    {"seed", 0, "N|same", "the seed of the reproduction (default: a new one)",
     OPTION_FIELD(struct reproduce_options, seed)},
    {"set", 's', "KEY=VALUE", "change a key of the file, e.g. repeat.precision=2%",
     OPTION_FIELD(struct reproduce_options, set)},
    {"tolerance", 't', "1%", "ignore changes of a ratio up to this (default 1%)",
     OPTION_FIELD(struct reproduce_options, tolerance)},
    {"mean-tolerance", 0, "5%", "judge means too: ignore their changes up to this",
     OPTION_FIELD(struct reproduce_options, mean_tolerance)},
    {"within", 0, "10%", "agreement must exclude this change (default 10%)",
     OPTION_FIELD(struct reproduce_options, within)},
    RESULTS_STRICT(struct reproduce_options, results),
    MEASURING_UNTIL(struct reproduce_options, measuring),
    MEASURING_NO_WAIT(struct reproduce_options, measuring),
    MEASURING_LOCK(struct reproduce_options, measuring),
    MEASURING_WAIT_IDLE(struct reproduce_options, measuring),
    MEASURING_ON_FINISH(struct reproduce_options, measuring),
    RESULTS_JSON(struct reproduce_options, results),
    COMMON_ROWS(struct reproduce_options),
    {0},
};
// clang-format on

const struct command command_reproduce = {
    .group = COMMANDS_THAT_SHARE,
    .name = "reproduce",
    .alias = "repeat",
    .arguments = "BUNDLE|DIR",
    .summary = "run a bundled campaign again, compare the results",
    .examples = "  eswexp reproduce sort.tar.gz  measure it again, compare the results\n",
    .details = "Unpacks BUNDLE (an archive that 'eswexp bundle' wrote, or its unpacked folder)\n"
               "into bundle/ of results/NAME/ID (or of --out), names every file that has\n"
               "changed since it was bundled, runs the same experiment with new memory\n"
               "layouts, and compares every claim and every ratio. Means are listed, since\n"
               "another machine slows all sides alike; with --mean-tolerance they are judged\n"
               "too, on the same CPU model. Needs neither root nor a network. It builds and runs "
               "what BUNDLE\n"
               "contains, like any source code: use bundles only from people you trust.\n\n"
               "A ratio or mean disagrees if no change up to the tolerance explains the\n"
               "difference, at the experiment's confidence, adjusted by Holm's procedure for\n"
               "all comparisons. It agrees if such a change can explain it and the interval\n"
               "excludes a change of --within. Otherwise it is inconclusive: more repetitions\n"
               "would decide. A claim agrees if its outcome is the same, and disagrees if one\n"
               "campaign supports it and the other refutes it.\n\n"
               "Exit code 0: the reproduction agrees, or is inconclusive (with --strict: 4);\n"
               "1: it disagrees; otherwise as for 'eswexp run'. 'eswexp resume DIR' continues\n"
               "an interrupted reproduction. 'eswexp reproduce DIR' compares the results so far\n"
               "in its folder, at any time; an unfinished one gets no verdict and exit code 4.\n"
               "The result for programs is in agreement.json.\n\n"
               "'eswexp repeat' is another name of this command.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct reproduce_options),
    .words_least = 1,
    .words_most = 1,
    .word = WORD_FILE,
    .ends_tidily = true,
    .run = run,
};
