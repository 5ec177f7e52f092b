// A forked process has none of Go's threads, so a call into Go may hang forever. A child therefore
// refuses every call before Go is entered.
#ifndef ROWLENS_FORK_H
#define ROWLENS_FORK_H

#include "rowlens.h"

// Not 0 in a child of the process that loaded the library.
extern volatile int rowlens_forked;

// Fills err, if there is one, and returns RL_E_FORKED.
int64_t rowlens_refuse_fork(rl_error *err);

#endif
