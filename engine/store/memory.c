// Wraps SQLite's allocator.
#include "store/memory.h"

#include "base/error.h"

#include <sqlite3.h>

static sqlite3_mem_methods plain;

static void *allocate(int size)
{
    void *memory = plain.xMalloc(size);
    if (!memory)
        out_of_memory();
    return memory;
}

static void *reallocate(void *before, int size)
{
    void *memory = plain.xRealloc(before, size);
    if (!memory)
        out_of_memory();
    return memory;
}

void store_memory(void)
{
    if (plain.xMalloc)
        return;
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); // unused, and it locks at every allocation
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &plain);
    sqlite3_mem_methods ours = plain;
    ours.xMalloc = allocate;
    ours.xRealloc = reallocate;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &ours);
}
