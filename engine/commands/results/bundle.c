// eswexp bundle: a campaign with everything it was built from, in one file.
#include "bundle/bundle.h"
#include "analysis/analysis.h"
#include "base/arena.h"
#include "base/files/cache_hold.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "bundle/trees.h"
#include "bundle/verify.h"
#include "campaign/campaign.h"
#include "campaign/open.h"
#include "campaign/origin/trust.h"
#include "commands/shared/archiver.h"
#include "commands/shared/results.h"
#include "executor/cache_limits.h"
#include "executor/host.h"
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
    bool force, trust, anonymous;
};

enum { SPEC_MOST = 1 << 24 };

static const char readme[] =
    "This is a campaign of eswexp, with everything it was built from.\n\n"
    "    eswexp reproduce FILE   runs it again, with new memory layouts, and says whether the new\n"
    "                            claims, ratios and means agree with these; FILE is the archive,\n"
    "                            or this folder\n\n"
    "campaign.db    all measurements, with the plan, the machine and the tools\n"
    "csv, report.*  the same for people and programs ('eswexp report' reads campaign.db)\n"
    "sources        the experiment file, which has the settings of the command line and the seed\n"
    "               as comments at its end, and all sources that it builds\n"
    "revisions      the files of git revisions that it names\n"
    "patches        uncommitted changes, which sources and revisions already contain\n"
    "manifest.json  commits, machine, tools, and the SHA-256 of every file here\n";

static const char readme_anonymous[] =
    "\nNames of hosts and of the user, and paths of the machine, are left out. The experiment "
    "file\n"
    "has /anonymous where it named such a path. Pictures are not here: 'eswexp plot' draws them.\n";

// The store without its path here. It keeps its time: pictures younger than it are up to date.
static bool copy_store(const struct bundle *bundle, const char *campaign, struct store *store,
                       const char *to, struct error *error)
{
    struct stat status;
    const char *from = path_join(bundle->arena, campaign, "campaign.db");
    if (stat(from, &status))
        return failed_errno(error, "cannot read '%s'", from);
    struct store *copy = store_copy(store, to, error) ? store_open(to, error) : NULL;
    bool done = copy && (!bundle->identity || store_anonymise(copy, bundle->identity, error)) &&
                store_set(copy, FACT_PATH, bundle->manifest.spec, error);
    store_close(copy);
    const struct timespec times[] = {status.st_atim, status.st_mtim};
    return done &&
           (utimensat(AT_FDCWD, to, times, 0) == 0 || failed_errno(error, "cannot write '%s'", to));
}

static void note_completeness(struct bundle *bundle, const struct findings *findings)
{
    const char *completeness = completeness_wording(bundle->arena, &findings->completeness);
    if (completeness)
        bundle_note(bundle,
                    arena_printf(bundle->arena,
                                 "the campaign %s%s: the bundle holds what "
                                 "there is",
                                 findings->completeness.unfinished ? "is " : "", completeness));
    else if (findings->failure_count)
        bundle_note(bundle, "parts of the campaign failed: the bundle holds what there is");
}

static void leave_out_of(const struct identity *identity, struct text_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        list->items[i] = identity_left_out(identity, list->items[i]);
}

// The experiment file, and what the manifest says of it and of files outside, without the identity.
static bool leave_out(struct bundle *bundle, struct error *error)
{
    TEXT_CLEANUP struct text spec = {0};
    if (!bundle->identity)
        return true;
    leave_out_of(bundle->identity, &bundle->manifest.named);
    leave_out_of(bundle->identity, &bundle->manifest.notes);
    bundle->manifest.experiment = identity_left_out(bundle->identity, bundle->manifest.experiment);
    if (!file_read(bundle->spec_path, SPEC_MOST, &spec, error))
        return false;
    const char *words = identity_left_out(bundle->identity, spec.bytes);
    return file_write(bundle->spec_path, words, strlen(words), error);
}

