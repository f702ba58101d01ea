// Records as JSON.
#include "report/json.h"

#include <jansson.h>

// Text that is not UTF-8 is made plain, so that the field remains.
static json_t *text_value(const char *text)
{
    json_t *value = json_string(text);
    if (value)
        return value;
    struct arena scratch = {0};
    char *plain = arena_strdup(&scratch, text);
    text_make_plain(plain);
    value = json_string(plain);
    arena_release(&scratch);
    return value;
}

static json_t *object_of(const struct record *record);
static json_t *array_of(const struct record *list);

static json_t *value_of(const struct field *field)
{
    switch (field->kind) {
    case FIELD_TEXT:
        return text_value(field->text);
    case FIELD_NUMBER:
        return json_real(field->number);
    case FIELD_COUNT:
        return json_integer((json_int_t)field->count);
    case FIELD_TRUTH:
        return json_boolean(field->truth);
    case FIELD_RECORD:
        return object_of(field->record);
    case FIELD_LIST:
        return array_of(field->record);
    case FIELD_ABSENT:
        break;
    }
    return json_null();
}

bool is_utf8(const char *text)
{
    json_t *value = json_string(text);
    json_decref(value);
    return value;
}

// NULL: no memory.
static json_t *object_of(const struct record *record)
{
    json_t *object = json_object();
    int failures = 0;
    for (size_t i = 0; i < record->count; i++) {
        const struct field *field = &record->fields[i];
        const char *name = is_utf8(field->name) ? field->name : "(not UTF-8)";
        failures |= json_object_set_new(object, name, value_of(field));
    }
    if (!failures)
        return object;
    json_decref(object);
    return NULL;
}

static json_t *array_of(const struct record *list)
{
    json_t *array = json_array();
    int failures = 0;
    for (size_t i = 0; i < list->count; i++)
        failures |= json_array_append_new(array, value_of(&list->fields[i]));
    if (!failures)
        return array;
    json_decref(array);
    return NULL;
}

static bool write_value(json_t *root, FILE *out, struct error *error)
{
    // Whoever ends the stream reports its own error.
    bool written = root && (json_dumpf(root, out, JSON_INDENT(2)) == 0 || ferror(out));
    json_decref(root);
    fputc('\n', out);
    return written || failed(error, EXIT_FAILED, "cannot write the report as JSON");
}

// ---- What a report says

static void add_sentences(const struct report_block *block, struct record *sentences)
{
    const struct report_table *table = block->table;
    if (block->kind == BLOCK_WORDS || block->kind == BLOCK_CODE)
        record_text(sentences, NULL, block->words);
    for (size_t i = 0; block->kind == BLOCK_LIST && i < block->list.count; i++)
        record_text(sentences, NULL, block->list.items[i]);
    for (size_t row = 0; table && row < table->row_count; row++)
        for (size_t i = 0; i < table->rows[row].below.count; i++)
            record_text(sentences, NULL, table->rows[row].below.items[i]);
}

static void add_block(const struct report_block *block, struct record *answers,
                      struct record *sentences, struct record *terms)
{
    for (size_t i = 0; i < block->count; i++) {
        struct record *answer = record_within(answers, NULL);
        record_text(answer, "word", block->answers[i].word);
        record_text(answer, "words", block->answers[i].words);
    }
    for (size_t i = 0; i < block->terms.count; i++) {
        struct record *term = record_within(terms, NULL);
        record_text(term, "term", block->terms.items[i]);
        record_text(term, "words", block->list.items[i]);
    }
    add_sentences(block, sentences);
}

// A section of tables alone has nothing to add to their values.
static void add_section(struct record *sections, const struct report_section *section)
{
    struct record *own = record_new(sections->arena);
    record_text(own, "title", section->title);
    struct record *answers = record_list(own, "answers"),
                  *sentences = record_list(own, "sentences"), *terms = record_list(own, "terms");
    for (size_t i = 0; i < section->count; i++)
        add_block(&section->blocks[i], answers, sentences, terms);
    if (answers->count || sentences->count || terms->count)
        record_copy(sections, own);
}

static json_t *report_value(const struct document *document)
{
    struct arena scratch = {0};
    struct record *report = record_new(&scratch);
    record_text(report, "title", document->title);
    record_text(report, "question", document->question);
    record_text(report, "answer", document->verdict);
    struct record *sections = record_list(report, "sections");
    for (size_t i = 0; i < document->count; i++)
        add_section(sections, document->sections[i]);
    json_t *value = object_of(report);
    arena_release(&scratch);
    return value;
}

// ---- Writing

bool json_of_result(const struct record *record, const struct document *document, FILE *out,
                    struct error *error)
{
    json_t *root = object_of(record);
    if (root && json_object_set_new(root, "report", report_value(document)) != 0) {
        json_decref(root);
        root = NULL;
    }
    return write_value(root, out, error);
}

bool json_of_record(const struct record *record, FILE *out, struct error *error)
{
    return write_value(object_of(record), out, error);
}

bool json_of_list(const struct record *list, FILE *out, struct error *error)
{
    return write_value(array_of(list), out, error);
}

char *json_line(const struct record *record)
{
    json_t *object = object_of(record);
    char *line = object ? json_dumps(object, 0) : NULL;
    json_decref(object);
    return line;
}
