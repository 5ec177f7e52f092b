// What the C tests share. A test prints what is wrong and counts it; the program's
// status says whether anything was.
#ifndef CHECK_H
#define CHECK_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "rowlens.h"

// A line of a file, without its line feed.
typedef struct {
	const uint8_t *data;
	size_t len;
} line;

// Requests, and what the command line answers to each.
typedef struct {
	line *requests;
	line *answers;
	size_t count;
} vectors;

// How many checks failed, on any thread.
int failures(void);

// Says what is wrong, and counts it.
void fail(const char *file, int at, const char *what, int64_t got, int64_t want);

#define EQUAL(got, want) \
	do { \
		int64_t got_ = (int64_t)(got), want_ = (int64_t)(want); \
		if (got_ != want_) fail(__FILE__, __LINE__, #got, got_, want_); \
	} while (0)

#define TRUE(what) EQUAL(!!(what), 1)

// Reads the lines of a file; ends the program when it cannot.
line *read_lines(const char *name, size_t *count);

// The tests. Each takes vectors; what it does not need it ignores.
void test_vectors(const vectors *v);
void test_capacities(const vectors *v);
void test_arguments(const vectors *v);
void test_batches(const vectors *v);
void test_threads(const vectors *v);
void test_fork(const vectors *v);
void test_panic(const vectors *v);

#endif
