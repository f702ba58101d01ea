// Nodes written as YAML in one line, as --set takes it.
#pragma once

#include "base/text.h"
#include "spec/yaml/nodes.h"

// A word in double quotes.
void flow_word(struct text *text, const char *word);

// A node, with its key if it has one, unless `key` is false.
void flow_node(struct text *text, const struct node *node, bool key);
