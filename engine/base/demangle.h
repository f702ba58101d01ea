// Names of functions as their source has them.
#pragma once

#include "base/arena.h"

// "shape::area() const" of "_ZNK5shape4areaEv"; for C++ and Rust. NULL if the symbol is no such
// name or longer than 4 KiB, and if eswexp was built without libiberty; at
// most 512 bytes. For names from a link of
// one's own: a hostile one may take for ever.
const char *demangled(struct arena *arena, const char *symbol);
