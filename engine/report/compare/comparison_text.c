// A comparison on a terminal.
#include "report/compare/comparison_text.h"

#include "base/terminal.h"
#include "model/better.h"
#include "report/compare/comparison_method.h"
#include "report/compare/comparison_wording.h"
#include "report/compare/reservation_lines.h"
#include "report/layouts/explanation_wording.h"
#include "report/wording/changes.h"
#include "report/wording/lines.h"
#include "report/wording/notes.h"

enum column { WORD, NAME, CHANGE, LIMITS, MEANS, WINS, TABLE_COLUMNS };
enum { SIDE_LEAST = 10, SIDE_MOST = 24 }; // columns of a side's name
enum { GAP = 2, VERDICTS_SHOWN = 40, OTHERS_SHOWN = 12, METRIC_COLUMNS = 16 };

struct page {
    const struct comparison_set *comparison_set;
    const struct comparison_frame *frame;
    struct arena *arena;
    FILE *out;
    size_t columns;
    bool colour;
};

// One pair of sides: its verdicts, or its metrics without a verdict.
struct table {
    const struct comparison **comparisons; // all of them
    const char *(*rows)[TABLE_COLUMNS]; // the header, then those of the first `shown` comparisons
    size_t count, shown;
    size_t widths[TABLE_COLUMNS];
    size_t columns; // that are shown
};

static const char *sides_wording(const struct page *page, const struct comparison *comparison,
                                 size_t width)
{
    struct text_list names = {0};
    text_list_add(&names, page->arena, plain_name(page->arena, comparison->old));
    text_list_add(&names, page->arena, plain_name(page->arena, comparison->new));
    names = cut_names(page->arena, &names, width);
    return arena_printf(page->arena, "%s → %s", names.items[0], names.items[1]);
}

// ---- Cells

static void fill_header(const struct page *page, const struct table *table, const char **cells)
{
    const struct comparison *first = table->comparisons[0];
    bool judged = first->judged, paired = false;
    for (size_t i = 0; i < table->count; i++)
        paired |= table->comparisons[i]->pairs > 0;
    cells[WORD] = judged ? "" : "metric";
    cells[NAME] = "benchmark";
    cells[CHANGE] = judged ? cut_name(page->arena,
                                      common_subject(page->arena, page->comparison_set, first->new),
                                      METRIC_COLUMNS)
                           : "change";
    cells[LIMITS] =
        arena_printf(page->arena, "%.4g %% interval", 100 * page->comparison_set->confidence);
    cells[MEANS] = sides_wording(page, first, SIDE_MOST);
    cells[WINS] = judged && paired ? wins_header(page->arena, first) : "";
}

static const char *word_in_row(const struct page *page, const struct comparison *comparison)
{
    if (!comparison->judged)
        return cut_name(page->arena, subject_word(page->arena, comparison), METRIC_COLUMNS);
    if (is_missing(comparison) || comparison->outcome != OUTCOME_SLOWER)
        return named_verdict(page->arena, comparison);
    return reads_faster(comparison) ? "SLOWER" : comparison->better ? "WORSE" : "HIGHER";
}

static void fill_row(const struct page *page, const struct comparison *comparison,
                     const char **cells)
{
    bool has_numbers = !gap_wording(page->arena, comparison);
    cells[WORD] = word_in_row(page, comparison);
    cells[NAME] = plain_name(page->arena, comparison->benchmark);
    cells[CHANGE] = has_numbers ? change_wording(page->arena, &comparison->ratio) : "";
    cells[LIMITS] = has_numbers ? limits_wording(page->arena, &comparison->ratio) : "";
    cells[MEANS] = has_numbers ? means_wording(page->arena, comparison) : "";
    cells[WINS] = has_numbers && comparison->judged ? wins_wording(page->arena, comparison) : "";
}

static size_t width_of(const struct table *table, size_t name)
{
    size_t width = GAP + table->widths[WORD] + GAP + name;
    for (size_t i = CHANGE; i < table->columns; i++)
        width += GAP + table->widths[i];
    return width;
}

static void cut_benchmarks(const struct page *page, struct table *table)
{
    struct text_list names = {0};
    for (size_t i = 1; i <= table->shown; i++)
        text_list_add(&names, page->arena, table->rows[i][NAME]);
    names = cut_names(page->arena, &names, table->widths[NAME]);
    for (size_t i = 1; i <= table->shown; i++)
        table->rows[i][NAME] = names.items[i - 1];
}

// Cuts the sides' names in the header until the table fits, if it can.
static void cut_sides(const struct page *page, struct table *table, size_t least)
{
    size_t means = 0;
    for (size_t i = 1; i <= table->shown; i++)
        means =
            columns_of(table->rows[i][MEANS]) > means ? columns_of(table->rows[i][MEANS]) : means;
    for (size_t width = SIDE_MOST; width >= SIDE_LEAST; width--) {
        const char *header = sides_wording(page, table->comparisons[0], width);
        table->rows[0][MEANS] = header;
        table->widths[MEANS] = columns_of(header) > means ? columns_of(header) : means;
        if (width_of(table, least) <= page->columns)
            return;
    }
}

