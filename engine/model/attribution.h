// The variants of an experiment that attributes variance to factors, in their order.
#pragma once

enum {
    ATTRIBUTED_ALL,    // takes the first draw of each factor
    ATTRIBUTED_AGAIN,  // the same once more, as builds of its own
    ATTRIBUTED_OTHER,  // takes the second draw of each factor
    ATTRIBUTED_FACTORS // from here on one each: the second draw of it, the first of the others
};
