// The helper eswexp-archive: packs or unpacks one archive. Prints an error on stdout; exits with
// its code.
#include "base/archive/archive.h"
#include "base/archive/archive_reader.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static bool run(int argc, char **argv, struct error *error)
{
    const char *verb = argc > 1 ? argv[1] : "";
    char top[256];
    if (argc == 5 && strcmp(verb, "pack") == 0)
        return archive_pack(argv[2], argv[3], argv[4], error);
    if (argc == 4 && strcmp(verb, "unpack") == 0)
        return archive_unpack(argv[2], argv[3], &archive_limits, error);
    if (argc == 3 && strcmp(verb, "top") == 0)
        return archive_top(argv[2], top, error) && fputs(top, stdout) >= 0;
    return failed(error, EXIT_USAGE, "eswexp-archive is called by eswexp");
}

int main(int argc, char **argv)
{
    struct error error = {.code = EXIT_FINE};
    signal(SIGXFSZ, SIG_IGN);       // a write beyond the limit for files fails with EFBIG
    setlocale(LC_CTYPE, "C.UTF-8"); // for the names that libarchive reads
    if (run(argc, argv, &error))
        return EXIT_FINE;
    fputs(error.text, stdout);
    return error.code ? (int)error.code : EXIT_FAILED;
}