static bool write_readme(const struct bundle *bundle, struct error *error)
{
    const char *words =
        arena_printf(bundle->arena, "%s%s", readme, bundle->identity ? readme_anonymous : "");
    return file_write(path_join(bundle->arena, bundle->folder, "README.txt"), words, strlen(words),
                      error);
}

// Adds the store, reports made from it, and the manifest.
static bool add_results(const struct invocation *invocation, struct bundle *bundle,
                        const char *campaign, struct store *store, struct error *error)
{
    struct arena *arena = bundle->arena;
    struct findings findings;
    const char *path = path_join(arena, bundle->folder, "campaign.db"),
               *plots = path_join(arena, campaign, "plots");
    if (!copy_store(bundle, campaign, store, path, error) ||
        (!bundle->identity && folder_exists(plots) &&
         !tree_copy(plots, path_join(arena, bundle->folder, "plots"), NULL, error)))
        return false;
    STORE_CLEANUP struct store *copy = store_open(path, error);
    if (!copy || !analysis_load(arena, copy, &findings, error))
        return false;
    note_completeness(bundle, &findings);
    return results_files(invocation, &(struct results_options){0}, copy, &findings, bundle->folder,
                         error) &&
           write_readme(bundle, error) && leave_out(bundle, error) &&
           manifest_write(arena, bundle->folder, &bundle->manifest, copy, error) &&
           (!bundle->identity || identity_is_left_out(bundle->identity, bundle->folder, error));
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
    const struct trust trust = {.arena = invocation->arena,
                                .log = &invocation->log,
                                .folder = campaign,
                                .store = store,
                                .spec = spec,
                                .builds = !options->force,
                                .packs = true,
                                .given = options->trust};
    return spec && trust_demand(&trust, error) && bundle_gather(bundle, spec, store, error) &&
           (options->force || bundle_verify(bundle, spec, store, error)) &&
           not_stopped(invocation, error) &&
           add_results(invocation, bundle, campaign, store, error) &&
           not_stopped(invocation, error) &&
           archiver_pack(invocation->arena, bundle->folder, bundle->manifest.experiment, out,
                         error);
}

static const char *default_out(const struct identity *identity, struct arena *arena,
                               struct store *store, const char *campaign)
{
    const char *name = store_get(store, arena, FACT_EXPERIMENT);
    name = name && identity ? identity_left_out(identity, name) : name;
    return arena_printf(arena, "%s-%s.eswexp.tar.gz", name ? name : "campaign",
                        strrchr(campaign, '/') + 1);
}

static bool may_begin(const struct options *options, const char *campaign, const char *out,
                      struct error *error)
{
    bool running;
    if (!folder_taken(campaign, &running, error))
        return false;
    if (running)
        return failed(error, EXIT_USAGE, "the campaign in '%s' is running: wait for its end",
                      campaign);
    if (options->out && !*options->out)
        return failed(error, EXIT_USAGE, "'--out' names no file");
    return (!file_exists(out) && !folder_exists(out)) ||
           failed(error, EXIT_USAGE, "'%s' already exists: choose another --out", out);
}

static void note_unseen(const struct log *log, const struct identity *identity)
{
    log_note(log, "pictures are not packed; not looked at: other names in sources, compressed "
                  "files, and commits, whose hashes lead to a public repository");
    if (identity->vague.count)
        log_note(log, "not looked for, since short or common: %s",
                 text_quoted(identity->arena, &identity->vague));
}

