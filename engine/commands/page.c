// A campaign's report.html.
#include "commands/page.h"

#include "base/files.h"
#include "report/pictures.h"
#include "report/plots.h"

bool page_asked(const struct command_line *line)
{
    return !line->json && line->format && text_equal(line->format, "html");
}

const char *page_path(struct arena *arena, const char *folder)
{
    return path_join(arena, folder, "report.html");
}

bool page_write(struct arena *arena, struct store *store, const struct findings *findings,
                const char *folder, struct error *error)
{
    struct file_writer writer;
    if (!file_begin(&writer, page_path(arena, folder), error))
        return false;
    if (report_html(store, findings, folder, writer.stream, error))
        return file_commit(&writer, error);
    file_abandon(&writer);
    return false;
}

void page_draw(const struct command_line *line, struct store *store, const char *folder)
{
    struct arena *arena = line->arena;
    struct error error;
    struct pictures pictures = pictures_of(arena, store, folder);
    if (pictures.count && !pictures.older)
        return;
    if (plots_draw(arena, path_join(arena, folder, "csv"), path_join(arena, folder, "plots"),
                   PLOTS_FORMATS, true, &error))
        pictures_remove_older(arena, store, folder);
    else
        log_warning(&line->log, "no new pictures in report.html: %s", error.text);
}
