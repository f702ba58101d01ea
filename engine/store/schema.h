// The format of campaign.db: its marks and its tables.
#pragma once

enum {
    STORE_APPLICATION = 0x65737765, // "eswe", SQLite's application_id
    STORE_VERSION = 5,              // SQLite's user_version: a newer file is refused
    STORE_OLDEST = 3,               // oldest that can be read; it has no later tables
};

// SQL that creates all tables but the later ones.
extern const char store_schema[];

// A table that files of earlier formats lack.
struct later_table {
    const char *name, *columns;
};
enum { LATER_TABLES = 3 };
extern const struct later_table later_tables[LATER_TABLES];

// A block with a planned execution is not balanced yet, and analysis leaves it out. Reading the
// catalogue collects these open blocks, once for all queries that follow.
#define FIND_OPEN                                                                                  \
    "CREATE TEMP TABLE IF NOT EXISTS open_block(id INTEGER PRIMARY KEY);"                          \
    " DELETE FROM open_block;"                                                                     \
    " INSERT INTO open_block SELECT DISTINCT build.block FROM execution"                           \
    " JOIN build ON build.id = execution.build WHERE execution.state = 'planned'"
#define IN_OPEN_BLOCK "IN (SELECT id FROM open_block)"
