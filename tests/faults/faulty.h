// Preloaded into a program: calls of one kind that fail, counted.
#pragma once

#include <stdbool.h>

enum kind {
    KIND_PWRITE,
    KIND_SYNC,
    KIND_WRITE,
    KIND_RENAME,
    KIND_TRUNCATE,
    KIND_COPY,
    KIND_MAKE,
    KIND_REMOVE,
    KIND_START,
    KIND_MEMORY,
    KIND_OPEN,
    KIND_READ,
    KIND_RECEIVE,
    KIND_SEND,
    KIND_DESCRIPTOR,
    KIND_LOCK,
    KIND_ALLOCATE,
    KINDS,
};

// Counts a call; true: it is to fail, and errno is `number`.
bool fails(enum kind kind, int number);
