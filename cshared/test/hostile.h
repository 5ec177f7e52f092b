// Shared by the tests of wrong calls: those about stores have a file of their own.
#ifndef HOSTILE_H
#define HOSTILE_H

#include "check.h"

// The contents of a line of the table, and what it is called with.
typedef struct {
	line object;
	char format[16], record[300], part[16], path[32], files[256];
	uint8_t bytes[64];
	size_t size; // of the bytes
} wrong_call;

// What the last call reported.
extern rl_error hostile_err;

// The text of a member, without the backslashes before quotes; empty if there is none.
size_t text(line object, const char *name, char *to, size_t cap);

// Opens the store of a line; it must open.
int64_t hostile_opened(const wrong_call *of);

// The calls about stores. Each returns RL_OK if nothing is wrong after all, and a positive number if rows report damage.
int64_t hostile_open(const wrong_call *of);
int64_t hostile_named(const wrong_call *of);
int64_t hostile_scan(const wrong_call *of);
int64_t hostile_cut(const wrong_call *of);
int64_t hostile_read(const wrong_call *of);

#endif
