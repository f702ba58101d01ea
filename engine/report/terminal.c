// A report on a terminal: tables that fit, sentences that wrap.
#include "report/terminal.h"

#include "base/terminal.h"
#include "report/wording/lines.h"

#include <stdlib.h>
#include <string.h>

enum { INDENT = 2, GAP = 2 };

struct page {
    const struct terminal_view *terminal;
    struct arena *arena;
    FILE *out;
    size_t columns;
};

static const char *plain(const struct page *page, const char *words)
{
    return words ? plain_name(page->arena, words) : "";
}

static void paragraph(const struct page *page, const char *lead, const char *words)
{
    wrap(page->out, page->columns, lead, plain(page, words));
}

static const char *blanks(const struct page *page, size_t count)
{
    return arena_printf(page->arena, "%*s", (int)count, "");
}

static const char *toned(const struct page *page, enum tone tone, const char *words)
{
    static const char *const codes[] = {[TONE_GOOD] = "\033[32m", [TONE_BAD] = "\033[31m"};
    return page->terminal->colour && tone && *words
               ? arena_printf(page->arena, "%s%s\033[0m", codes[tone], words)
               : words;
}

// ---- Tables

// A table as it is laid out: texts by row, the header first, and widths by column.
struct grid {
    const struct report_table *table;
    const char ***rows;
    size_t *widths;
    size_t shown; // columns
};

static size_t width_of(const struct grid *grid, size_t first, size_t end)
{
    size_t width = INDENT;
    for (size_t i = 0; i < end; i++)
        if (i <= grid->table->name || i >= first)
            width += grid->widths[i] + (i ? GAP : 0);
    return width;
}

static struct grid grid_of(const struct page *page, const struct report_table *table)
{
    struct grid grid = {table, arena_array(page->arena, table->row_count + 1, sizeof *grid.rows),
                        arena_new_array(page->arena, size_t, table->column_count),
                        table->column_count};
    for (size_t i = 0; i <= table->row_count; i++) {
        const struct report_row *row = i ? &table->rows[i - 1] : NULL;
        grid.rows[i] = arena_new_array(page->arena, const char *, table->column_count);
        for (size_t k = 0; k < table->column_count; k++) {
            bool gone = row && row->instead && k > table->name;
            const char *cell = plain(page, !row   ? table->columns[k].name
                                           : gone ? NULL
                                                  : row->cells[k]);
            size_t width = columns_of(cell);
            grid.rows[i][k] = cell;
            grid.widths[k] = width > grid.widths[k] ? width : grid.widths[k];
        }
    }
    return grid;
}

static void cut_texts(const struct page *page, struct grid *grid)
{
    size_t name = grid->table->name;
    struct text_list names = {0};
    for (size_t i = 1; i <= grid->table->row_count; i++)
        text_list_add(&names, page->arena, grid->rows[i][name]);
    names = cut_names(page->arena, &names, grid->widths[name]);
    for (size_t i = 0; i < names.count; i++)
        grid->rows[i + 1][name] = names.items[i];
    grid->rows[0][name] = cut_name(page->arena, grid->rows[0][name], grid->widths[name]);
}

// Leaves out columns from the right while names have less than a third of the page, then cuts
// names.
static void fit(const struct page *page, struct grid *grid)
{
    size_t name = grid->table->name, own = grid->widths[name], least = page->columns * 3 / 10;
    grid->widths[name] = least = own < least ? own : least;
    while (!grid->table->whole && grid->shown > name + 2 &&
           width_of(grid, 0, grid->shown) > page->columns)
        grid->shown--;
    size_t width = width_of(grid, 0, grid->table->whole ? name + 2 : grid->shown);
    size_t more = page->columns > width ? page->columns - width : 0;
    grid->widths[name] = least + more < own ? least + more : own;
    cut_texts(page, grid);
}

static void cell(const struct page *page, const struct grid *grid, size_t row, size_t column,
                 bool last)
{
    const char *text = grid->rows[row][column];
    size_t rest = grid->widths[column] - columns_of(text);
    enum tone tone = row ? grid->table->rows[row - 1].tones[column] : TONE_PLAIN;
    bool right = grid->table->columns[column].number;
    fprintf(page->out, "%*s%s%*s", (int)((column ? GAP : INDENT) + (right ? rest : 0)), "",
            toned(page, tone, text), right || last ? 0 : (int)rest, "");
}

// Of a row, the columns up to the name and those from `first` on.
static void line(const struct page *page, const struct grid *grid, size_t row, size_t first,
                 size_t end)
{
    size_t last = end;
    while (last > 1 && !*grid->rows[row][last - 1])
        last--;
    for (size_t i = 0; i < last; i++)
        if (i <= grid->table->name || i >= first)
            cell(page, grid, row, i, i + 1 == last);
    fputc('\n', page->out);
}

static size_t indent_below(const struct grid *grid)
{
    return grid->table->name ? width_of(grid, 0, 1) + GAP : (size_t)2 * INDENT;
}

