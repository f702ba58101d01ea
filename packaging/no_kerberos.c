// Stands in for Kerberos, of which Debian has no static library: libgit2 would log in to servers
// with it, and eswexp reads local repositories only.
#include <stdlib.h>

#define ABSENT(function)                                                                           \
    _Noreturn void function(void);                                                                 \
    _Noreturn void function(void)                                                                  \
    {                                                                                              \
        abort();                                                                                   \
    }

ABSENT(gss_delete_sec_context)
ABSENT(gss_display_status)
ABSENT(gss_import_name)
ABSENT(gss_indicate_mechs)
ABSENT(gss_init_sec_context)
ABSENT(gss_release_buffer)
ABSENT(gss_release_name)
ABSENT(gss_release_oid_set)

extern void *const GSS_C_NT_HOSTBASED_SERVICE;
void *const GSS_C_NT_HOSTBASED_SERVICE = NULL;
