// Visiting the samples of one series that count.
#include "report/tables/sample_pieces.h"

bool sample_pieces(struct store *store, const struct findings *findings,
                   const struct series_entry *series, piece_visitor *visit, void *context,
                   struct error *error)
{
    struct slice slice = slice_of_series(&findings->cells[series->cell].pilot, series);
    CURSOR_CLEANUP struct sample_cursor *cursor = samples_open(store, series, error);
    if (!cursor)
        return false;
    struct sample_piece piece;
    do {
        if (!samples_next(cursor, &piece, error))
            return false;
        struct sample_piece part = slice_piece(&slice, &piece);
        if (part.count > 0 && !visit(context, &part, part.first - slice.first + 1, error))
            return false;
    } while (piece.count > 0);
    return true;
}
