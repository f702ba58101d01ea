// pictures.csv: the pictures that the experiment asks for.
#include "report/tables/csv_pictures.h"

#include "report/tables/csv_writer.h"
#include "report/wording/stored_experiment.h"
#include "spec/pictures.h"
#include "store/facts.h"

static void put_row(FILE *out, const char *const *fields)
{
    for (size_t i = 0; fields[i]; i++)
        csv_text(out, i == 0, fields[i]);
    fputc('\n', out);
}

static void put_quantity(FILE *out, const struct drawing *drawing, const char *y, const char *over)
{
    const char *fields[] = {drawing->name, drawing->kind,   drawing->x,   drawing->unit,  y,   over,
                            drawing->by,   drawing->panels, drawing->log, drawing->title, NULL};
    put_row(out, fields);
}

bool csv_pictures(struct arena *arena, struct store *store, const struct findings *findings,
                  FILE *out, struct error *error)
{
    static const char *const columns[] = {"name", "kind",   "x",   "unit",  "y", "over",
                                          "by",   "panels", "log", "title", NULL};
    const struct spec *spec = stored_experiment(arena, store);
    (void)findings;
    put_row(out, columns);
    for (size_t i = 0; spec && i < spec->drawing_count; i++) {
        const struct drawing *drawing = &spec->drawings[i];
        for (size_t k = 0; k < drawing->y.count; k++)
            put_quantity(out, drawing, drawing->y.items[k], "");
        for (size_t k = 0; k < drawing->marks.count; k++)
            put_quantity(out, drawing, drawing->marks.items[k], drawing->over.items[k]);
    }
    return store_is_read(store, error);
}
