// A child of the process that loaded the library gets an error code at once, and the parent
// continues.
#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static const char request[] = "{}";

static int64_t call(rl_error *err) {
	uint8_t out[256];
	return rl_answer((const uint8_t *)request, 2, out, sizeof out, err);
}

// Runs in the child; the status is 0 if everything is as it should be.
static int child(void) {
	rl_error err;
	int32_t starts[1];
	rl_part part = {"row", NULL, 0};
	alarm(1); // a signal ends the child if a call hangs
	memset(&err, 0x7f, sizeof err);
	return !(call(&err) == RL_E_FORKED && err.code == RL_E_FORKED && strstr(err.message, "fork") != NULL &&
		call(NULL) == RL_E_FORKED && rl_inspect(NULL, 0, NULL, 0, NULL) == RL_E_FORKED &&
		rl_decode(0, "", "", &part, 1, 0, 0, NULL, 0, NULL) == RL_E_FORKED &&
		rl_encode(0, "", "", "", NULL, 0, 0, NULL, 0, NULL) == RL_E_FORKED &&
		rl_decode_batch(0, "", "", NULL, 0, 0, 0, 0, starts, NULL, NULL, 0, NULL) == RL_E_FORKED &&
		rl_encode_batch(0, "", "", "", NULL, NULL, 0, 0, starts, NULL, NULL, 0, NULL) == RL_E_FORKED &&
		rl_schema_open("", NULL, 0, NULL) == RL_E_FORKED && rl_schema_close(1) == RL_E_FORKED &&
		rl_kind_open(0, "", "", 0, NULL) == RL_E_FORKED && rl_kind_close(1) == RL_E_FORKED &&
		rl_kind_decode(1, &part, 1, 0, NULL, 0, NULL) == RL_E_FORKED && rl_kind_encode(1, "", NULL, 0, NULL, 0, NULL) == RL_E_FORKED &&
		rl_kind_decode_batch(1, NULL, 0, 0, 0, starts, NULL, NULL, 0, NULL) == RL_E_FORKED &&
		rl_kind_encode_batch(1, "", NULL, NULL, 0, starts, NULL, NULL, 0, NULL) == RL_E_FORKED &&
		rl_decode_columns(0, "", "", NULL, 0, 0, 0, NULL, 0, NULL, NULL, 0, NULL) == RL_E_FORKED &&
		rl_compare(0, "", NULL, 0, NULL, 0, NULL, 0, NULL) == RL_E_FORKED &&
		rl_range(0, "", "", NULL, 0, 0, NULL, 0, NULL) == RL_E_FORKED &&
		rl_hlc_join("maryk", 0, 0, NULL, NULL) == RL_E_FORKED && rl_hlc_split("maryk", 0, NULL, NULL, NULL) == RL_E_FORKED &&
		rl_store_open(NULL, 0, NULL, 0, NULL, NULL) == RL_E_FORKED && rl_store_tables(1, NULL, 0, NULL) == RL_E_FORKED &&
		rl_store_scan(1, NULL, 0, NULL, NULL) == RL_E_FORKED && rl_store_close(1) == RL_E_FORKED &&
		rl_store_parts(1, NULL, 0, NULL, 0, NULL) == RL_E_FORKED &&
		rl_hash32("", NULL, 0) == RL_E_FORKED && rl_abi_version() == RL_ABI_VERSION && strcmp(rl_version(), RL_VERSION) == 0);
}

void test_fork(const vectors *v) {
	(void)v;
	TRUE(call(NULL) > 0);
	for (int i = 0; i < 50; i++) {
		int status = -1;
		pid_t pid = fork();
		if (pid == 0) _exit(child());
		EQUAL(waitpid(pid, &status, 0), pid);
		EQUAL(status, 0);
		TRUE(call(NULL) > 0);
	}
}
#endif
