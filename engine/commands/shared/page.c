// A campaign's report.html: writing it, and drawing its pictures.
#include "commands/shared/page.h"

#include "base/files/paths.h"
#include "base/files/temporary.h"
#include "base/files/trees.h"
#include "report/pictures/pictures.h"
#include "report/pictures/plots.h"
#include "report/tables/csv.h"

bool page_asked(const struct results_options *options)
{
    return !options->json && options->format && text_equal(options->format, "html");
}

static const char name[] = "report.html";

const char *page_path(struct arena *arena, const char *folder)
{
    return path_join(arena, folder, name);
}

bool page_write(struct store *store, const struct findings *findings, const struct folder *folder,
                struct error *error)
{
    struct file_writer writer;
    if (!folder_begin(&writer, folder, name, error))
        return false;
    if (report_html(store, findings, folder->path, folder->path, writer.stream, error))
        return file_commit(&writer, error);
    file_abandon(&writer);
    return false;
}

// With pictures of a folder that goes again, if the campaign's own are missing or outdated.
static bool print_drawn(const struct invocation *invocation, struct store *store,
                        const struct findings *findings, struct error *error)
{
    char *path;
    struct error ignored;
    FOLDER_CLEANUP struct folder folder = {0};
    if (!temporary_make(invocation->arena, &path, error))
        return false;
    bool ready = folder_open(&folder, path, error) && report_csv(store, findings, &folder, error);
    if (ready)
        page_draw(invocation, store, &folder);
    ready = ready && report_html(store, findings, path, NULL, stdout, error);
    if (!tree_remove(path, &ignored))
        log_warning(&invocation->log, "%s", ignored.text);
    return ready;
}

bool page_print(const struct invocation *invocation, struct store *store,
                const struct findings *findings, const char *folder, struct error *error)
{
    struct pictures pictures = pictures_of(invocation->arena, store, folder);
    return pictures.count && !pictures.older
               ? report_html(store, findings, folder, NULL, stdout, error)
               : print_drawn(invocation, store, findings, error);
}

void page_draw(const struct invocation *invocation, struct store *store,
               const struct folder *folder)
{
    struct arena *arena = invocation->arena;
    struct error error;
    FOLDER_CLEANUP struct folder plots = {0};
    const struct plots_wanted wanted = {.silent = true};
    struct pictures pictures = pictures_of(arena, store, folder->path);
    if (pictures.count && !pictures.older && !plots_unfinished(arena, folder->path))
        return;
    if (folder_enter(&plots, folder, "plots", &error) &&
        plots_draw(arena, path_join(arena, folder->path, "csv"), &plots, &wanted, &error))
        pictures_remove_older(arena, store, &plots);
    else
        log_warning(&invocation->log, "no new pictures in report.html: %s", error.text);
}
