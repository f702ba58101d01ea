// Sets single functions' addresses in a layout that was drawn.
#pragma once

#include "base/error.h"
#include "model/layout.h"

// Applies them; those of functions without a section of their own change nothing.
void layout_set_addresses(struct layout *layout, const struct function_address *addresses,
                          size_t count);

// Has the layout a section for this function?
bool layout_has(const struct layout *layout, const struct function_address *address);
