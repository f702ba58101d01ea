// Readers of single values, for rows of grammar tables.
#pragma once

#include "spec/yaml/grammar.h"

// The type of `at`. ${…} is resolved; a value that is not known yet leaves `at` unchanged.
reader read_keys;      // the members that keyword->keys fill
reader read_node;      // const struct node *, to be read later
reader read_plain;     // const char *, taken as written
reader read_name;      // const char *, as written; a valid file name
reader read_text;      // const char *
reader read_word;      // const char *, one of keyword->choices
reader read_index;     // int, its index in keyword->choices
reader read_count;     // size_t, within the range
reader read_fraction;  // double, within the range
reader read_duration;  // double, seconds, within the range
reader read_size;      // uint64_t, bytes, within the range
reader read_words;     // struct text_list: a list, or a line that is split after resolving
reader read_templates; // struct text_list: a list, or a line that is split before resolving;
                       // ${seed}, ${block} and ${execution} stay, for spec_fill()
