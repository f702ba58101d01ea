// Warnings that reach the log and the report.
#include "executor/observe/recorder.h"

#include "base/text.h"
#include "store/events.h"

bool recorder_warn(struct recorder *recorder, const char *kind, const char *text,
                   struct error *error)
{
    log_warning(recorder->log, "%s", text);
    return store_event(recorder->store, kind, text, error);
}

bool recorder_warn_once(struct recorder *recorder, const char *kind, const char *text,
                        struct error *error)
{
    if (!text_list_add_once(&recorder->warned, recorder->arena, text))
        return true;
    log_warning(recorder->log, "%s", text);
    return store_event_once(recorder->store, kind, text, error);
}
