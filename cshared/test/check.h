// Shared by the C tests. A test prints what is wrong and counts it; the program's exit status says
// whether anything was.
#ifndef CHECK_H
#define CHECK_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "rowlens.h"

// A line of a file, without its line feed.
typedef struct {
	const uint8_t *data;
	size_t len;
} line;

// The handles that a testee keeps, one per format.
typedef struct {
	char format[72];
	int64_t handle; // knows all schemas defined so far; 0 if there are none
} defined;

typedef struct {
	defined formats[16];
	size_t count;
} testee;

// By how many bytes a request may grow.
enum { extra = 64 };

// A member of a JSON object without white space outside its texts; its data is NULL if there is no
// such member.
line member(line object, const char *name);

int is_define(line request);

// Opens the schema in a request to define; returns RL_OK or the reason for failing.
int64_t define(testee *t, line request, rl_error *err);

// The request with the handle of its format. The memory has extra more bytes than the request.
line sent(testee *t, line request, uint8_t *room);

// Answers standard input.
int run_testee(void);

// Requests, except those to define, with the command line's answer to each.
typedef struct {
	line *requests;
	line *answers;
	size_t count;
} vectors;

// Number of failed checks, on all threads.
int failures(void);

// Reports what is wrong, and counts it.
void fail(const char *file, int at, const char *what, int64_t got, int64_t want);

#define EQUAL(got, want) \
	do { \
		int64_t got_ = (int64_t)(got), want_ = (int64_t)(want); \
		if (got_ != want_) fail(__FILE__, __LINE__, #got, got_, want_); \
	} while (0)

#define TRUE(what) EQUAL(!!(what), 1)

// The call fails with this code, which is also in err.
#define FAILS(call, want) \
	do { \
		memset(&err, 0x7f, sizeof err); \
		EQUAL(call, want); \
		EQUAL(err.code, want); \
		TRUE(memchr(err.message, 0, sizeof err.message) != NULL && err.message[0] != 0); \
	} while (0)

// Invalid lengths: 2^31, 2^31 - 1 + 1, "negative" numbers in a size_t, and the largest one.
extern const size_t lengths[6];

// Reads the lines of a file, or ends the program if it cannot.
line *read_lines(const char *name, size_t *count);

// The tests. Each takes the vectors, and ignores what it does not need.
void test_orders(const vectors *v);
void test_shapes(const vectors *v);
void test_vectors(const vectors *v);
void test_capacities(const vectors *v);
void test_arguments(const vectors *v);
void test_batches(const vectors *v);
void test_columns(const vectors *v);
void test_kinds(const vectors *v);
void test_hostile(const vectors *v);
void test_stats(const vectors *v);
void test_diff(const vectors *v);
void test_stores(const vectors *v);
void test_threads(const vectors *v);
void test_fork(const vectors *v);
void test_panic(const vectors *v);

#endif