// Leaves out columns from the right while names have less than a third of the page; then cuts.
static void fit(const struct page *page, struct table *table)
{
    size_t own = table->widths[NAME], least = page->columns * 3 / 10;
    least = own < least ? own : least;
    table->columns = table->widths[WINS] ? TABLE_COLUMNS : WINS;
    cut_sides(page, table, least);
    while (table->columns > LIMITS && width_of(table, least) > page->columns) {
        table->columns--;
        cut_sides(page, table, least);
    }
    size_t rest = width_of(table, 0);
    if (rest + own > page->columns)
        table->widths[NAME] = page->columns > rest + GAP ? page->columns - rest : GAP;
    cut_benchmarks(page, table);
}

static struct table table_of(const struct page *page, const struct comparison *first)
{
    const struct comparison_set *comparison_set = page->comparison_set;
    struct table table = {0};
    table.comparisons =
        arena_new_array(page->arena, const struct comparison *, comparison_set->comparison_count);
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        const struct comparison *comparison = &comparison_set->comparisons[i];
        if (!comparison->is_floor && comparison->judged == first->judged &&
            same_sides(comparison, first))
            table.comparisons[table.count++] = comparison;
    }
    size_t most = first->judged ? VERDICTS_SHOWN : OTHERS_SHOWN;
    table.shown = table.count < most ? table.count : most;
    table.rows = arena_array(page->arena, table.shown + 1, sizeof *table.rows);
    fill_header(page, &table, table.rows[0]);
    for (size_t i = 0; i < table.shown; i++)
        fill_row(page, table.comparisons[i], table.rows[i + 1]);
    for (size_t i = 0; i <= table.shown; i++)
        for (size_t k = 0; k < TABLE_COLUMNS; k++)
            if (columns_of(table.rows[i][k]) > table.widths[k])
                table.widths[k] = columns_of(table.rows[i][k]);
    fit(page, &table);
    return table;
}

// ---- Lines

static const char *code_of(const struct page *page, const struct comparison *comparison)
{
    static const char *const codes[] = {
        [OUTCOME_INCONCLUSIVE] = "",   [OUTCOME_EQUIVALENT] = "", [OUTCOME_FASTER] = "\033[32m",
        [OUTCOME_SLOWER] = "\033[31m", [OUTCOME_IDENTICAL] = "",
    };
    return page->colour && comparison->judged && !is_missing(comparison)
               ? codes[comparison->outcome]
               : "";
}

// Two columns in, filled up to the end of the name.
static const char *row_lead(const struct page *page, const struct table *table, const char **cells,
                            const char *code)
{
    const char *name = cut_name(page->arena, cells[NAME], table->widths[NAME]); // of the header
    return arena_printf(page->arena, "  %s%s%s%*s  %s%*s", code, cells[WORD],
                        *code ? "\033[0m" : "",
                        (int)(table->widths[WORD] - columns_of(cells[WORD])), "", name,
                        (int)(table->widths[NAME] - columns_of(name)), "");
}

static void row_line(const struct page *page, const struct table *table, const char **cells,
                     const char *code)
{
    fputs(row_lead(page, table, cells, code), page->out);
    for (size_t i = CHANGE; i < table->columns; i++)
        fprintf(page->out, "%*s%s", (int)(GAP + table->widths[i] - columns_of(cells[i])), "",
                cells[i]);
    fputc('\n', page->out);
}

static void comparison_lines(const struct page *page, const struct table *table, size_t index)
{
    const struct comparison *comparison = table->comparisons[index];
    const char **cells = table->rows[index + 1];
    const char *gap = gap_wording(page->arena, comparison);
    const char *remedy = remedy_wording(page->arena, page->comparison_set, page->frame, comparison);
    if (gap)
        wrap(page->out, page->columns,
             arena_printf(page->arena, "%s  ", row_lead(page, table, cells, "")), gap);
    else
        row_line(page, table, cells, code_of(page, comparison));
    if (remedy)
        wrap(page->out, page->columns,
             arena_printf(page->arena, "%*s", (int)(GAP + table->widths[WORD] + GAP), ""), remedy);
    struct text_list lines = comparison->judged
                                 ? explanation_lines(page->arena, page->comparison_set, comparison)
                                 : (struct text_list){0};
    for (size_t i = 0; i < lines.count; i++)
        wrap(page->out, page->columns,
             arena_printf(page->arena, "%*s", (int)(GAP + table->widths[WORD] + GAP), ""),
             lines.items[i]);
}

