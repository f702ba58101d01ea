// SQLite's memory.
#pragma once

// Lets SQLite end the program without memory, as out_of_memory() does: it would lose what it reads
// in columns otherwise, and say nothing. Before the first store is opened.
void store_memory(void);