// Not while another campaign is measuring.
static bool sweep(const struct invocation *invocation, const char *campaign, struct error *error)
{
    const struct waiting waiting = {
        .log = &invocation->log, .stop = invocation->stop, .refused = true};
    struct error busy;
    int host = -1;
    bool swept =
        !host_take(&waiting, NULL, campaign, &host, &busy) || cache_sweep(&invocation->log, error);
    host_release(host);
    return swept;
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    struct arena *arena = invocation->arena;
    const char *campaign = path_absolute(arena, invocation->words.items[0]);
    STORE_CLEANUP struct store *store =
        store_open(path_join(arena, campaign, "campaign.db"), error);
    struct identity identity, *left_out = options->anonymous ? &identity : NULL;
    if (!store || (left_out && !identity_of(arena, store, campaign, left_out, error)))
        return error->code;
    const char *out = options->out ? options->out : default_out(left_out, arena, store, campaign);
    if (!may_begin(options, campaign, out, error))
        return error->code;
    struct cache_hold folder;
    struct error ignored;
    if (!sweep(invocation, campaign, error) ||
        !cache_hold_temporary(arena, "bundle", &folder, error))
        return error->code;
    struct bundle bundle = {.arena = arena,
                            .log = &invocation->log,
                            .stop = invocation->stop,
                            .folder = folder.path,
                            .added = &options->add,
                            .identity = left_out};
    bool done = fill_and_pack(invocation, options, &bundle, campaign, store, out, error);
    if (!cache_hold_remove(&folder, &ignored))
        log_warning(&invocation->log, "%s", ignored.text);
    if (done && left_out)
        note_unseen(&invocation->log, left_out);
    if (done)
        log_note(&invocation->log, "bundled in '%s': 'eswexp reproduce' runs it again", out);
    return done ? EXIT_FINE : error->code;
}

// clang-format off
static const struct command_option option_rows[] = {
    {"out", 'o', "FILE", "the archive (default: NAME-ID.eswexp.tar.gz)", .value = WORD_FILE,
     OPTION_FIELD(struct options, out)},
    {"add", 0, "PATH", "also pack this, e.g. data that a program reads", .value = WORD_FILE,
     OPTION_FIELD(struct options, add)},
    {"force", 0, NULL, "do not check that the files build the measured programs",
     OPTION_FIELD(struct options, force)},
    {"trust", 0, NULL, "run and pack what another user's campaign names",
     OPTION_FIELD(struct options, trust)},
    {"anonymous", 0, NULL, "leave out host, user and paths",
     OPTION_FIELD(struct options, anonymous)},
    COMMON_ROWS(struct options),
    {0},
};
// clang-format on

const struct command command_bundle = {
    .group = COMMANDS_THAT_SHARE,
    .name = "bundle",
    .arguments = "DIR",
    .summary = "pack a campaign with everything it was built from",
    .examples = "  eswexp bundle results/sort/ID  everything that others need to repeat it\n",
    .details = "Writes one archive from which anybody can run the campaign in DIR again with\n"
               "'eswexp reproduce', without its repositories and without a network. It holds\n"
               "the experiment, its sources with the headers they include, the folders of\n"
               "projects (of a git repository the files that git would commit, with the commit\n"
               "and the uncommitted changes), the files of revisions, the scripts and files in\n"
               "commands, the database, CSV files and reports, and the facts about machine and\n"
               "tools. The same campaign gives the same bytes.\n\n"
               "First builds the programs from the collected files. If a program, or a file in\n"
               "a command, differs from the measured one, bundle names it and writes nothing;\n"
               "--force bundles the present files anyway.\n\n"
               "Of a campaign that another user began, or that was measured on another machine,\n"
               "it prints the commands that it would run and the folders that it would pack,\n"
               "and ends with exit code 2. --trust runs and packs them.\n\n"
               "Paths in the experiment stay as they are, so they must be relative to it.\n"
               "Programs and files with an absolute path, or found on PATH, are not packed: a\n"
               "note names them, and the manifest has their SHA-256. eswexp does not know files\n"
               "that a program reads but its command does not name: pack them with --add PATH,\n"
               "relative to the experiment file.\n\n"
               "--anonymous is for a review without names: it leaves out the names of hosts and\n"
               "of the user and paths, but those of the system, such as /usr/bin/cc. Sources are\n"
               "packed as they are. If one of these names, the home folder or the folder of\n"
               "experiment or campaign is in any file of the bundle, nothing is written, and\n"
               "the message names the file. Commits keep their hashes, which lead to a public\n"
               "repository; pictures are not packed.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 1,
    .words_most = 1,
    .word = WORD_FOLDER,
    .ends_tidily = true,
    .run = run,
};
