// YAML text as a tree of nodes: libyaml's events, nothing of its document model.
#include "spec/yaml/nodes.h"

#include <string.h>
#include <yaml.h>

struct composer {
    yaml_parser_t parser;
    struct arena *arena;
    struct mistakes *mistakes;
    const char *bytes;
    size_t setting;
    bool broken; // the text cannot be made into a tree
};

#define EVENT_CLEANUP __attribute__((cleanup(yaml_event_delete)))

static struct place place_at(const struct composer *composer, yaml_mark_t mark)
{
    return (struct place){composer->setting, mark.line + 1, mark.column + 1};
}

static bool starts_character(char byte)
{
    return ((unsigned char)byte & 0xC0) != 0x80;
}

// libyaml's reader, below its scanner, reports a byte offset only.
static struct place place_of_offset(const struct composer *composer, size_t offset)
{
    struct place place = {composer->setting, 1, 1};
    for (const char *c = composer->bytes; c < composer->bytes + offset; c++) {
        place.column += starts_character(*c);
        if (*c == '\n') {
            place.line++;
            place.column = 1;
        }
    }
    return place;
}

// The line of the problem, up to *end, that of the line.
static const char *problem_line(const yaml_parser_t *parser, const char **end)
{
    const char *line = (const char *)parser->input.string.start, *newline;
    const char *all_end = (const char *)parser->input.string.end;
    for (size_t i = 0; i < parser->problem_mark.line; i++)
        line = (newline = memchr(line, '\n', (size_t)(all_end - line))) ? newline + 1 : all_end;
    newline = memchr(line, '\n', (size_t)(all_end - line));
    *end = newline ? newline : all_end;
    return line;
}

// "x${n}" inside {…} or […] ends at its brace.
static const char *quoting_hint(const yaml_parser_t *parser)
{
    const char *end, *line = problem_line(parser, &end);
    bool wanted = parser->context && strstr(parser->context, "flow") &&
                  memmem(line, (size_t)(end - line), "${", 2);
    return wanted ? ": quote a text with '${…}' inside {…} or […]" : "";
}

static bool is_tab(const yaml_parser_t *parser)
{
    const char *end, *line = problem_line(parser, &end);
    return parser->problem_mark.column < (size_t)(end - line) &&
           line[parser->problem_mark.column] == '\t';
}

static void note_parser_error(struct composer *composer)
{
    const yaml_parser_t *parser = &composer->parser;
    const char *problem = parser->problem ? parser->problem : "not YAML";
    if (parser->error == YAML_MEMORY_ERROR)
        out_of_memory();
    if (parser->error == YAML_READER_ERROR)
        mistake(composer->mistakes, place_of_offset(composer, parser->problem_offset),
                "the text is not plain UTF-8: %s", problem);
    else if (is_tab(parser))
        mistake(composer->mistakes, place_at(composer, parser->problem_mark),
                "a tab cannot indent: indent by blanks");
    else if (parser->context)
        mistake(composer->mistakes, place_at(composer, parser->problem_mark), "%s, %s%s", problem,
                parser->context, quoting_hint(parser));
    else
        mistake(composer->mistakes, place_at(composer, parser->problem_mark), "%s", problem);
}

static bool next_event(struct composer *composer, yaml_event_t *event)
{
    if (!composer->broken && yaml_parser_parse(&composer->parser, event))
        return true;
    if (!composer->broken)
        note_parser_error(composer);
    memset(event, 0, sizeof *event);
    composer->broken = true;
    return false;
}

static struct node *refuse(struct composer *composer, const yaml_event_t *event, const char *why)
{
    mistake(composer->mistakes, place_at(composer, event->start_mark), "%s", why);
    composer->broken = true;
    return NULL;
}

static void refuse_properties(struct composer *composer, const yaml_event_t *event,
                              const yaml_char_t *anchor, const yaml_char_t *tag)
{
    struct place place = place_at(composer, event->start_mark);
    if (anchor)
        mistake(composer->mistakes, place, "anchors are not allowed: remove '&%s'", anchor);
    if (tag)
        mistake(composer->mistakes, place, "tags are not allowed: remove '%s'", tag);
}

static struct node *compose(struct composer *composer, const yaml_event_t *event, size_t depth);

static void append(struct node ***tail, struct node *node)
{
    **tail = node;
    *tail = &node->next;
}

static struct node *compose_list(struct composer *composer, struct node *list, size_t depth)
{
    struct node **tail = &list->first;
    for (;;) {
        EVENT_CLEANUP yaml_event_t event;
        if (!next_event(composer, &event))
            return NULL;
        if (event.type == YAML_SEQUENCE_END_EVENT)
            return list;
        struct node *item = compose(composer, &event, depth);
        if (!item)
            return NULL;
        append(&tail, item);
    }
}

static struct node *compose_entry(struct composer *composer, const yaml_event_t *key_event,
                                  size_t depth)
{
    struct node *key = compose(composer, key_event, depth);
    if (!key)
        return NULL;
    if (key->kind != NODE_SCALAR)
        return refuse(composer, key_event, "a key must be one word");
    EVENT_CLEANUP yaml_event_t event;
    if (!next_event(composer, &event))
        return NULL;
    struct node *value = compose(composer, &event, depth);
    if (value) {
        value->key = key->text;
        value->key_place = key->place;
        value->key_column = key->text_column;
    }
    return value;
}

static void refuse_repeated_keys(struct composer *composer, const struct node *map, size_t count)
{
    struct entry *entries = arena_new_array(composer->arena, struct entry, count);
    size_t i = 0;
    for (const struct node *child = map->first; child; child = child->next, i++)
        entries[i] = (struct entry){child->key, child->key_place, i};
    mistakes_repeated(composer->mistakes, entries, count, "key");
}

