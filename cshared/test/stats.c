// Statistics of a dump that arrives in pieces, their state in between, and invalid handles; a comparison of
// rows.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { room = 1 << 16, rows = 200 };

static int64_t opened(const char *options, rl_error *err) {
	return rl_stats_open((const uint8_t *)options, strlen(options), err);
}

// The number after the first "rows": in the report.
static int64_t counted(int64_t stats) {
	static char out[room + 1];
	rl_error err;
	int64_t n = rl_stats_report(stats, (uint8_t *)out, room, &err);
	TRUE(n > 100 && n <= room && rl_stats_report(stats, NULL, 0, NULL) == n);
	if (n < 0 || n > room) return -1;
	out[n] = 0;
	TRUE(strncmp(out, "{\"rows\":", 8) == 0 && strcmp(out + n - 2, "}\n") == 0);
	return atoll(out + 8);
}

static void pieces(size_t size) {
	static char text[rows * sizeof "2c8000000000000000\n"];
	size_t len = 0;
	for (int i = 0; i < rows; i++) len += (size_t)sprintf(text + len, "2c80000000000000%02x\n", i);
	rl_error err;
	int64_t stats = opened("{\"format\":\"actionbase\"}", &err);
	TRUE(stats > 0);
	int64_t before = 0;
	for (size_t at = 0; at < len; at += size) {
		EQUAL(rl_stats_feed(stats, (const uint8_t *)text + at, size < len - at ? size : len - at, &err), 0);
		int64_t now = counted(stats);
		TRUE(now >= before && now <= rows);
		before = now;
	}
	EQUAL(rl_stats_feed(stats, NULL, 0, &err), 1);
	EQUAL(counted(stats), rows);
	EQUAL(rl_stats_feed(stats, (const uint8_t *)text, len, &err), RL_E_REFUSED);
	EQUAL(rl_stats_step(stats, &err), RL_E_UNSUPPORTED);
	EQUAL(rl_stats_close(stats), RL_OK);
	EQUAL(rl_stats_close(stats), RL_E_HANDLE);
}

// Writes a text in gzip: a stored block of deflate between a header and a checksum. Returns its size.
static size_t gzip(uint8_t *out, const char *text, uint16_t len) {
	static const uint8_t head[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1};
	uint32_t sum = 0xffffffff;
	for (size_t i = 0; i < len; i++) {
		sum ^= (uint8_t)text[i];
		for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
	}
	const uint8_t sizes[] = {(uint8_t)len, (uint8_t)(len >> 8), (uint8_t)~len, (uint8_t)(~len >> 8)};
	sum = ~sum;
	const uint8_t tail[] = {(uint8_t)sum, (uint8_t)(sum >> 8), (uint8_t)(sum >> 16), (uint8_t)(sum >> 24), sizes[0], sizes[1], 0, 0};
	memcpy(out, head, sizeof head);
	memcpy(out + sizeof head, sizes, sizeof sizes);
	memcpy(out + sizeof head + sizeof sizes, text, len);
	memcpy(out + sizeof head + sizeof sizes + len, tail, sizeof tail);
	return sizeof head + sizeof sizes + len + sizeof tail;
}

