// Locks of the engine that the test refuses, with the error of a broken disk.
#pragma once

#include <errno.h>
#include <stdbool.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool locks_are_refused;

// In place of libc's.
int flock(int fd, int operation)
{
    if (!locks_are_refused)
        return (int)syscall(SYS_flock, fd, operation);
    errno = EIO;
    return -1;
}
