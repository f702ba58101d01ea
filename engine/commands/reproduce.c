// eswexp repeat: a bundled campaign once more, and whether it agrees.
#include "base/files/files.h"
#include "base/stream.h"
#include "bundle/manifest.h"
#include "commands/archiver.h"
#include "commands/experiment.h"
#include "commands/measure.h"
#include "commands/reproduction.h"
#include "base/files/paths.h"
#include "base/files/trees.h"

#include <inttypes.h>
#include <stddef.h>
#include <unistd.h>

#define PLACE "bundle" // of what was unpacked, in the repetition's folder

// ---- Unpacking

// The experiment's name, that of the folder in an archive.
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

static bool unpack(struct command_line *line, const char *bundle, const char *to,
                   struct error *error)
{
    if (folder_exists(to))
        return failed(error, EXIT_USAGE, "'%s' is there already: choose another --out", to);
    log_note(&line->log, "unpacking '%s'", bundle);
    return folder_exists(bundle) ? tree_copy(bundle, to, NULL, error)
                                 : archiver_unpack(line->arena, bundle, to, error);
}

// ---- Running it

static const char *seed_of(struct arena *arena, const char *asked, const char *old)
{
    if (text_equal(asked, "same"))
        return old;
    return asked ? asked : arena_printf(arena, "0x%016" PRIx64, seed_fresh());
}

// The experiment as it was bundled, in its new place.
static const struct spec *load(struct command_line *line, const char *unpacked, struct error *error)
{
    TEXT_CLEANUP struct text text = {0};
    TEXT_CLEANUP struct text report = {0};
    struct arena *arena = line->arena;
    struct manifest manifest;
    struct text_list changed = {0};
    if (!manifest_read(arena, unpacked, &manifest, &changed, error))
        return NULL;
    for (size_t i = 0; i < changed.count; i++)
        log_warning(&line->log, "%s", changed.items[i]);
    const char *path = path_join(arena, unpacked, manifest.spec);
    if (!file_read(path, 1 << 24, &text, error))
        return NULL;
    struct spec_overrides overrides = spec_overrides_of(arena, text.bytes);
    overrides.seed = seed_of(arena, line->seed, overrides.seed);
    for (size_t i = 0; i < line->set.count; i++)
        text_list_add(&overrides.settings, arena, line->set.items[i]);
    struct spec *spec =
        spec_parse(arena, path, text.bytes, text.length, &overrides, &report, error);
    return experiment_accept(line, spec, &report, error);
}

static enum exit_code run_and_judge(struct command_line *line,
                                    const struct reproduction_rules *asked, const char *folder,
                                    bool *measured, struct error *error)
{
    struct run_options run_options;
    const char *unpacked = path_join(line->arena, folder, PLACE);
    const struct spec *spec = load(line, unpacked, error);
    if (!spec || !reproduction_possible(line->arena, unpacked, error) ||
        !measure_run_options(line, 1, 0, &run_options, error))
        return error->code;
    struct campaign campaign = {.request = {.spec = spec, .folder = folder}};
    enum exit_code code =
        queue_run(line->arena, &run_options, &campaign, 1, error) ? EXIT_FINE : error->code;
    *measured = campaign.measured;
    struct error judging = {.code = EXIT_FINE};
    enum exit_code judged =
        *measured ? reproduction_judge(line, asked, folder, &judging) : EXIT_FINE;
    if (code == EXIT_FINE)
        *error = judging;
    else if (*judging.text)
        log_error(&line->log, "%s", judging.text);
    code = code == EXIT_FINE ? judged : code;
    measure_finish(line, &campaign, 1, code, error);
    return code;
}

