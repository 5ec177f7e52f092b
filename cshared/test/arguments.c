// Wrong arguments: each gives an error code, never a crash.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static const char row[] = "\x95\xca\x62\x43\x2c\x80\x00";
static uint8_t out[256];
static rl_error err;

const size_t lengths[6] = {(size_t)INT32_MAX + 1, (size_t)UINT32_MAX, (size_t)-1, (size_t)-2, (size_t)INT64_MAX, (size_t)INT64_MIN};

static void wrong_lengths(void) {
	const uint8_t *in = (const uint8_t *)"{}";
	for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
		size_t n = lengths[i];
		rl_part part = {"row", (const uint8_t *)row, n};
		int32_t offsets[2] = {0, 0};
		rl_column column = {"row", offsets, NULL};
		rl_field field = {"count", RL_TYPE_INT64, 0};
		FAILS(rl_answer(in, n, out, sizeof out, &err), RL_E_LENGTH);
		FAILS(rl_answer(in, 2, out, n, &err), RL_E_LENGTH);
		FAILS(rl_inspect(in, n, out, sizeof out, &err), RL_E_LENGTH);
		FAILS(rl_decode(0, "actionbase", "edge-count", &part, 1, 0, 0, out, sizeof out, &err), RL_E_LENGTH);
		FAILS(rl_decode(0, "actionbase", "edge-count", &part, n, 0, 0, out, sizeof out, &err), RL_E_LENGTH);
		FAILS(rl_encode(0, "actionbase", "edge-count", "row", in, n, 0, out, sizeof out, &err), RL_E_LENGTH);
		FAILS(rl_decode_batch(0, "actionbase", "edge-count", &column, 1, n, 0, 0, offsets, NULL, out, sizeof out, &err), RL_E_LENGTH);
		FAILS(rl_decode_batch(0, "actionbase", "edge-count", &column, n, 1, 0, 0, offsets, NULL, out, sizeof out, &err), RL_E_LENGTH);
		FAILS(rl_encode_batch(0, "actionbase", "edge-count", "row", offsets, in, n, 0, offsets, NULL, out, sizeof out, &err), RL_E_LENGTH);
		FAILS(rl_schema_open("actionbase", in, n, &err), RL_E_LENGTH);
		FAILS(rl_decode_columns(0, "actionbase", "edge-count", &column, 1, n, 0, &field, 1, NULL, out, sizeof out, &err), RL_E_LENGTH);
		FAILS(rl_decode_columns(0, "actionbase", "edge-count", &column, 1, 1, 0, &field, n, NULL, out, sizeof out, &err), RL_E_LENGTH);
		FAILS(rl_decode_columns(0, "actionbase", "edge-count", &column, 1, 1, 0, &field, 1, NULL, out, n, &err), RL_E_LENGTH);
		FAILS(rl_compare(0, "", in, n, &part, 1, &part, 1, &err), RL_E_LENGTH);
		FAILS(rl_compare(0, "", in, 2, &part, 1, &part, 1, &err), RL_E_LENGTH);
		FAILS(rl_compare(0, "", in, 2, &part, n, &part, 1, &err), RL_E_LENGTH);
		FAILS(rl_range(0, "actionbase", "edge-count", in, n, RL_RANGE_START, out, sizeof out, &err), RL_E_LENGTH);
		EQUAL(rl_hash32("actionbase", in, n), RL_E_LENGTH);
		FAILS(rl_kind_decode(0, &part, 1, 0, out, sizeof out, &err), RL_E_LENGTH);
		FAILS(rl_kind_decode(0, &part, n, 0, out, sizeof out, &err), RL_E_LENGTH);
		FAILS(rl_kind_decode(0, NULL, 0, 0, out, n, &err), RL_E_LENGTH);
		FAILS(rl_kind_encode(0, "row", in, n, out, sizeof out, &err), RL_E_LENGTH);
		FAILS(rl_kind_decode_batch(0, &column, 1, n, 0, offsets, NULL, out, sizeof out, &err), RL_E_LENGTH);
		FAILS(rl_kind_encode_batch(0, "row", offsets, in, n, offsets, NULL, out, sizeof out, &err), RL_E_LENGTH);
	}
}

