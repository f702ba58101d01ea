// Running a bisection, and its report on stdout and in its folder.
#include "commands/measure/bisecting.h"

#include "base/files/cache_contents.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "commands/shared/measure.h"
#include "commands/shared/recall.h"
#include "commands/shared/results.h"
#include "commands/shared/show.h"
#include "report/bisection/document.h"
#include "report/json.h"
#include "report/terminal.h"

#include <string.h>

bool bisecting_began(struct arena *arena, const char *folder)
{
    struct error ignored;
    STORE_CLEANUP struct store *store =
        store_open(path_join(arena, folder, "campaign.db"), &ignored);
    return store && journal_began(store, arena);
}

// ---- The report

static bool write_json(const struct bisection *bisection, FILE *out, struct error *error)
{
    return json_of_result(bisection_record(bisection->arena, bisection),
                          bisection_document(bisection->arena, bisection), out, error);
}

static bool write_csv(const struct bisection *bisection, FILE *out, struct error *error)
{
    (void)error;
    bisection_csv(bisection, out);
    return true;
}

static bool write_text(const struct bisection *bisection, FILE *out, struct error *error)
{
    (void)error;
    static const struct terminal_view plain = {.columns = 80, .notes = true};
    document_terminal(bisection_document(bisection->arena, bisection), &plain, out);
    return true;
}

typedef bool writer(const struct bisection *bisection, FILE *out, struct error *error);

static bool write_file(const struct bisection *bisection, const char *name, writer *write,
                       struct error *error)
{
    struct file_writer file;
    if (!file_begin(&file, path_join(bisection->arena, bisection->folder, name), error))
        return false;
    if (write(bisection, file.stream, error) && file_commit(&file, error))
        return true;
    file_abandon(&file);
    return false;
}

static bool report(const struct invocation *invocation, const struct results_options *results,
                   const struct bisection *bisection, struct error *error)
{
    const char *place;
    return show_result(invocation, results->json, bisection_document(bisection->arena, bisection),
                       bisection_record(bisection->arena, bisection), error) &&
           results_place(invocation, NULL, bisection->folder, &place, error) &&
           (!place || (write_file(bisection, "bisection.json", write_json, error) &&
                       write_file(bisection, "bisection.txt", write_text, error) &&
                       write_file(bisection, "commits.csv", write_csv, error)));
}

static enum exit_code code_of(const struct bisection *bisection)
{
    bool decided = bisection->end.state == SEARCH_FOUND || bisection->end.state == SEARCH_NO_STEP;
    return decided ? EXIT_FINE : EXIT_INCONCLUSIVE;
}

// ---- Running

// Titles of kept builds end with an abbreviated commit.
static void find_kept_builds(struct bisection *bisection)
{
    struct cache_contents contents;
    struct error ignored;
    if (!cache_list(bisection->arena, false, &contents, &ignored))
        return;
    for (size_t i = 0; i < contents.count; i++) {
        const char *comma = strrchr(contents.items[i].title, ',');
        if (contents.items[i].kind == CACHE_BUILD && comma && comma[1] == ' ' && comma[2])
            text_list_add_once(&bisection->built, bisection->arena, comma + 2);
    }
}

// Where a measurement was interrupted, its error names its own folder.
static void name_folder(const struct bisection *bisection, struct error *error)
{
    if (error->code == EXIT_INTERRUPTED || error->code == EXIT_DEADLINE)
        failed(error, error->code, "%s: all measurements are kept, 'eswexp resume %s' continues",
               error->code == EXIT_INTERRUPTED ? "interrupted" : "the time of --until came",
               bisection->folder);
    else if (bisection->count > 0)
        failed(error, error->code, "%s ('eswexp resume %s' continues)", error->text,
               bisection->folder);
}

enum exit_code bisecting_run(const struct invocation *invocation,
                             const struct measuring_options *measuring,
                             const struct results_options *results, struct bisection *bisection,
                             struct error *error)
{
    struct run_options run_options;
    if (!measure_run_options(invocation, measuring, 1, 0, &run_options, error))
        return error->code;
    run_options.whole = run_options.keeps_builds = true;
    bisection->arena = invocation->arena;
    if (!measuring->fresh_builds)
        find_kept_builds(bisection);
    if (!bisection_run(&run_options, bisection, error)) {
        if (folder_exists(bisection->folder))
            name_folder(bisection, error);
        return error->code;
    }
    return report(invocation, results, bisection, error) ? code_of(bisection) : error->code;
}

// ---- Resuming

static bool recall_history(const struct invocation *invocation, struct bisection *bisection,
                           struct error *error)
{
    const struct target *ends = bisection->spec->cells[0].targets;
    struct revision older, newer;
    if (bisection->spec->cell_count != 1 || bisection->spec->variant_count < 2 ||
        !ends[0].repository || !ends[0].commit || !ends[1].commit)
        return failed(error, EXIT_USAGE, "'%s' is no bisection", bisection->folder);
    REPOSITORY_CLEANUP struct repository *repository = repository_open(ends[0].repository, error);
    return repository &&
           revision_resolve(repository, invocation->arena, ends[0].commit, &older, error) &&
           revision_resolve(repository, invocation->arena, ends[1].commit, &newer, error) &&
           history_between(repository, invocation->arena, &older, &newer, BISECTION_COMMITS_MOST,
                           &bisection->history, error);
}

enum exit_code bisecting_resume(const struct invocation *invocation,
                                const struct measuring_options *measuring,
                                const struct results_options *results, const char *folder,
                                bool trust, double more_s, struct error *error)
{
    struct arena *arena = invocation->arena;
    struct bisection bisection = {.folder = path_absolute(arena, folder),
                                  .resumed = true,
                                  .more_s = more_s,
                                  .budget_given = more_s > 0};
    bisection.spec = recall_spec(invocation, bisection.folder, trust, error);
    STORE_CLEANUP struct store *store =
        bisection.spec ? store_open(path_join(arena, bisection.folder, "campaign.db"), error)
                       : NULL;
    if (!store || !journal_request(store, arena, &bisection.request, error) ||
        !recall_history(invocation, &bisection, error))
        return error->code;
    store_close(store);
    store = NULL;
    return bisecting_run(invocation, measuring, results, &bisection, error);
}
