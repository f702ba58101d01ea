// Names of users.
#pragma once

#include <sys/types.h>

enum { USER_NAME_BYTES = 64 };

// The user's name; "user NUMBER" if there is none.
void user_name(uid_t id, char name[static USER_NAME_BYTES]);
