// Every shared vector of every format through rl_answer gives the same bytes as the command line.
// Every n-th vector is tried with every capacity, where n is SWEEP.
#include <stdlib.h>
#include <string.h>

#include "check.h"

static int64_t answer(line request, uint8_t *out, size_t cap) {
	rl_error err;
	return rl_answer(request.data, request.len, out, cap, &err);
}

void test_vectors(const vectors *v) {
	uint8_t *out = malloc(1 << 20);
	TRUE(out != NULL);
	for (size_t i = 0; i < v->count && out != NULL; i++) {
		int64_t n = answer(v->requests[i], out, 1 << 20);
		EQUAL(n, v->answers[i].len);
		if (n == (int64_t)v->answers[i].len && memcmp(out, v->answers[i].data, (size_t)n) != 0) {
			fail("vector", (int)i + 1, "the answer", 0, 1);
		}
	}
	free(out);
}

enum { canary = 0xa5, guard = 64 };

// One capacity: the block is exactly as large as stated, and is followed by bytes that must not be
// touched.
static void one_capacity(line request, line want, size_t cap) {
	uint8_t *out = malloc(cap + guard);
	if (out == NULL) {
		TRUE(out != NULL);
		return;
	}
	memset(out, canary, cap + guard);
	EQUAL(answer(request, out, cap), want.len);
	for (size_t i = 0; i < guard; i++) EQUAL(out[cap + i], canary);
	if (cap >= want.len) TRUE(memcmp(out, want.data, want.len) == 0);
	free(out);
}

// The same without bytes after the block, for valgrind and AddressSanitizer.
static void exact_capacity(line request, line want, size_t cap) {
	uint8_t *out = malloc(cap > 0 ? cap : 1);
	if (out != NULL) EQUAL(answer(request, out, cap), want.len);
	free(out);
}

void test_capacities(const vectors *v) {
	const char *sweep = getenv("SWEEP");
	size_t every = sweep != NULL && atoi(sweep) > 0 ? (size_t)atoi(sweep) : 1;
	int brief = getenv("BRIEF") != NULL; // under valgrind, only these
	for (size_t i = 0; i < v->count; i += every) {
		size_t need = v->answers[i].len;
		// For long answers, the first and the last capacities.
		for (size_t cap = 0; cap <= need + 1; cap++) {
			if (cap == 300 && need > 600) cap = need - 300;
			one_capacity(v->requests[i], v->answers[i], cap);
		}
		EQUAL(answer(v->requests[i], NULL, 0), need);
	}
	// For others, the capacities at which a mistake would show first.
	for (size_t i = 0; i < v->count; i++) {
		size_t need = v->answers[i].len;
		if (brief && i % every != 0) continue;
		exact_capacity(v->requests[i], v->answers[i], need / 2);
		exact_capacity(v->requests[i], v->answers[i], need - 1);
		exact_capacity(v->requests[i], v->answers[i], need);
	}
}
