// A comparison as a document: on a terminal, and for a step summary or a comment.
#pragma once

#include "report/compare/comparison.h"
#include "report/model/document.h"

struct document *comparison_document(struct arena *arena, const struct comparison_set *set,
                                     const struct comparison_frame *frame);
