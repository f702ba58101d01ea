// Names of users, from the system's list.
#include "base/user.h"

#include <pwd.h>
#include <stdio.h>

void user_name(uid_t id, char name[static USER_NAME_BYTES])
{
    const struct passwd *user = getpwuid(id);
    if (user)
        snprintf(name, USER_NAME_BYTES, "%s", user->pw_name);
    else
        snprintf(name, USER_NAME_BYTES, "user %u", (unsigned)id);
}