// "… and 12 more: 3 equal within ±1 %, 8 inconclusive, 1 missing".
static void rest_line(const struct page *page, const struct table *table)
{
    const char *words = arena_printf(page->arena, "… and %zu more", table->count - table->shown);
    const char *between = ": ";
    for (size_t i = table->shown, end; table->comparisons[0]->judged && i < table->count; i = end) {
        const char *word = named_verdict(page->arena, table->comparisons[i]);
        for (end = i; end < table->count &&
                      text_equal(named_verdict(page->arena, table->comparisons[end]), word);)
            end++;
        words = arena_printf(page->arena, "%s%s%zu %s", words, between, end - i, word);
        between = ", ";
    }
    wrap(page->out, page->columns, "  ", words);
}

static void table_lines(const struct page *page, const struct table *table)
{
    row_line(page, table, table->rows[0], "");
    for (size_t i = 0; i < table->shown; i++)
        comparison_lines(page, table, i);
    if (table->shown < table->count)
        rest_line(page, table);
}

// The sides whose first comparison is `first`.
static void sides_part(const struct page *page, const struct comparison *first, bool several)
{
    struct table table = table_of(page, first);
    const char *sides = sides_wording(page, first, page->columns);
    fputc('\n', page->out);
    if (!first->judged)
        wrap(page->out, page->columns, "",
             several ? arena_printf(page->arena, "other metrics, without a verdict, %s", sides)
                     : "other metrics, without a verdict");
    else if (several)
        wrap(page->out, page->columns, "", sides);
    table_lines(page, &table);
    const struct comparison_set *comparison_set = page->comparison_set;
    for (size_t i = 0; first->judged && i < comparison_set->overall_count; i++)
        if (text_equal(comparison_set->overalls[i].new, first->new))
            wrap(page->out, page->columns, "  ",
                 overall_wording(page->arena, comparison_set, &comparison_set->overalls[i]));
}

static void all_sides(const struct page *page, bool judged)
{
    bool several = has_several_sides(page->comparison_set);
    for (size_t i = 0; i < page->comparison_set->comparison_count; i++)
        if (page->comparison_set->comparisons[i].judged == judged &&
            begins_sides(page->comparison_set, i))
            sides_part(page, &page->comparison_set->comparisons[i], several);
}

static void list(const struct page *page, const char *heading, const struct text_list *lines)
{
    if (lines->count)
        fprintf(page->out, "\n%s\n", heading);
    for (size_t i = 0; i < lines->count; i++)
        wrap(page->out, page->columns, "  - ", lines->items[i]);
}

static void reservations(const struct page *page, const struct reservation_lines *lines)
{
    list(page, "reservations that may bias the verdicts", &lines->grave);
    list(page, "other reservations", &lines->other);
}

static void notes_and_method(const struct page *page)
{
    const struct comparison_frame *frame = page->frame;
    const char *place = place_wording(page->arena, frame),
               *look = look_wording(page->arena, page->comparison_set);
    if (frame->quick || (frame->notes && frame->notes->count))
        fputc('\n', page->out);
    if (frame->quick)
        wrap(page->out, page->columns, "- ", QUICK_NOTE);
    for (size_t i = 0; frame->notes && i < frame->notes->count; i++)
        wrap(page->out, page->columns, "- ", plain_name(page->arena, frame->notes->items[i]));
    fputc('\n', page->out);
    if (!page->comparison_set->completeness.unfinished)
        wrap(page->out, page->columns, "", method_wording(page->arena, page->comparison_set));
    if (look)
        wrap(page->out, page->columns, "", look);
    if (place)
        wrap(page->out, page->columns, "", place);
}

static void verdicts(const struct page *page)
{
    const char *noise = floor_wording(page->arena, page->comparison_set);
    struct reservation_lines lines =
        reservation_lines_of(page->arena, page->comparison_set, page->frame);
    list(page, "no verdict on the code, because its inputs differ", &lines.first);
    all_sides(page, true);
    if (noise)
        wrap(page->out, page->columns, "  ", noise);
    reservations(page, &lines);
    all_sides(page, false);
}

void comparison_text(const struct comparison_set *comparison_set,
                     const struct comparison_frame *frame, FILE *out, size_t columns, bool colour)
{
    struct arena scratch = {0};
    struct page page = {
        comparison_set, frame, &scratch, out, columns < COLUMNS_LEAST ? COLUMNS_LEAST : columns,
        colour};
    wrap(out, page.columns, "", plain_name(&scratch, frame->title ? frame->title : "Comparison"));
    if (comparison_set->completeness.unfinished) {
        fputc('\n', out);
        wrap(out, page.columns, "", unfinished_wording(&scratch, &comparison_set->completeness));
    } else {
        verdicts(&page);
    }
    notes_and_method(&page);
    arena_release(&scratch);
}
