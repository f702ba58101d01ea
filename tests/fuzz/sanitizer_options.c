// Of the programs that the cases of tests/commands start by the thousand: a search for leaks takes
// two fifths of a start. Unit tests and fuzzers search, and in `prove` these cases do.
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0:malloc_context_size=3:quarantine_size_mb=8";
}
