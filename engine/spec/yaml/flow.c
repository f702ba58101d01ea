// Nodes written as YAML in one line.
#include "spec/yaml/flow.h"

void flow_word(struct text *text, const char *word)
{
    text_add(text, "\"");
    for (; *word; word++) {
        unsigned char byte = (unsigned char)*word;
        if (byte == '"' || byte == '\\')
            text_printf(text, "\\%c", byte);
        else if (byte < ' ')
            text_printf(text, "\\x%02x", byte);
        else
            text_add_bytes(text, word, 1);
    }
    text_add(text, "\"");
}

void flow_node(struct text *text, const struct node *node, bool key)
{
    if (key && node->key) {
        flow_word(text, node->key);
        text_add(text, ": ");
    }
    if (node->kind == NODE_SCALAR) {
        if (!node_is_empty(node))
            flow_word(text, node->text);
        return;
    }
    bool map = node->kind == NODE_MAP;
    text_add(text, map ? "{" : "[");
    for (const struct node *child = node->first; child; child = child->next) {
        flow_node(text, child, map);
        text_add(text, child->next ? ", " : "");
    }
    text_add(text, map ? "}" : "]");
}