static enum exit_code repeat(struct command_line *line, const struct reproduction_rules *asked,
                             struct error *error)
{
    struct arena *arena = line->arena;
    const char *name = NULL, *bundle = line->words.items[0];
    struct campaign_folder taken;
    struct error ignored;
    bool measured = false;
    if (!name_of(arena, bundle, &name, error))
        return error->code;
    const char *folder = campaign_folder(arena, line->out, "results", name);
    const char *unpacked = path_join(arena, folder, PLACE);
    bool there = folder_exists(unpacked);
    if (!folder_take(arena, folder, &taken, error))
        return error->code;
    bool ready = unpack(line, bundle, unpacked, error);
    if (ready) {
        close(taken.lock); // the campaign takes it itself
        taken.lock = -1;
    }
    enum exit_code code =
        ready ? run_and_judge(line, asked, folder, &measured, error) : error->code;
    if (!measured && !there && !tree_remove(unpacked, &ignored))
        log_warning(&line->log, "%s", ignored.text);
    if (taken.lock >= 0 || !measured)
        folder_release(arena, &taken, measured);
    return code;
}

static bool no_option_of_a_run(const struct command_line *line, struct error *error)
{
    const char *name = line->out         ? "out"
                       : line->seed      ? "seed"
                       : line->set.count ? "set"
                       : line->until     ? "until"
                                         : NULL;
    return !name || failed(error, EXIT_USAGE,
                           "--%s is for measuring: what is stored is judged as it is", name);
}

static enum exit_code run(struct command_line *line, struct error *error)
{
    struct reproduction_rules asked;
    const char *word = line->words.items[0];
    if (!measure_out(line, error) || !reproduction_options(line, &asked, error))
        return error->code;
    if (!file_exists(path_join(line->arena, word, PLACE "/" MANIFEST_FILE)))
        return repeat(line, &asked, error);
    return no_option_of_a_run(line, error)
               ? reproduction_judge(line, &asked, path_absolute(line->arena, word), error)
               : error->code;
}

static const struct command_option
    option_new_seed = {"seed",
                       0,
                       OPTION_TEXT,
                       "N|same",
                       "seed of the repetition (default: a new one)",
                       offsetof(struct command_line, seed)},
    option_tolerance = {"tolerance",
                        't',
                        OPTION_TEXT,
                        "1%",
                        "changes of a ratio up to this do not matter",
                        offsetof(struct command_line, tolerance)},
    option_mean_tolerance = {"mean-tolerance",
                             0,
                             OPTION_TEXT,
                             "5%",
                             "and of a mean, which drifts with its machine",
                             offsetof(struct command_line, mean_tolerance)},
    option_within = {"within",
                     0,
                     OPTION_TEXT,
                     "10%",
                     "to agree, a change of this must be excluded",
                     offsetof(struct command_line, within)};

static const struct command_option *const options[] = {
    &option_out,
    &option_new_seed,
    &option_set,
    &option_tolerance,
    &option_mean_tolerance,
    &option_within,
    &option_strict,
    &option_until,
    &option_no_wait,
    &option_wait_idle,
    &option_on_finish,
    &option_json,
    &option_quiet,
    &option_no_colour,
    &option_help,
    NULL,
};

const struct command command_reproduce = {
    .name = "repeat",
    .arguments = "BUNDLE|DIR",
    .summary = "run a bundled campaign again: does it agree?",
    .details = "Unpacks BUNDLE (an archive of 'eswexp bundle', or such an archive's folder) into\n"
               "bundle/ of results/NAME/ID (or --out), names every file that is not as it was\n"
               "bundled, runs the same experiment with new memory layouts, and compares: every\n"
               "claim, every ratio, and, on the same model of CPU, every mean. Neither root nor\n"
               "a network is needed. To repeat is to build and run what is in BUNDLE, as with\n"
               "any source: trust whom it is from.\n\n"
               "A ratio or mean does not agree if no change up to the tolerance explains the\n"
               "difference, at the experiment's confidence, Holm-adjusted over all that is\n"
               "compared. It agrees if such a change may explain it and one of --within is\n"
               "excluded; otherwise it is undecided: more repetitions would tell. A claim agrees\n"
               "if it comes out the same, and does not if what was supported is refuted, or the\n"
               "other way round.\n\n"
               "Exit code 0: agrees, or is undecided (with --strict: 4); 1: does not agree; else\n"
               "as 'eswexp run'. A repetition that was interrupted goes on with 'eswexp resume\n"
               "DIR', and 'eswexp repeat DIR' judges what is in its folder, at any time.\n"
               "agreement.json there has it for programs.",
    .options = options,
    .words_least = 1,
    .words_most = 1,
    .ends_tidily = true,
    .run = run,
};
