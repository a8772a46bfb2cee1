#include "shims.h"

int stand_in_answer(void) { return 42; }