static void null_pointers(void) {
	const uint8_t *in = (const uint8_t *)"{}";
	rl_part part = {"row", NULL, 4}, nameless = {NULL, in, 2};
	int32_t offsets[2] = {0, 2}, none[2] = {0, 0};
	uint64_t number = 0;
	rl_field pathless = {NULL, RL_TYPE_INT64, 0};
	rl_column column = {"row", NULL, in}, empty = {"row", offsets, NULL}, fine = {"row", none, NULL};
	FAILS(rl_answer(NULL, 2, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_answer(in, 2, NULL, 9, &err), RL_E_NULL_POINTER);
	FAILS(rl_inspect(NULL, 2, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_decode(0, NULL, "edge-count", &part, 1, 0, 0, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_decode(0, "actionbase", NULL, &part, 1, 0, 0, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_decode(0, "actionbase", "edge-count", NULL, 1, 0, 0, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_decode(0, "actionbase", "edge-count", &part, 1, 0, 0, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_decode(0, "actionbase", "edge-count", &nameless, 1, 0, 0, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_encode(0, "actionbase", "edge-count", NULL, in, 2, 0, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_encode(0, "actionbase", "edge-count", "row", NULL, 2, 0, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_decode_batch(0, "actionbase", "edge-count", &column, 1, 1, 0, 0, none, NULL, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_decode_batch(0, "actionbase", "edge-count", &empty, 1, 1, 0, 0, none, NULL, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_decode_batch(0, "actionbase", "edge-count", &fine, 1, 1, 0, 0, NULL, NULL, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_decode_batch(0, "actionbase", "edge-count", NULL, 1, 1, 0, 0, none, NULL, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_encode_batch(0, "actionbase", "edge-count", "row", NULL, in, 1, 0, none, NULL, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_encode_batch(0, "actionbase", "edge-count", "row", offsets, NULL, 1, 0, none, NULL, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_schema_open(NULL, in, 2, &err), RL_E_NULL_POINTER);
	FAILS(rl_decode_columns(0, "actionbase", "edge-count", &fine, 1, 1, 0, NULL, 1, NULL, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_decode_columns(0, "actionbase", "edge-count", &fine, 1, 1, 0, &pathless, 1, NULL, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_compare(0, NULL, NULL, 0, &part, 1, &part, 1, &err), RL_E_NULL_POINTER);
	FAILS(rl_compare(0, "", NULL, 4, &part, 1, &part, 1, &err), RL_E_NULL_POINTER);
	FAILS(rl_compare(0, "", NULL, 0, NULL, 1, &part, 1, &err), RL_E_NULL_POINTER);
	FAILS(rl_compare(0, "", NULL, 0, &part, 1, &part, 1, &err), RL_E_NULL_POINTER);
	FAILS(rl_range(0, "actionbase", NULL, in, 2, RL_RANGE_START, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_hlc_join(NULL, 1, 1, &number, &err), RL_E_NULL_POINTER);
	FAILS(rl_hlc_split("maryk", 1, &number, NULL, &err), RL_E_NULL_POINTER);
	FAILS(rl_kind_open(0, NULL, "edge-count", 0, &err), RL_E_NULL_POINTER);
	FAILS(rl_kind_open(0, "actionbase", NULL, 0, &err), RL_E_NULL_POINTER);
	FAILS(rl_kind_decode(0, &part, 1, 0, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_kind_decode(0, NULL, 1, 0, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_kind_encode(0, NULL, in, 2, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_kind_decode_batch(0, &fine, 1, 1, 0, NULL, NULL, out, sizeof out, &err), RL_E_NULL_POINTER);
	FAILS(rl_kind_encode_batch(0, "row", NULL, in, 1, none, NULL, out, sizeof out, &err), RL_E_NULL_POINTER);
	EQUAL(rl_hash32(NULL, in, 2), RL_E_NULL_POINTER);
	EQUAL(rl_hash32("actionbase", NULL, 2), RL_E_NULL_POINTER);
	EQUAL(rl_answer(NULL, 2, NULL, 0, NULL), RL_E_NULL_POINTER);
}

// Empty inputs are not an error.
static void empty_inputs(void) {
	int32_t none[1] = {0}, starts[1] = {7};
	rl_column column = {"row", none, NULL};
	TRUE(rl_answer(NULL, 0, out, sizeof out, &err) > 0);
	TRUE(rl_inspect(NULL, 0, out, sizeof out, &err) > 0);
	TRUE(rl_hash32("actionbase", NULL, 0) == 46947589);
	EQUAL(rl_decode_batch(0, "actionbase", "edge-count", &column, 1, 0, 0, 0, starts, NULL, NULL, 0, &err), 0);
	EQUAL(starts[0], 0);
	starts[0] = 7;
	EQUAL(rl_encode_batch(0, "actionbase", "edge-count", "row", none, NULL, 0, 0, starts, NULL, NULL, 0, &err), 0);
	EQUAL(starts[0], 0);
}

// Answers would overwrite offsets that are still to be read.
static void offsets_over_offsets(void) {
	int32_t both[5] = {0, 2, 4, 0, 0};
	rl_column column = {"value", both, (const uint8_t *)row};
	for (int at = 0; at < 3; at++) {
		FAILS(rl_decode_batch(0, "actionbase", "value", &column, 1, 2, 0, 0, both + at, NULL, out, sizeof out, &err), RL_E_OFFSETS);
		FAILS(rl_encode_batch(0, "actionbase", "value", "value", both, (const uint8_t *)row, 2, 0, both + at, NULL, out, sizeof out, &err), RL_E_OFFSETS);
	}
	EQUAL(both[2], 4);
}

static void wrong_offsets(void) {
	static const int32_t bad[][4] = {{0, 5, 3, 7}, {-1, 2, 3, 7}, {0, 1, 2, -1}, {5, 4, 6, 7}, {0, INT_MIN, 3, 7}, {0, 7, 7, 6}, {0, INT_MAX, 3, 7}};
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		int32_t starts[4];
		rl_field field = {"count", RL_TYPE_INT64, 0};
		rl_column column = {"row", bad[i], (const uint8_t *)row};
		FAILS(rl_decode_batch(0, "actionbase", "edge-count", &column, 1, 3, 0, 0, starts, NULL, out, sizeof out, &err), RL_E_OFFSETS);
		FAILS(rl_encode_batch(0, "actionbase", "edge-count", "row", bad[i], (const uint8_t *)row, 3, 0, starts, NULL, out, sizeof out, &err), RL_E_OFFSETS);
		FAILS(rl_decode_columns(0, "actionbase", "edge-count", &column, 1, 3, 0, &field, 1, NULL, out, sizeof out, &err), RL_E_OFFSETS);
	}
}

static void wrong_names(void) {
	char name[200];
	rl_part part = {"row", (const uint8_t *)row, 7}, twice[2] = {{"row", (const uint8_t *)row, 7}, {"row", (const uint8_t *)row, 7}}, other = {"key", NULL, 0};
	memset(name, 'x', sizeof name - 1);
	name[sizeof name - 1] = 0;
	FAILS(rl_decode(0, name, "edge-count", &part, 1, 0, 0, out, sizeof out, &err), RL_E_LENGTH);
	FAILS(rl_decode(0, "", "edge-count", &part, 1, 0, 0, out, sizeof out, &err), RL_E_FORMAT);
	FAILS(rl_decode(0, "actionbase", "no-such", &part, 1, 0, 0, out, sizeof out, &err), RL_E_RECORD);
	FAILS(rl_decode(0, "actionbase", "edge-count", &other, 1, 0, 0, out, sizeof out, &err), RL_E_PART);
	FAILS(rl_decode(0, "actionbase", "edge-count", twice, 2, 0, 0, out, sizeof out, &err), RL_E_PART);
	FAILS(rl_decode(0, "actionbase", "edge-count", NULL, 0, 0, 0, out, sizeof out, &err), RL_E_PART);
	FAILS(rl_decode(0, "actionbase", "edge-count", &part, 1, 1u << 31, 0, out, sizeof out, &err), RL_E_OPTION);
	FAILS(rl_decode(0, "actionbase", "edge-count", &part, 1, 0, 99, out, sizeof out, &err), RL_E_OPTION);
	FAILS(rl_decode(-1, "actionbase", "edge-count", &part, 1, 0, 0, out, sizeof out, &err), RL_E_HANDLE);
	FAILS(rl_encode(0, "actionbase", "edge-count", "value2", (const uint8_t *)"{}", 2, 0, out, sizeof out, &err), RL_E_PART);
	FAILS(rl_encode(0, "actionbase", "edge-count", "row", (const uint8_t *)"{", 1, 0, out, sizeof out, &err), RL_E_JSON);
	FAILS(rl_encode(0, "actionbase", "edge-count", "row", (const uint8_t *)"[]", 2, 0, out, sizeof out, &err), RL_E_REFUSED);
	FAILS(rl_encode(0, "actionbase", "v0-value", "value", (const uint8_t *)"{}", 2, 0, out, sizeof out, &err), RL_E_UNSUPPORTED);
	FAILS(rl_schema_open("actionbase", (const uint8_t *)"{", 1, &err), RL_E_JSON);
	FAILS(rl_schema_open("actionbase", (const uint8_t *)"{\"uses\":[99999]}", 16, &err), RL_E_HANDLE);
	FAILS(rl_schema_open("actionbase", (const uint8_t *)"{\"uses\":7}", 10, &err), RL_E_HANDLE);
	FAILS(rl_schema_open("actionbase", (const uint8_t *)"{\"op\":\"define\"}", 15, &err), RL_E_REFUSED);
	EQUAL(rl_schema_close(0), RL_E_HANDLE);
	EQUAL(rl_schema_close(INT64_MIN), RL_E_HANDLE);
}

// Errors in bytes have a place.
static void places(void) {
	rl_part part = {"row", (const uint8_t *)row, 7};
	FAILS(rl_decode(0, "actionbase", "edge-count", &part, 1, 0, 0, out, sizeof out, &err), RL_E_TRUNCATED);
	TRUE(strcmp(err.part, "row") == 0 && err.field[0] != 0);
	TRUE(err.offset >= 4 && err.offset <= 7);
	EQUAL(err.row, -1);
	for (int64_t code = -120; code <= 1; code++) TRUE(rl_strerror(code)[0] != 0);
	TRUE(strncmp(rl_strerror(RL_E_TRUNCATED), "truncated: ", 11) == 0);
}

void test_arguments(const vectors *v) {
	(void)v;
	wrong_lengths();
	null_pointers();
	empty_inputs();
	wrong_offsets();
	offsets_over_offsets();
	wrong_names();
	places();
}
