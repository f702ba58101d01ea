// Names of users, from the system's list.
#include "base/user.h"

#include "base/error.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>

void user_name(uid_t id, char name[static USER_NAME_BYTES])
{
    errno = 0;
    const struct passwd *user = getpwuid(id);
    if (!user && errno == ENOMEM)
        out_of_memory();
    if (user)
        snprintf(name, USER_NAME_BYTES, "%s", user->pw_name);
    else
        snprintf(name, USER_NAME_BYTES, "user %u", (unsigned)id);
}
