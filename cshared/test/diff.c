// Two documents that arrive in pieces, the differences between them, and invalid handles.
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

enum { room = 1 << 16, rows = 3000, width = sizeof "2c8000000000000000\n" - 1 };

static char documents[2][rows * width];

static int64_t opened(const char *options, rl_error *err) {
	return rl_diff_open((const uint8_t *)options, strlen(options), err);
}

// Every tenth row of each document is only in that document; the last rows come first.
static void write_documents(void) {
	for (int side = 0; side < 2; side++)
		for (int i = 0; i < rows; i++) {
			char line[64];
			int n = rows - 1 - i;
			sprintf(line, "2c80%02x000000%06x\n", n % 10 ? 0 : side + 1, (unsigned)n);
			memcpy(documents[side] + i * width, line, width);
		}
}

// Feeds both documents in pieces, alternately.
static void feed(int64_t diff, size_t size) {
	rl_error err;
	for (size_t at = 0; at < sizeof documents[0]; at += size)
		for (uint32_t side = RL_OLD; side <= RL_NEW; side++) {
			size_t n = sizeof documents[side] - at;
			EQUAL(rl_diff_feed(diff, side, (const uint8_t *)documents[side] + at, size < n ? size : n, &err), 0);
		}
	EQUAL(rl_diff_feed(diff, RL_NEW, NULL, 0, &err), 1);
	EQUAL(rl_diff_step(diff, &err), RL_E_REFUSED); // the old one is not complete
	EQUAL(rl_diff_feed(diff, RL_OLD, NULL, 0, &err), 1);
	EQUAL(rl_diff_feed(diff, RL_OLD, (const uint8_t *)documents[0], 1, &err), RL_E_REFUSED);
	EQUAL(rl_diff_feed(diff, RL_NEW + 1, NULL, 0, &err), RL_E_OPTION);
}

// Counts the lines of a comparison, and leaves the last one in out.
static int found(int64_t diff, char *out) {
	rl_error err;
	int lines = 0;
	char last[1024] = "";
	for (int64_t more = 1; more == 1;) {
		more = rl_diff_step(diff, &err);
		TRUE(more == 0 || more == 1);
		int64_t n = rl_diff_report(diff, (uint8_t *)out, room - 1, &err);
		TRUE(n >= 0 && n < room && rl_diff_report(diff, NULL, 0, NULL) == n);
		if (n < 0 || n >= room) return -1;
		out[n] = 0;
		for (char *line = out, *end; (end = strchr(line, '\n')); line = end + 1, lines++) {
			TRUE(end - line < (ptrdiff_t)sizeof last);
			if (end - line < (ptrdiff_t)sizeof last) memcpy(last, line, (size_t)(end - line)), last[end - line] = 0;
		}
	}
	EQUAL(rl_diff_step(diff, &err), 0); // and nothing changes
	strcpy(out, last);
	return lines;
}

static void pieces(size_t size) {
	static char out[room];
	static const char totals[] = "{\"totals\":{\"added\":300,\"removed\":300,\"changed\":0,\"same\":2700,";
	rl_error err;
	int64_t diff = opened("{\"format\":\"actionbase\"}", &err);
	TRUE(diff > 0);
	feed(diff, size);
	EQUAL(found(diff, out), 2 * rows / 10 + 1);
	TRUE(strncmp(out, totals, sizeof totals - 1) == 0);
	EQUAL(rl_diff_close(diff), RL_OK);
	EQUAL(rl_diff_close(diff), RL_E_HANDLE);
}

static void no_diff(int64_t diff) {
	uint8_t out[16];
	rl_error err;
	EQUAL(rl_diff_feed(diff, RL_OLD, out, 1, &err), RL_E_HANDLE);
	TRUE(strcmp(err.field, "diff") == 0);
	EQUAL(rl_diff_step(diff, NULL), RL_E_HANDLE);
	EQUAL(rl_diff_report(diff, out, sizeof out, NULL), RL_E_HANDLE);
	EQUAL(rl_diff_close(diff), RL_E_HANDLE);
}

static void too_much(void) {
	rl_error err;
	int64_t diff = opened("{\"memory\":100000}", &err);
	TRUE(diff > 0);
	int64_t taken = rl_diff_feed(diff, RL_OLD, (const uint8_t *)documents[0], sizeof documents[0], &err);
	if (taken == 0) taken = rl_diff_feed(diff, RL_OLD, NULL, 0, &err); // rows are not read before there is more text
	EQUAL(taken, RL_E_REFUSED);
	TRUE(strstr(err.message, "memory") != NULL);
	EQUAL(rl_diff_step(diff, &err), RL_E_REFUSED);
	EQUAL(rl_diff_close(diff), RL_OK);
}

void test_diff(const vectors *v) {
	(void)v;
	rl_error err;
	write_documents();
	static const size_t sizes[] = {777, 4096, sizeof documents[0]};
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) pieces(sizes[i]);
	int64_t stats = rl_stats_open((const uint8_t *)"{}", 2, &err);
	const int64_t wrong[] = {0, -1, 1, stats, INT64_MAX, INT64_MIN, (int64_t)1 << 60, (int64_t)1 << 61, (int64_t)1 << 62};
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) no_diff(wrong[i]);
	EQUAL(rl_stats_close(stats), RL_OK);
	too_much();
	EQUAL(opened("{\"format\":\"no-such\"}", &err), RL_E_FORMAT);
	EQUAL(opened("{\"stored\":true,\"visible\":true}", &err), RL_E_REFUSED);
	EQUAL(opened("{\"limit\":-1}", &err), RL_E_REFUSED);
	EQUAL(opened("{\"schema\":987654}", &err), RL_E_HANDLE);
	EQUAL(opened("{\"new\":{\"store\":\"/no/such/folder\"}}", &err), RL_E_REFUSED);
	EQUAL(opened("[", &err), RL_E_JSON);
	EQUAL(rl_diff_open(NULL, 3, &err), RL_E_NULL_POINTER);
}