// A text in gzip has the rows that it has unpacked; one that is cut is an error.
static void packed(void) {
	static const char text[] = "2c8000000000000000\n2c8000000000000001\n2c8000000000000002\n";
	uint8_t whole[200];
	size_t len = gzip(whole, text, sizeof text - 1);
	rl_error err;
	for (int cut = 0; cut < 2; cut++) {
		int64_t stats = opened("{\"format\":\"actionbase\"}", &err);
		EQUAL(rl_stats_feed(stats, whole, len - (size_t)cut, &err), 0);
		if (cut) {
			FAILS(rl_stats_feed(stats, NULL, 0, &err), RL_E_REFUSED);
			TRUE(strcmp(err.message, "compressed with gzip, but damaged or cut: unexpected EOF") == 0);
		} else {
			EQUAL(rl_stats_feed(stats, NULL, 0, &err), 1);
			EQUAL(counted(stats), 3);
		}
		EQUAL(rl_stats_close(stats), RL_OK);
	}
	int64_t diff = rl_diff_open((const uint8_t *)"{}", 2, &err);
	EQUAL(rl_diff_feed(diff, RL_OLD, whole, len, &err), 0);
	EQUAL(rl_diff_feed(diff, RL_OLD, NULL, 0, &err), 1);
	EQUAL(rl_diff_feed(diff, RL_NEW, (const uint8_t *)text, sizeof text - 1, &err), 0);
	EQUAL(rl_diff_feed(diff, RL_NEW, NULL, 0, &err), 1);
	static const char same[] = "{\"totals\":{\"added\":0,\"removed\":0,\"changed\":0,\"same\":3,";
	char out[1024];
	EQUAL(rl_diff_step(diff, &err), 0);
	TRUE(rl_diff_report(diff, (uint8_t *)out, sizeof out, &err) > (int64_t)sizeof same);
	TRUE(memcmp(out, same, sizeof same - 1) == 0);
	EQUAL(rl_diff_close(diff), RL_OK);
}

static void no_stats(int64_t stats) {
	uint8_t out[16];
	rl_error err;
	EQUAL(rl_stats_feed(stats, out, 1, &err), RL_E_HANDLE);
	TRUE(strcmp(err.field, "stats") == 0);
	EQUAL(rl_stats_step(stats, NULL), RL_E_HANDLE);
	EQUAL(rl_stats_report(stats, out, sizeof out, NULL), RL_E_HANDLE);
	EQUAL(rl_stats_close(stats), RL_E_HANDLE);
}

static void differences(void) {
	static const char same[] = "{\"old\":{\"parts\":{\"key\":\"61\",\"value\":\"62\"}},\"new\":{\"parts\":{\"key\":\"61\",\"value\":\"62\"}}}";
	static const char other[] = "{\"old\":{\"parts\":{\"key\":\"61\",\"value\":\"62\"}},\"new\":{\"parts\":{\"key\":\"61\",\"value\":\"63\"}}}";
	char out[4096];
	rl_error err;
	EQUAL(rl_diff_rows((const uint8_t *)same, sizeof same - 1, (uint8_t *)out, sizeof out, &err), 0);
	int64_t n = rl_diff_rows((const uint8_t *)other, sizeof other - 1, (uint8_t *)out, sizeof out, &err);
	TRUE(n > 20 && strncmp(out, "{\"change\":\"changed\"", 19) == 0 && out[n - 1] == '\n');
	EQUAL(rl_diff_rows((const uint8_t *)"{\"old\":1}", 9, (uint8_t *)out, sizeof out, &err), RL_E_REFUSED);
	EQUAL(rl_diff_rows((const uint8_t *)"{", 1, NULL, 0, &err), RL_E_JSON);
	EQUAL(rl_diff_rows(NULL, 5, NULL, 0, &err), RL_E_NULL_POINTER);
}

void test_stats(const vectors *v) {
	(void)v;
	rl_error err;
	static const size_t sizes[] = {7, 100, rows * 20};
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) pieces(sizes[i]);
	int64_t schema = rl_schema_open("actionbase", (const uint8_t *)"{\"names\":[]}", 12, &err);
	const int64_t wrong[] = {0, -1, 1, schema, INT64_MAX, INT64_MIN, (int64_t)1 << 61, (int64_t)1 << 62};
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) no_stats(wrong[i]);
	EQUAL(opened("{\"format\":\"no-such\"}", &err), RL_E_FORMAT);
	EQUAL(opened("{\"top\":-1}", &err), RL_E_REFUSED);
	EQUAL(opened("{\"schema\":987654}", &err), RL_E_HANDLE);
	EQUAL(opened("{\"store\":\"/no/such/folder\"}", &err), RL_E_REFUSED);
	EQUAL(opened("[", &err), RL_E_JSON);
	EQUAL(rl_stats_open(NULL, 3, &err), RL_E_NULL_POINTER);
	EQUAL(rl_schema_close(schema), RL_OK);
	differences();
	packed();
}
