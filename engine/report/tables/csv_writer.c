// Rows of CSV: RFC 4180 quoting, numbers that read back the same.
#include "report/tables/csv_writer.h"

#include "model/phase.h"

#include <stdio.h>
#include <string.h>

void csv_text(FILE *out, bool first, const char *field)
{
    if (!first)
        fputc(',', out);
    if (!field[strcspn(field, ",\"\r\n")]) {
        fputs(field, out);
        return;
    }
    fputc('"', out);
    for (const char *c = field; *c; c++) {
        if (*c == '"')
            fputc('"', out);
        fputc(*c, out);
    }
    fputc('"', out);
}

void csv_number(FILE *out, double number)
{
    fprintf(out, ",%.17g", number);
}

void csv_header(FILE *out, const struct record *record)
{
    for (size_t i = 0; i < record->count; i++)
        csv_text(out, i == 0, record->fields[i].name);
    fputc('\n', out);
}

void csv_record(FILE *out, const struct record *record)
{
    for (size_t i = 0; i < record->count; i++) {
        const struct field *field = &record->fields[i];
        if (i > 0)
            fputc(',', out);
        if (field->kind == FIELD_NUMBER)
            fprintf(out, "%.17g", field->number);
        else if (field->kind == FIELD_COUNT)
            fprintf(out, "%zu", field->count);
        else
            csv_text(out, true, field->kind == FIELD_TEXT ? field->text : "");
    }
    fputc('\n', out);
}

void csv_names(FILE *out, const struct findings *findings, const char *const *columns)
{
    fputs("experiment,benchmark,variant", out);
    for (size_t i = 0; i < findings->catalogue.axis_count; i++)
        csv_text(out, false, findings->catalogue.axes[i]);
    for (size_t i = 0; columns[i]; i++)
        csv_text(out, false, columns[i]);
}

void csv_place(FILE *out, const struct findings *findings, const struct stored_cell *cell,
               size_t variant, enum phase phase)
{
    const struct catalogue *catalogue = &findings->catalogue;
    csv_text(out, true, findings->experiment);
    csv_text(out, false, cell->benchmark);
    csv_text(out, false, catalogue->variants[variant]);
    for (size_t i = 0; i < catalogue->axis_count; i++)
        csv_text(out, false, cell->point[i]);
    csv_text(out, false, phase_name(phase));
}
