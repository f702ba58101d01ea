// Stands in for lto-wrapper, which gcc's linker plugin calls to generate the code of a link.
#pragma once

// The name under which the plugin calls it.
#define LTO_WRAPPER_NAME "lto-wrapper"

// Environment variables that tell it the real one, and the folder where generated objects stay.
#define LTO_WRAPPER_VARIABLE "ESWEXP_LTO_WRAPPER"
#define LTO_OBJECTS_VARIABLE "ESWEXP_LTO_OBJECTS"

// Generates the objects if the folder has none, and names them to the plugin. Its exit status.
int lto_wrapper_stand_in(char *const *argv);
