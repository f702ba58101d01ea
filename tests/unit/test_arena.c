// Memory of an arena, also of nothing.
#include "base/arena.h"

#include "testing.h"

#include <stdint.h>

static void arrays_are_aligned(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    for (size_t count = 0; count < 3; count++) {
        arena_strdup(&arena, "odd");
        assert_int_equal((uintptr_t)arena_new_array(&arena, double, count) % _Alignof(double), 0);
    }
    arena_release(&arena);
}

int tests_of_arena(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(arrays_are_aligned)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