static struct node *compose_map(struct composer *composer, struct node *map, size_t depth)
{
    struct node **tail = &map->first;
    for (size_t count = 0;; count++) {
        EVENT_CLEANUP yaml_event_t event;
        if (!next_event(composer, &event))
            return NULL;
        if (event.type == YAML_MAPPING_END_EVENT) {
            refuse_repeated_keys(composer, map, count);
            return map;
        }
        struct node *value = compose_entry(composer, &event, depth);
        if (!value)
            return NULL;
        append(&tail, value);
    }
}

// The column of a scalar's first character if text and file have the same characters: no escapes,
// no folding, one line. Else 0.
static size_t text_column(const yaml_event_t *event, const char *value, bool plain)
{
    const yaml_mark_t *start = &event->start_mark, *end = &event->end_mark;
    size_t characters = plain ? 0 : 2;
    for (; *value; value++)
        characters += starts_character(*value);
    bool same = start->line == end->line && end->column - start->column == characters;
    return same ? start->column + 1 + !plain : 0;
}

static struct node *compose_scalar(struct composer *composer, struct node *node,
                                   const yaml_event_t *event)
{
    const char *value = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    if (memchr(value, 0, length))
        return refuse(composer, event, "a text must not hold a NUL character");
    node->text = arena_strndup(composer->arena, value, length);
    node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    node->text_column = text_column(event, node->text, node->plain);
    return node;
}

// The node that begins with this event; its children are read from the parser.
static struct node *compose(struct composer *composer, const yaml_event_t *event, size_t depth)
{
    struct node *node = arena_new(composer->arena, struct node);
    node->place = place_at(composer, event->start_mark);
    node->text = "";
    if (depth == NODE_DEPTH_MAX)
        return refuse(composer, event, "lists and maps are nested too deeply");
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        refuse_properties(composer, event, event->data.scalar.anchor, event->data.scalar.tag);
        return compose_scalar(composer, node, event);
    case YAML_SEQUENCE_START_EVENT:
        refuse_properties(composer, event, event->data.sequence_start.anchor,
                          event->data.sequence_start.tag);
        node->kind = NODE_LIST;
        return compose_list(composer, node, depth + 1);
    case YAML_MAPPING_START_EVENT:
        refuse_properties(composer, event, event->data.mapping_start.anchor,
                          event->data.mapping_start.tag);
        node->kind = NODE_MAP;
        return compose_map(composer, node, depth + 1);
    default:
        return refuse(composer, event, "aliases are not allowed: write the value itself");
    }
}

static struct node *compose_document(struct composer *composer)
{
    EVENT_CLEANUP yaml_event_t stream_start, document_start, first, document_end, stream_end;
    memset(&document_start, 0, sizeof document_start);
    memset(&first, 0, sizeof first);
    memset(&document_end, 0, sizeof document_end);
    memset(&stream_end, 0, sizeof stream_end);
    if (!next_event(composer, &stream_start) || !next_event(composer, &document_start))
        return NULL;
    if (document_start.type == YAML_STREAM_END_EVENT)
        return refuse(composer, &document_start, "the file is empty");
    if (!next_event(composer, &first))
        return NULL;
    struct node *root = compose(composer, &first, 0);
    if (!root || !next_event(composer, &document_end) || !next_event(composer, &stream_end))
        return NULL;
    if (stream_end.type != YAML_STREAM_END_EVENT)
        return refuse(composer, &stream_end, "a file holds one document");
    return root;
}

struct node *nodes_read(struct arena *arena, const char *bytes, size_t length, size_t setting,
                        struct mistakes *mistakes)
{
    if (length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) { // a byte order mark
        bytes += 3;
        length -= 3;
    }
    struct composer composer = {
        .arena = arena, .mistakes = mistakes, .bytes = bytes, .setting = setting};
    struct place start = {setting, 1, 1};
    if (length > FILE_BYTES_MAX) {
        mistake(mistakes, start, "the text is longer than %d bytes", FILE_BYTES_MAX);
        return NULL;
    }
    if (!yaml_parser_initialize(&composer.parser))
        out_of_memory();
    yaml_parser_set_encoding(&composer.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&composer.parser, (const unsigned char *)bytes, length);
    struct node *root = compose_document(&composer);
    yaml_parser_delete(&composer.parser);
    return composer.broken ? NULL : root;
}

bool nodes_mark(struct node *node)
{
    node->templated = strstr(node->text, "${") != NULL;
    for (struct node *child = node->first; child; child = child->next)
        node->templated |= nodes_mark(child);
    return node->templated;
}

struct node *node_child(const struct node *map, const char *key)
{
    struct node *child = map ? map->first : NULL;
    while (child && !(child->key && strcmp(child->key, key) == 0))
        child = child->next;
    return child;
}

size_t node_count(const struct node *node)
{
    size_t count = 0;
    for (const struct node *child = node ? node->first : NULL; child; child = child->next)
        count++;
    return count;
}

const struct node *node_items(const struct node *node, struct node *alone)
{
    if (node->kind != NODE_SCALAR)
        return node->first;
    *alone = *node;
    alone->next = NULL;
    return node_is_empty(node) ? NULL : alone;
}

bool node_is_empty(const struct node *node)
{
    return node->kind == NODE_SCALAR && node->plain && !*node->text;
}

struct place node_text_place(const struct node *node, size_t characters)
{
    struct place place = node->place;
    if (node->text_column)
        place.column = node->text_column + characters;
    return place;
}
