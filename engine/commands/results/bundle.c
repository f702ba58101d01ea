// eswexp bundle: a campaign with all it was made from, in one file.
#include "bundle/bundle.h"
#include "analysis/analysis.h"
#include "base/files/cache.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "bundle/trees.h"
#include "bundle/verify.h"
#include "campaign/campaign.h"
#include "commands/shared/archiver.h"
#include "commands/shared/results.h"
#include "store/facts.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct options {
    struct common_options common;
    const char *out;
    struct text_list add;
    bool force;
};

static const char readme[] =
    "This is a campaign of eswexp, with all it was made from.\n\n"
    "    eswexp repeat FILE      runs it again, with new memory layouts, and says which of its\n"
    "                            claims, ratios and means the new intervals agree with; FILE is\n"
    "                            the archive, or this folder\n\n"
    "campaign.db    everything that was measured, with the plan, the machine and the tools\n"
    "csv, report.*  the same for people and programs ('eswexp report' reads campaign.db)\n"
    "sources        the experiment file, with what was set on the command line and the seed as\n"
    "               comments at its end, and all that it builds from\n"
    "revisions      files of git revisions that it names\n"
    "patches        what of sources and revisions was not committed; it is in them already\n"
    "manifest.json  commits, machine, tools, and the SHA-256 of every file here\n";

// The page with its pictures, as long as it says what the store does.
// The store, as old as it was (pictures that are younger are of it), and without the path here.
static bool copy_store(const struct bundle *bundle, const char *campaign, struct store *store,
                       const char *to, struct error *error)
{
    struct stat status;
    const char *from = path_join(bundle->arena, campaign, "campaign.db");
    if (stat(from, &status))
        return failed_errno(error, "cannot read '%s'", from);
    struct store *copy = store_copy(store, to, error) ? store_open(to, error) : NULL;
    bool done = copy && store_set(copy, "path", bundle->manifest.spec, error);
    store_close(copy);
    const struct timespec times[] = {status.st_atim, status.st_mtim};
    return done &&
           (utimensat(AT_FDCWD, to, times, 0) == 0 || failed_errno(error, "cannot write '%s'", to));
}

// The store, and its reports as they are made from it.
static bool add_results(const struct invocation *invocation, const struct bundle *bundle,
                        const char *campaign, struct store *store, struct error *error)
{
    struct arena *arena = bundle->arena;
    struct findings findings;
    const char *path = path_join(arena, bundle->folder, "campaign.db"),
               *plots = path_join(arena, campaign, "plots");
    if (!copy_store(bundle, campaign, store, path, error) ||
        (folder_exists(plots) &&
         !tree_copy(plots, path_join(arena, bundle->folder, "plots"), NULL, error)))
        return false;
    STORE_CLEANUP struct store *copy = store_open(path, error);
    return copy && analysis_load(arena, copy, &findings, error) &&
           results_files(invocation, &(struct results_options){0}, copy, &findings, bundle->folder,
                         error) &&
           file_write(path_join(arena, bundle->folder, "README.txt"), readme, strlen(readme),
                      error);
}

static bool not_stopped(const struct invocation *invocation, struct error *error)
{
    return !*invocation->stop ||
           failed(error, EXIT_INTERRUPTED, "interrupted: nothing was bundled");
}

static bool fill_and_pack(const struct invocation *invocation, const struct options *options,
                          struct bundle *bundle, const char *campaign, struct store *store,
                          const char *out, struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    struct spec *spec = campaign_spec(
        invocation->arena, path_join(invocation->arena, campaign, "campaign.db"), &report, error);
    if (report.length)
        fputs(report.bytes, stderr);
    if (!store_get(store, invocation->arena, "finished"))
        bundle_note(bundle, "the campaign is not finished, or some of it failed: what is there is "
                            "bundled");
    return spec && bundle_gather(bundle, spec, store, error) &&
           (options->force || bundle_verify(bundle, spec, store, error)) &&
           not_stopped(invocation, error) &&
           add_results(invocation, bundle, campaign, store, error) &&
           manifest_write(invocation->arena, bundle->folder, &bundle->manifest, store, error) &&
           not_stopped(invocation, error) &&
           archiver_pack(invocation->arena, bundle->folder, spec->name, out, error);
}

