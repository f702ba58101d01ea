// eswexp bundle: a campaign with all it was made from, in one file.
#include "bundle/bundle.h"
#include "base/files/cache.h"
#include "base/files/files.h"
#include "campaign/campaign.h"
#include "commands/archiver.h"
#include "commands/results.h"
#include "base/files/paths.h"
#include "base/files/trees.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
static bool add_results(const struct command_line *line, const struct bundle *bundle,
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
    return copy && findings_load(arena, copy, &findings, error) &&
           results_files(line, copy, &findings, bundle->folder, error) &&
           file_write(path_join(arena, bundle->folder, "README.txt"), readme, strlen(readme),
                      error);
}

static bool not_stopped(const struct command_line *line, struct error *error)
{
    return !*line->stop || failed(error, EXIT_INTERRUPTED, "interrupted: nothing was bundled");
}

static bool fill_and_pack(struct command_line *line, struct bundle *bundle, const char *campaign,
                          struct store *store, const char *out, struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    struct spec *spec =
        campaign_spec(line->arena, path_join(line->arena, campaign, "campaign.db"), &report, error);
    if (report.length)
        fputs(report.bytes, stderr);
    if (!store_get(store, line->arena, "finished"))
        bundle_note(bundle, "the campaign is not finished, or some of it failed: what is there is "
                            "bundled");
    return spec && bundle_gather(bundle, spec, store, error) &&
           (line->force || bundle_verify(bundle, spec, store, error)) && not_stopped(line, error) &&
           add_results(line, bundle, campaign, store, error) &&
           manifest_write(line->arena, bundle->folder, &bundle->manifest, store, error) &&
           not_stopped(line, error) &&
           archiver_pack(line->arena, bundle->folder, spec->name, out, error);
}

static const char *default_out(struct arena *arena, struct store *store, const char *campaign)
{
    const char *name = store_get(store, arena, "experiment");
    return arena_printf(arena, "%s-%s.eswexp.tar.gz", name ? name : "campaign",
                        strrchr(campaign, '/') + 1);
}

static bool may_begin(const struct command_line *line, const char *campaign, const char *out,
                      struct error *error)
{
    if (folder_is_taken(campaign))
        return failed(error, EXIT_USAGE, "the campaign in '%s' is running: wait for its end",
                      campaign);
    if (line->out && !*line->out)
        return failed(error, EXIT_USAGE, "'--out' names no file");
    return (!file_exists(out) && !folder_exists(out)) ||
           failed(error, EXIT_USAGE, "'%s' is there already: choose another --out", out);
}

static enum exit_code run(struct command_line *line, struct error *error)
{
    struct arena *arena = line->arena;
    const char *campaign = path_absolute(arena, line->words.items[0]);
    STORE_CLEANUP struct store *store =
        store_open(path_join(arena, campaign, "campaign.db"), error);
    const char *out = line->out ? line->out : store ? default_out(arena, store, campaign) : "";
    if (!store || !may_begin(line, campaign, out, error))
        return error->code;
    char *cache = NULL;
    if (!cache_folder(arena, "bundle", &cache, error))
        return error->code;
    const char *folder = arena_printf(arena, "%s/%d", cache, (int)getpid());
    struct bundle bundle = {.arena = arena,
                            .log = &line->log,
                            .stop = line->stop,
                            .folder = folder,
                            .added = &line->add};
    struct error ignored;
    bool done = tree_remove(folder, error) && folder_make(folder, error) &&
                fill_and_pack(line, &bundle, campaign, store, out, error);
    if (!tree_remove(folder, &ignored))
        log_warning(&line->log, "%s", ignored.text);
    if (done)
        log_note(&line->log, "bundled in '%s': 'eswexp repeat' runs it again", out);
    return done ? EXIT_FINE : error->code;
}

static const struct command_option option_file = {"out",
                                                  'o',
                                                  OPTION_TEXT,
                                                  "FILE",
                                                  "the archive (default: NAME-ID.eswexp.tar.gz)",
                                                  offsetof(struct command_line, out)},
                                   option_add = {"add",
                                                 0,
                                                 OPTION_LIST,
                                                 "PATH",
                                                 "pack this, too, e.g. data that a program reads",
                                                 offsetof(struct command_line, add)},
                                   option_force = {
                                       "force",
                                       0,
                                       OPTION_FLAG,
                                       NULL,
                                       "do not look whether it is still what was measured",
                                       offsetof(struct command_line, force)};

static const struct command_option *const options[] = {
    &option_file, &option_add, &option_force, &option_quiet, &option_no_colour, &option_help, NULL,
};

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
    .options = options,
    .words_least = 1,
    .words_most = 1,
    .ends_tidily = true,
    .run = run,
};
