// A report as data; terminal.h, markdown.h and html/page.h each show any.
#pragma once

#include "base/text.h"

enum tone { TONE_PLAIN, TONE_GOOD, TONE_BAD };

// Where a section stands: in every form; on a terminal without notes, to say how they are had;
// where notes are asked for, folded away in the page; in the page alone.
enum section_rank { RANK_FIRST, RANK_SHORT, RANK_NOTES, RANK_PAGE };

struct report_answer {
    enum tone tone;
    const char *word, *words; // "FASTER" or NULL, and the sentence
};

struct report_column {
    const char *name;
    bool number; // right-aligned
};

struct report_row {
    const char *group;      // the heading of this row and those below it, or NULL
    const char **cells;     // by column; NULL: empty
    enum tone *tones;       // by column
    const char *instead;    // of the cells behind the name; NULL: they stand
    struct text_list below; // sentences on the row
};

struct report_table {
    const char *caption; // or NULL
    const struct report_column *columns;
    size_t column_count;
    size_t name; // the column whose texts are cut where the page is narrow
    bool whole;  // no column is left out there
    struct report_row *rows;
    size_t row_count;
    const char *all; // the file that has every row, or NULL
};

enum block_kind { BLOCK_ANSWERS, BLOCK_WORDS, BLOCK_LIST, BLOCK_TERMS, BLOCK_TABLE, BLOCK_CODE };

struct report_block {
    enum block_kind kind;
    const char *words; // WORDS, CODE
    struct report_answer *answers;
    struct text_list list, terms; // LIST; TERMS: `terms` beside the list's items
    struct report_table *table;
    size_t count; // of answers
    bool linked;  // terms are paths of files beside the page
};

struct report_section {
    enum section_rank rank;
    const char *id, *title; // NULL: none
    bool leads;             // the title leads the first sentence
    struct report_block *blocks;
    size_t count;
    struct arena *arena;
};

struct document {
    const char *title, *question; // question: "" if there is none
    const char *verdict;          // all in a line, or NULL
    struct report_section **sections;
    size_t count;
    struct arena *arena;
};

struct document *document_new(struct arena *arena, const char *title, const char *question);
struct report_section *document_section(struct document *document, enum section_rank rank,
                                        const char *id, const char *title);

// The section of notes; its first sentence says what the answer rests on.
struct report_section *document_trust(struct document *document);

// Adds to the section; texts are borrowed. Answers and terms that follow each other share a block.
void section_answer(struct report_section *section, enum tone tone, const char *word,
                    const char *words);
void section_words(struct report_section *section, const char *words);
void section_list(struct report_section *section, const struct text_list *list);
void section_term(struct report_section *section, const char *term, const char *words);
void section_code(struct report_section *section, const char *words);
struct report_table *section_table(struct report_section *section, const char *caption,
                                   const struct report_column *columns, size_t count);

// A row of empty cells.
struct report_row *table_row(struct arena *arena, struct report_table *table);
// The row with these cells, one for each column.
struct report_row *table_row_of(struct arena *arena, struct report_table *table,
                                const char *const *cells);

bool section_is_empty(const struct report_section *section);
// Whether the title stands before the first sentence, on its line.
bool section_is_led(const struct report_section *section);