static void row_lines(const struct page *page, const struct grid *grid, size_t index, size_t first,
                      size_t end)
{
    const struct report_row *row = &grid->table->rows[index];
    if (row->group)
        paragraph(page, blanks(page, INDENT), row->group);
    if (row->instead && end == grid->shown) {
        char *lead = NULL;
        size_t size = 0;
        struct page own = *page;
        own.out = open_memstream(&lead, &size);
        for (size_t i = 0; own.out && i <= grid->table->name; i++)
            cell(&own, grid, index + 1, i, false);
        if (own.out && fclose(own.out) == 0)
            paragraph(page, arena_printf(page->arena, "%s%*s", lead, GAP, ""), row->instead);
        free(lead);
    } else {
        line(page, grid, index + 1, first, end);
    }
    for (size_t i = 0; end == grid->shown && i < row->below.count; i++)
        paragraph(page, blanks(page, indent_below(grid)), row->below.items[i]);
}

static void table(const struct page *page, const struct report_table *table)
{
    if (!table->row_count)
        return;
    struct grid grid = grid_of(page, table);
    fit(page, &grid);
    if (table->caption)
        paragraph(page, blanks(page, INDENT), table->caption);
    for (size_t first = table->name + 1, end; first <= grid.shown; first = end) {
        for (end = first + 1; end < grid.shown && width_of(&grid, first, end + 1) <= page->columns;)
            end++;
        end = end < grid.shown ? end : grid.shown;
        line(page, &grid, 0, first, end);
        for (size_t i = 0; i < table->row_count; i++)
            row_lines(page, &grid, i, first, end);
        if (end == grid.shown)
            break;
    }
}

// ---- Blocks

static void answers(const struct page *page, const struct report_block *block)
{
    size_t width = 0;
    for (size_t i = 0; i < block->count; i++) {
        size_t own = block->answers[i].word ? columns_of(block->answers[i].word) : 0;
        width = own > width ? own : width;
    }
    for (size_t i = 0; i < block->count; i++) {
        const struct report_answer *answer = &block->answers[i];
        const char *word = plain(page, answer->word);
        fprintf(page->out, "%*s%s", INDENT, "", toned(page, answer->tone, word));
        wrap_after(page->out, page->columns, INDENT + width + (width ? GAP : 0),
                   INDENT + columns_of(word), plain(page, answer->words));
    }
}

static void list(const struct page *page, const struct text_list *items)
{
    for (size_t i = 0; i < items->count; i++)
        paragraph(page, "  - ", items->items[i]);
}

// Commands and paths are not wrapped: they are to be pasted.
static void terms(const struct page *page, const struct report_block *block)
{
    for (size_t i = 0; i < block->list.count; i++) {
        const char *term = plain(page, block->terms.items[i]),
                   *words = plain(page, block->list.items[i]);
        bool fits = INDENT + columns_of(term) + 1 + columns_of(words) <= page->columns;
        fprintf(page->out, "  %s%s%s\n", term, fits ? " " : "\n    ", words);
    }
}

static void code(const struct page *page, const char *words)
{
    char *rest = arena_strdup(page->arena, words);
    for (char *line; (line = strsep(&rest, "\n"));)
        fprintf(page->out, "  %s\n", plain(page, line));
}

static void block(const struct page *page, const struct report_block *block, const char *lead)
{
    switch (block->kind) {
    case BLOCK_ANSWERS:
        answers(page, block);
        break;
    case BLOCK_WORDS:
        paragraph(page, lead, block->words);
        break;
    case BLOCK_LIST:
        list(page, &block->list);
        break;
    case BLOCK_TERMS:
        terms(page, block);
        break;
    case BLOCK_TABLE:
        table(page, block->table);
        break;
    case BLOCK_CODE:
        code(page, block->words);
        break;
    }
}

static bool has_terms_alone(const struct report_section *section)
{
    return section && section->count == 1 && section->blocks[0].kind == BLOCK_TERMS;
}

// The title of a first section leads its first sentence.
static void section(const struct page *page, const struct report_section *section,
                    const struct report_section *before)
{
    const char *lead = "  ";
    bool first = section->rank <= RANK_SHORT;
    bool leads = section_is_led(section);
    if (leads)
        lead = arena_printf(page->arena, "  %s: ", section->title);
    if (!has_terms_alone(section) || !has_terms_alone(before))
        fputc('\n', page->out);
    if (section->title && !leads)
        paragraph(page, "", section->title);
    for (size_t i = 0; i < section->count; i++) {
        if (i && first && section->blocks[i].kind == BLOCK_TABLE)
            fputc('\n', page->out);
        block(page, &section->blocks[i], i ? "  " : lead);
    }
}

void document_terminal(const struct document *document, const struct terminal_view *terminal,
                       FILE *out)
{
    struct arena scratch = {0};
    size_t columns = terminal->columns < COLUMNS_LEAST ? COLUMNS_LEAST : terminal->columns;
    struct page page = {terminal, &scratch, out, columns};
    const char *behind = document->verdict ? document->verdict : document->question;
    const struct report_section *before = NULL;
    paragraph(&page, "",
              *behind ? arena_printf(&scratch, "%s: %s", document->title, behind)
                      : document->title);
    for (enum section_rank rank = RANK_FIRST; rank <= RANK_NOTES; rank++)
        for (size_t i = 0; i < document->count; i++) {
            const struct report_section *one = document->sections[i];
            bool shown = rank == RANK_FIRST || (rank == RANK_NOTES) == terminal->notes;
            if (one->rank != rank || !shown || section_is_empty(one))
                continue;
            section(&page, one, before);
            before = one;
        }
    arena_release(&scratch);
}
