// A report in GitHub's Markdown.
#include "report/markdown.h"

#include "report/markdown_literal.h"

struct page {
    const struct markdown *markdown;
    struct arena *arena;
    FILE *out;
};

static const char *literal(const struct page *page, const char *words)
{
    return words ? markdown_literal(page->arena, words) : "";
}

static const char *bold(const struct page *page, const char *words, bool is)
{
    return arena_printf(page->arena, is ? "**%s**" : "%s", literal(page, words));
}

static void heading(const struct page *page, int below, const char *words)
{
    for (int i = 0; i < page->markdown->level + below; i++)
        fputc('#', page->out);
    fprintf(page->out, " %s\n", literal(page, words));
}

// ---- Tables

// The cells from `first` to before `end`, on lines of one cell.
static const char *joined(const struct page *page, const struct report_row *row, size_t first,
                          size_t end)
{
    const char *words = "";
    for (size_t i = first; i < end; i++)
        if (row->cells[i] && *row->cells[i])
            words = arena_printf(page->arena, "%s%s%s", words, *words ? "<br>" : "",
                                 bold(page, row->cells[i], row->tones[i]));
    return words;
}

static void row_of_two(const struct page *page, const struct report_table *table,
                       const struct report_row *row)
{
    size_t behind = table->name + 1;
    fprintf(page->out, "| %s | %s |\n", joined(page, row, 0, behind),
            row->instead ? literal(page, row->instead)
                         : joined(page, row, behind, table->column_count));
}

static void row_of_all(const struct page *page, const struct report_table *table,
                       const struct report_row *row)
{
    for (size_t i = 0; i < table->column_count; i++) {
        bool gone = row->instead && i > table->name;
        const char *cell = !gone ? row->cells[i] : i == table->name + 1 ? row->instead : NULL;
        fprintf(page->out, "| %s ", bold(page, cell, cell && *cell && row->tones[i]));
    }
    fputs("|\n", page->out);
}

static void header(const struct page *page, const struct report_table *table)
{
    struct report_row names = {
        .cells = arena_new_array(page->arena, const char *, table->column_count),
        .tones = arena_new_array(page->arena, enum tone, table->column_count)};
    for (size_t i = 0; i < table->column_count; i++)
        names.cells[i] = table->columns[i].name;
    if (page->markdown->phone) {
        row_of_two(page, table, &names);
        fputs("| --- | ---: |\n", page->out);
        return;
    }
    row_of_all(page, table, &names);
    for (size_t i = 0; i < table->column_count; i++)
        fputs(table->columns[i].number ? "| ---: " : "| --- ", page->out);
    fputs("|\n", page->out);
}

static void table(const struct page *page, const struct report_table *table)
{
    if (!table->row_count)
        return;
    if (table->caption)
        fprintf(page->out, "\n%s\n", literal(page, table->caption));
    fputc('\n', page->out);
    header(page, table);
    size_t below = 0;
    for (size_t i = 0; i < table->row_count; i++) {
        const struct report_row *row = &table->rows[i];
        if (row->group)
            fprintf(page->out, "| %s%s |\n", bold(page, row->group, true),
                    page->markdown->phone ? " |" : "");
        (page->markdown->phone ? row_of_two : row_of_all)(page, table, row);
        below += row->below.count;
    }
    fputs(below ? "\n" : "", page->out);
    for (size_t i = 0; i < table->row_count; i++)
        for (size_t k = 0; k < table->rows[i].below.count; k++)
            fprintf(page->out, "- %s: %s\n", literal(page, table->rows[i].cells[table->name]),
                    literal(page, table->rows[i].below.items[k]));
}

// ---- Blocks

static void list(const struct page *page, const struct text_list *items)
{
    fputc('\n', page->out);
    for (size_t i = 0; i < items->count; i++)
        fprintf(page->out, "- %s\n", literal(page, items->items[i]));
}

static void block(const struct page *page, const struct report_block *block, const char *lead)
{
    switch (block->kind) {
    case BLOCK_ANSWERS:
        for (size_t i = 0; i < block->count; i++) {
            const struct report_answer *answer = &block->answers[i];
            fprintf(page->out, "\n%s%s%s\n", answer->word ? bold(page, answer->word, true) : "",
                    answer->word ? " " : "", literal(page, answer->words));
        }
        break;
    case BLOCK_WORDS:
        fprintf(page->out, "\n%s%s\n", lead, literal(page, block->words));
        break;
    case BLOCK_LIST:
        list(page, &block->list);
        break;
    case BLOCK_TERMS:
        fputc('\n', page->out);
        for (size_t i = 0; i < block->list.count; i++)
            fprintf(page->out, "- %s %s\n", literal(page, block->terms.items[i]),
                    literal(page, block->list.items[i]));
        break;
    case BLOCK_TABLE:
        table(page, block->table);
        break;
    case BLOCK_CODE:
        fprintf(page->out, "\n```\n%s\n```\n", block->words);
        break;
    }
}

static void section(const struct page *page, const struct report_section *section)
{
    bool leads = section_is_led(section);
    const char *lead =
        leads ? arena_printf(page->arena, "**%s:** ", literal(page, section->title)) : "";
    if (section->title && !leads) {
        fputc('\n', page->out);
        heading(page, 1, section->title);
    }
    for (size_t i = 0; i < section->count; i++)
        block(page, &section->blocks[i], i ? "" : lead);
}

static void sections(const struct page *page, const struct document *document,
                     enum section_rank rank)
{
    for (size_t i = 0; i < document->count; i++)
        if (document->sections[i]->rank == rank && !section_is_empty(document->sections[i]))
            section(page, document->sections[i]);
}

void document_markdown(const struct document *document, const struct markdown *markdown, FILE *out)
{
    struct arena scratch = {0};
    struct page page = {markdown, &scratch, out};
    heading(&page, 0, document->verdict ? document->verdict : document->title);
    if (document->verdict)
        fprintf(out, "\n%s\n", literal(&page, document->title));
    if (*document->question)
        fprintf(out, "\n%s\n", literal(&page, document->question));
    sections(&page, document, RANK_FIRST);
    if (markdown->notes) {
        fputs("\n<details><summary>How it was measured</summary>\n", out);
        sections(&page, document, RANK_NOTES);
        fputs("\n</details>\n", out);
    }
    arena_release(&scratch);
}
