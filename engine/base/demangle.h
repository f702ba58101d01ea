// Names of functions as their source has them.
#pragma once

#include "base/arena.h"

// "shape::area() const" of "_ZNK5shape4areaEv", for C++ and Rust; at most 512 bytes. NULL if the
// symbol is no such name or longer than 4 KiB, and always if eswexp was built without libiberty.
// Only for symbols of a program that the user builds: a hostile symbol may take for ever.
const char *demangled(struct arena *arena, const char *symbol);
