// A kind that is opened once gives the same answers as the calls that look everything up; an
// invalid handle gives an error code.
#include <limits.h>
#include <string.h>

#include "check.h"

enum { rows = 3, room = 1 << 12 };

static const uint8_t values[] = "\x2c\x80\x00\x00\x00\x00\x00\x00\x07\x2c\x80\x00\x2c\x80\x00\x00\x00\x00\x00\x00\x09";
static const int32_t offsets[rows + 1] = {0, 9, 12, 21};

static void same_error(const rl_error *a, const rl_error *b) {
	TRUE(a->code == b->code && a->row == b->row && a->offset == b->offset);
	TRUE(strcmp(a->part, b->part) == 0 && strcmp(a->field, b->field) == 0 && strcmp(a->message, b->message) == 0);
}

// Each row, with every capacity up to one more than it needs.
static void singles(int64_t kind, uint32_t flags) {
	uint8_t a[room], b[room];
	for (uint32_t form = 0; form <= 5; form++) {
		for (int i = 0; i < rows; i++) {
			rl_part part = {"value", values + offsets[i], (size_t)(offsets[i + 1] - offsets[i])};
			rl_error err, want_err;
			memset(&err, 0, sizeof err);
			memset(&want_err, 0, sizeof want_err);
			int64_t want = rl_decode(0, "actionbase", "value", &part, 1, flags, form, a, room, &want_err);
			EQUAL(rl_kind_decode(kind, &part, 1, form, b, room, &err), want);
			same_error(&err, &want_err);
			if (want < 0) continue;
			TRUE(memcmp(a, b, (size_t)want) == 0);
			for (int64_t cap = 0; cap <= want; cap++) {
				b[cap] = 0xa5;
				EQUAL(rl_kind_decode(kind, &part, 1, form, b, (size_t)cap, NULL), want);
				EQUAL(b[cap], 0xa5);
			}
		}
	}
}

static void batches(int64_t kind, uint32_t flags) {
	uint8_t a[room], b[room], back[room];
	int32_t starts[rows + 1], same[rows + 1], ends[rows + 1], codes[rows], same_codes[rows];
	rl_column column = {"value", offsets, values};
	int64_t n = rl_decode_batch(0, "actionbase", "value", &column, 1, rows, flags, RL_FIELDS_JSON, starts, codes, a, room, NULL);
	EQUAL(rl_kind_decode_batch(kind, &column, 1, rows, RL_FIELDS_JSON, same, same_codes, b, room, NULL), n);
	if (n < 0 || (flags & (RL_DOUBTS | RL_PREFIX)) != 0) return; // answers that cannot be encoded
	TRUE(memcmp(a, b, (size_t)n) == 0 && memcmp(starts, same, sizeof starts) == 0 && memcmp(codes, same_codes, sizeof codes) == 0);
	EQUAL(rl_kind_encode_batch(kind, "value", starts, a, rows, ends, codes, back, room, NULL), 18);
	EQUAL(codes[1], RL_E_REFUSED);
	TRUE(memcmp(back, values, 9) == 0 && memcmp(back + 9, values + 12, 9) == 0);
	EQUAL(rl_kind_encode(kind, "value", a, (size_t)starts[1], back, room, NULL), 9);
	TRUE(memcmp(back, values, 9) == 0);
}

// No handle, or a handle of something else: the same code from every call, and no crash.
static void no_kind(int64_t kind) {
	uint8_t out[room];
	int32_t starts[rows + 1];
	rl_part part = {"value", values, 9};
	rl_column column = {"value", offsets, values};
	rl_error err;
	const uint8_t *fields = (const uint8_t *)"{}  ";
	EQUAL(rl_kind_decode(kind, &part, 1, 0, out, room, &err), RL_E_HANDLE);
	EQUAL(err.code, RL_E_HANDLE);
	TRUE(strcmp(err.field, "kind") == 0);
	EQUAL(rl_kind_decode(kind, NULL, 0, 99, NULL, 0, NULL), RL_E_HANDLE);
	EQUAL(rl_kind_encode(kind, "value", fields, 2, out, room, &err), RL_E_HANDLE);
	EQUAL(rl_kind_decode_batch(kind, &column, 1, rows, 0, starts, NULL, out, room, &err), RL_E_HANDLE);
	EQUAL(rl_kind_encode_batch(kind, "value", (const int32_t[]){0, 2}, fields, 1, starts, NULL, out, room, &err), RL_E_HANDLE);
	EQUAL(rl_kind_close(kind), RL_E_HANDLE);
}

