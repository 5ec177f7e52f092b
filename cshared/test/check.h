// Shared by the C tests. A test prints what is wrong and counts it; the program's status says
// whether there was anything.
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

// The handles that a testee keeps, one for each format.
typedef struct {
	char format[72];
	int64_t handle; // knows all schemas defined so far; 0 for none
} defined;

typedef struct {
	defined formats[16];
	size_t count;
} testee;

// How many bytes longer a request may become.
enum { extra = 64 };

// A member of a JSON object without white space outside its texts; without data if it is
// missing.
line member(line object, const char *name);

int is_define(line request);

// Opens the schema of a define request; RL_OK or the reason for failure.
int64_t define(testee *t, line request, rl_error *err);

// The request with the handle of its format; room is extra bytes larger than the request.
line sent(testee *t, line request, uint8_t *room);

// Answers standard input.
int run_testee(void);

// Requests, without those that define, and the command line's answer to each.
typedef struct {
	line *requests;
	line *answers;
	size_t count;
} vectors;

// How many checks failed, on any thread.
int failures(void);

// Reports what is wrong, and counts it.
void fail(const char *file, int at, const char *what, int64_t got, int64_t want);

#define EQUAL(got, want) \
	do { \
		int64_t got_ = (int64_t)(got), want_ = (int64_t)(want); \
		if (got_ != want_) fail(__FILE__, __LINE__, #got, got_, want_); \
	} while (0)

#define TRUE(what) EQUAL(!!(what), 1)

// The call fails with this code, and also reports it in err.
#define FAILS(call, want) \
	do { \
		memset(&err, 0x7f, sizeof err); \
		EQUAL(call, want); \
		EQUAL(err.code, want); \
		TRUE(memchr(err.message, 0, sizeof err.message) != NULL && err.message[0] != 0); \
	} while (0)

// Invalid lengths: 2^31, 2^31 - 1 + 1, "negative" numbers in a size_t, and the largest.
extern const size_t lengths[6];

// Reads the lines of a file; ends the program if it cannot.
line *read_lines(const char *name, size_t *count);

// The tests. Each is given the vectors, and ignores them if it needs none.
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
