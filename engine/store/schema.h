// What a campaign.db looks like: its marks and its tables.
#pragma once

enum {
    STORE_APPLICATION = 0x65737765, // "eswe", SQLite's application_id
    STORE_VERSION = 2,              // SQLite's user_version: a newer file is refused
};

// Every table of an empty store, as SQL.
extern const char store_schema[];