static const char *default_out(struct arena *arena, struct store *store, const char *campaign)
{
    const char *name = store_get(store, arena, "experiment");
    return arena_printf(arena, "%s-%s.eswexp.tar.gz", name ? name : "campaign",
                        strrchr(campaign, '/') + 1);
}

static bool may_begin(const struct options *options, const char *campaign, const char *out,
                      struct error *error)
{
    if (folder_is_taken(campaign))
        return failed(error, EXIT_USAGE, "the campaign in '%s' is running: wait for its end",
                      campaign);
    if (options->out && !*options->out)
        return failed(error, EXIT_USAGE, "'--out' names no file");
    return (!file_exists(out) && !folder_exists(out)) ||
           failed(error, EXIT_USAGE, "'%s' is there already: choose another --out", out);
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    struct arena *arena = invocation->arena;
    const char *campaign = path_absolute(arena, invocation->words.items[0]);
    STORE_CLEANUP struct store *store =
        store_open(path_join(arena, campaign, "campaign.db"), error);
    const char *out = options->out ? options->out
                      : store      ? default_out(arena, store, campaign)
                                   : "";
    if (!store || !may_begin(options, campaign, out, error))
        return error->code;
    char *cache = NULL;
    if (!cache_folder(arena, "bundle", &cache, error))
        return error->code;
    const char *folder = arena_printf(arena, "%s/%d", cache, (int)getpid());
    struct bundle bundle = {.arena = arena,
                            .log = &invocation->log,
                            .stop = invocation->stop,
                            .folder = folder,
                            .added = &options->add};
    struct error ignored;
    bool done = tree_remove(folder, error) && folder_make(folder, error) &&
                fill_and_pack(invocation, options, &bundle, campaign, store, out, error);
    if (!tree_remove(folder, &ignored))
        log_warning(&invocation->log, "%s", ignored.text);
    if (done)
        log_note(&invocation->log, "bundled in '%s': 'eswexp repeat' runs it again", out);
    return done ? EXIT_FINE : error->code;
}

// clang-format off
static const struct command_option option_rows[] = {
    {"out", 'o', "FILE", "the archive (default: NAME-ID.eswexp.tar.gz)", .value = WORD_FILE,
     OPTION_FIELD(struct options, out)},
    {"add", 0, "PATH", "pack this, too, e.g. data that a program reads", .value = WORD_FILE,
     OPTION_FIELD(struct options, add)},
    {"force", 0, NULL, "do not look whether it is still what was measured",
     OPTION_FIELD(struct options, force)},
    COMMON_QUIET(struct options),
    COMMON_NO_COLOUR(struct options),
    COMMON_HELP(struct options),
    {0},
};
// clang-format on

const struct command command_bundle = {
    .name = "bundle",
    .arguments = "DIR",
    .summary = "pack a campaign with all it was made from",
    .details = "Writes one archive from which anybody can run the campaign in DIR again with\n"
               "'eswexp repeat', without its repositories and without a network: the experiment,\n"
               "the sources it builds with the headers they include, folders of projects (of a\n"
               "git repository what git would take, with the commit and the uncommitted\n"
               "changes), the files of revisions, scripts and files that stand in commands, the\n"
               "store, CSV files and reports, and what is known of machine and tools. The same\n"
               "campaign gives the same bytes.\n\n"
               "First the programs are built from what was gathered. If they, or a file in a\n"
               "command, are not what was measured, they are named and nothing is written;\n"
               "--force bundles what is there now.\n\n"
               "Paths in the experiment stay as they are, so they must be relative to it. A\n"
               "program or file that is named by its absolute path, or found on PATH, is not\n"
               "packed, which is said; its SHA-256 is in the manifest. What a program reads\n"
               "without being told in its command is not seen: --add PATH, relative to the\n"
               "experiment file, packs it.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 1,
    .words_most = 1,
    .word = WORD_FOLDER,
    .ends_tidily = true,
    .run = run,
};
