// How the functions and data of two programs differ.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum function_change {
    FUNCTION_DIFFERS,  // its machine code, or what it refers to
    FUNCTION_DATA,     // its code is the same, but a constant or string that it refers to differs
    FUNCTION_VARIABLE, // no function, but data with a name that begin with another content
    FUNCTION_ADDED,
    FUNCTION_REMOVED,
    FUNCTION_RENAMED, // the same code under another name
    FUNCTION_MOVED,   // the same code at another address
    FUNCTION_CHANGES
};

struct changed_function {
    enum function_change change;
    const char *program;           // its file; "" where there is one program only
    const char *name, *new_name;   // as in the symbol table; the same unless renamed
    uint64_t old_size, new_size;   // bytes; 0: it is not there
    const char *title, *new_title; // as in the source, where that is another name; else NULL
};

// All functions of the old and new programs that are not the same at the same address: by change,
// the largest first.
struct function_difference {
    struct changed_function *items;
    size_t count;
    size_t of[FUNCTION_CHANGES]; // how many of each
    // A library or program of the project that runs beside the compared ones and differs;
    // NULL: none.
    const char *elsewhere;
    const char *uncompared; // what could not be compared, as words; NULL: nothing
    size_t same;            // functions of the same code at the same address
};
