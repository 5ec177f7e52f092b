// Shared by the tests of wrong calls; those for stores have a separate file.
#ifndef HOSTILE_H
#define HOSTILE_H

#include "check.h"

// The content of a line of the table, and the arguments made from it.
typedef struct {
	line object;
	char format[16], record[300], part[16], path[32], files[256];
	uint8_t bytes[64];
	size_t size; // of the bytes
} wrong_call;

// The error of the last call.
extern rl_error hostile_err;

// The text of a member, with the backslashes before quotes removed; empty if there is none.
size_t text(line object, const char *name, char *to, size_t cap);

// Opens the store of a line, which must be possible.
int64_t hostile_opened(const wrong_call *of);

// The calls for stores. Each returns RL_OK if nothing is wrong after all, and a positive number if rows are reported as
// damaged.
int64_t hostile_open(const wrong_call *of);
int64_t hostile_named(const wrong_call *of);
int64_t hostile_scan(const wrong_call *of);
int64_t hostile_cut(const wrong_call *of);
int64_t hostile_read(const wrong_call *of);

#endif