static void handles(void) {
	const char *names = "{\"names\":[\"social.user_likes\"]}";
	rl_error err;
	int64_t schema = rl_schema_open("actionbase", (const uint8_t *)names, strlen(names), &err);
	int64_t open = rl_kind_open(schema, "actionbase", "value", 0, &err), closed = rl_kind_open(0, "actionbase", "value", 0, &err);
	TRUE(schema > 0 && open > 0 && closed > 0 && closed != open);
	EQUAL(rl_kind_close(closed), RL_OK);
	const int64_t wrong[] = {0, -1, 1, schema, closed, open + 1, -open, INT64_MAX, INT64_MIN, INT32_MAX, (int64_t)1 << 62};
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) no_kind(wrong[i]);
	EQUAL(rl_schema_close(open), RL_E_HANDLE);
	EQUAL(rl_kind_open(open, "actionbase", "value", 0, &err), RL_E_HANDLE);
	EQUAL(rl_kind_open(0, "no-such", "value", 0, &err), RL_E_FORMAT);
	EQUAL(rl_kind_open(0, "actionbase", "no-such", 0, &err), RL_E_RECORD);
	EQUAL(rl_kind_open(0, "actionbase", "value", UINT32_MAX, &err), RL_E_OPTION);
	EQUAL(rl_kind_open(schema, "maryk-core", "hlc", 0, &err), RL_E_HANDLE);
	EQUAL(rl_schema_close(schema), RL_OK);
	singles(open, 0);
	EQUAL(rl_kind_close(open), RL_OK);
	no_kind(open);
}

// Of any record kind, and of one that cannot be written.
static void kinds_that_only_decode(void) {
	uint8_t out[room];
	rl_error err;
	rl_part part = {"value", values, 9};
	int64_t any = rl_kind_open(0, "actionbase", "", 0, &err), old = rl_kind_open(0, "actionbase", "v0-value", 0, &err);
	int64_t n = rl_kind_decode(any, &part, 1, RL_FIELDS_JSON, out, room, &err);
	TRUE(n > 10 && memcmp(out, "{\"fields\":", 10) == 0);
	EQUAL(rl_kind_encode(any, "value", (const uint8_t *)"{}", 2, out, room, &err), RL_E_RECORD);
	EQUAL(rl_kind_encode(old, "value", (const uint8_t *)"{}", 2, out, room, &err), RL_E_UNSUPPORTED);
	EQUAL(rl_kind_close(any), RL_OK);
	EQUAL(rl_kind_close(old), RL_OK);
}

void test_kinds(const vectors *v) {
	static const uint32_t flags[] = {0, RL_LENIENT, RL_PREFIX, RL_STRICT, RL_CHECK, RL_DOUBTS, RL_LENIENT | RL_DOUBTS};
	(void)v;
	for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
		rl_error err;
		int64_t kind = rl_kind_open(0, "actionbase", "value", flags[i], &err);
		TRUE(kind > 0);
		singles(kind, flags[i]);
		batches(kind, flags[i]);
		singles(kind, flags[i]);
		EQUAL(rl_kind_close(kind), RL_OK);
	}
	handles();
	kinds_that_only_decode();
	// Opened and closed many times: valgrind and the counters in the library's own tests look for leaks.
	for (int i = 0; i < 1000; i++) EQUAL(rl_kind_close(rl_kind_open(0, "actionbase", "value", 0, NULL)), RL_OK);
}
