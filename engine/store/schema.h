// What a campaign.db looks like: its marks and its tables.
#pragma once

enum {
    STORE_APPLICATION = 0x65737765, // "eswe", SQLite's application_id
    STORE_VERSION = 3,              // SQLite's user_version: a newer file is refused
};

// Every table of an empty store, as SQL.
extern const char store_schema[];

// A block with a step still planned is not a balanced one yet: analysis leaves it out. Asked block
// by block, so that what a cell costs does not grow with the number of cells.
#define IS_OPEN(block)                                                                             \
    "EXISTS (SELECT 1 FROM build AS own_build JOIN execution AS own_execution"                     \
    " ON own_execution.build = own_build.id WHERE own_build.block = " block                        \
    " AND own_execution.state = 'planned')"
