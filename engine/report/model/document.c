// Building a report.
#include "report/model/document.h"

#include <string.h>

struct document *document_new(struct arena *arena, const char *title, const char *question)
{
    struct document *document = arena_new(arena, struct document);
    *document = (struct document){.title = title, .question = question, .arena = arena};
    return document;
}

struct report_section *document_section(struct document *document, enum section_rank rank,
                                        const char *id, const char *title)
{
    struct report_section *section = arena_new(document->arena, struct report_section);
    *section =
        (struct report_section){.rank = rank, .id = id, .title = title, .arena = document->arena};
    document->sections = arena_grown(document->arena, document->sections, document->count,
                                     sizeof(struct report_section *));
    return document->sections[document->count++] = section;
}

struct report_section *document_trust(struct document *document)
{
    struct report_section *section = document_section(document, RANK_FIRST, NULL, "Trust");
    section->leads = true;
    return section;
}

static struct report_block *add_block(struct report_section *section, enum block_kind kind)
{
    section->blocks =
        arena_grown(section->arena, section->blocks, section->count, sizeof *section->blocks);
    struct report_block *block = &section->blocks[section->count++];
    *block = (struct report_block){.kind = kind};
    return block;
}

static struct report_block *last_or_new(struct report_section *section, enum block_kind kind)
{
    struct report_block *last = section->count ? &section->blocks[section->count - 1] : NULL;
    return last && last->kind == kind ? last : add_block(section, kind);
}

void section_answer(struct report_section *section, enum tone tone, const char *word,
                    const char *words)
{
    struct report_block *block = last_or_new(section, BLOCK_ANSWERS);
    block->answers =
        arena_grown(section->arena, block->answers, block->count, sizeof *block->answers);
    block->answers[block->count++] = (struct report_answer){tone, word, words};
}

void section_words(struct report_section *section, const char *words)
{
    if (words)
        add_block(section, BLOCK_WORDS)->words = words;
}

void section_list(struct report_section *section, const struct text_list *list)
{
    if (list->count)
        add_block(section, BLOCK_LIST)->list = *list;
}

void section_term(struct report_section *section, const char *term, const char *words)
{
    struct report_block *block = last_or_new(section, BLOCK_TERMS);
    text_list_add(&block->terms, section->arena, term);
    text_list_add(&block->list, section->arena, words);
}

void section_code(struct report_section *section, const char *words)
{
    add_block(section, BLOCK_CODE)->words = words;
}

struct report_table *section_table(struct report_section *section, const char *caption,
                                   const struct report_column *columns, size_t count)
{
    struct report_table *table = arena_new(section->arena, struct report_table);
    *table = (struct report_table){.caption = caption, .columns = columns, .column_count = count};
    add_block(section, BLOCK_TABLE)->table = table;
    return table;
}

struct report_row *table_row(struct arena *arena, struct report_table *table)
{
    table->rows = arena_grown(arena, table->rows, table->row_count, sizeof *table->rows);
    struct report_row *row = &table->rows[table->row_count++];
    *row = (struct report_row){.cells = arena_new_array(arena, const char *, table->column_count),
                               .tones = arena_new_array(arena, enum tone, table->column_count)};
    return row;
}

struct report_row *table_row_of(struct arena *arena, struct report_table *table,
                                const char *const *cells)
{
    struct report_row *row = table_row(arena, table);
    memcpy(row->cells, cells, table->column_count * sizeof *cells);
    return row;
}

bool section_is_empty(const struct report_section *section)
{
    for (size_t i = 0; i < section->count; i++)
        if (section->blocks[i].kind != BLOCK_TABLE || section->blocks[i].table->row_count)
            return false;
    return true;
}

bool section_is_led(const struct report_section *section)
{
    return section->leads && section->blocks[0].kind == BLOCK_WORDS;
}
