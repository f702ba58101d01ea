// Names as every variant of a program has them: without what compilers number or hash anew.
#pragma once

#include "base/arena.h"

// Of a function, or of its section: without the numbers of clones (f.constprop.0), the module ids
// of clang (f.llvm.123), Rust's hashes, and the numbers of static variables (.bss.counter.1).
const char *stable_name(struct arena *arena, const char *given);

// Of a program or shared library: "libz.so" of "lib/libz.so.1.3".
const char *stable_file(struct arena *arena, const char *path);

// Of an object file as linkers name it, "path/a.o" or "lib.a:a.o": "a.o". "" if the name changes
// with the code or with each build: objects of link-time optimization, of Rust's codegen units,
// temporary files.
const char *stable_object(struct arena *arena, const char *file);
