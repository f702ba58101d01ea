// What a campaign.db looks like: its marks and its tables.
#pragma once

enum {
    STORE_APPLICATION = 0x65737765, // "eswe", SQLite's application_id
    STORE_VERSION = 5,              // SQLite's user_version: a newer file is refused
    STORE_OLDEST = 3,               // that can be read: it has none of the later tables
};

// Every table of an empty store but the later ones, as SQL.
extern const char store_schema[];

// A table that files of earlier formats need not have.
struct later_table {
    const char *name, *columns;
};
enum { LATER_TABLES = 3 };
extern const struct later_table later_tables[LATER_TABLES];

// A block with a step still planned is not a balanced one yet: analysis leaves it out. They are
// collected when the catalogue is read, once for all queries of one moment.
#define FIND_OPEN                                                                                  \
    "CREATE TEMP TABLE IF NOT EXISTS open_block(id INTEGER PRIMARY KEY);"                          \
    " DELETE FROM open_block;"                                                                     \
    " INSERT INTO open_block SELECT DISTINCT build.block FROM execution"                           \
    " JOIN build ON build.id = execution.build WHERE execution.state = 'planned'"
#define IN_OPEN "IN (SELECT id FROM open_block)"
