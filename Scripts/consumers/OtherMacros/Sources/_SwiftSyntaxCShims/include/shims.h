#ifndef STAND_IN_SHIMS_H
#define STAND_IN_SHIMS_H

/// The only thing that the stand-in needs of C: that there is some.
int stand_in_answer(void);

#endif
