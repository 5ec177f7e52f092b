#define _POSIX_C_SOURCE 200809L
#include "fork.h"

#include <string.h>

volatile int rowlens_forked;

#ifndef _WIN32 // Windows has no fork
#include <pthread.h>

static void mark(void) { rowlens_forked = 1; }

// Runs when the library is loaded, before any call.
__attribute__((constructor)) static void remember(void) { pthread_atfork(NULL, NULL, mark); }
#endif

int64_t rowlens_refuse_fork(rl_error *err) {
	if (err != NULL) {
		memset(err, 0, sizeof *err);
		err->code = RL_E_FORKED;
		err->row = -1;
		err->offset = -1;
		strncpy(err->message, rl_strerror(RL_E_FORKED), sizeof err->message - 1);
	}
	return RL_E_FORKED;
}
