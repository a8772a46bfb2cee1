#ifndef STAND_IN_SHIMS_H
#define STAND_IN_SHIMS_H

/// The stand-in only needs some C code to exist.
int stand_in_answer(void);

#endif
