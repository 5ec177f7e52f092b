// Rows encoded from columns: several parts together, and wrong arguments.
#include <limits.h>
#include <string.h>

#include "check.h"

enum { rows = 3 };

static const int64_t tables[rows] = {1526621597, 5, -6};
static const int32_t direction_ends[rows + 1] = {0, 2, 5, 7};
static const int32_t source_ends[rows + 1] = {0, 29, 58, 87};
static const int64_t counts[rows] = {3, -1, INT64_MAX};
static const uint8_t all = 7;
static uint8_t out[512];
static rl_error err;

#define SOURCE "{\"type\":\"string\",\"value\":\"a\"}"

static void fill(rl_values v[4]) {
	v[0] = (rl_values){"tableCode", RL_TYPE_INT64, 0, NULL, NULL, tables};
	v[1] = (rl_values){"direction", RL_TYPE_UTF8, 0, &all, direction_ends, "INOUTIN"};
	v[2] = (rl_values){"directedSource", RL_TYPE_JSON, 0, NULL, source_ends, SOURCE SOURCE SOURCE};
	v[3] = (rl_values){"count", RL_TYPE_INT64, 0, NULL, NULL, counts};
}

static int64_t encode(const char *parts, const rl_values *v, size_t count, int32_t *starts, int32_t *codes, size_t cap) {
	return rl_encode_columns(0, "actionbase", "edge-count", parts, v, count, rows, 0, starts, codes, out, cap, &err);
}

// Each part equals the output of rl_encode for the same fields, with every capacity.
static void parts_together(void) {
	static const char *const fields[rows] = {
		"{\"tableCode\":1526621597,\"direction\":\"IN\",\"directedSource\":" SOURCE ",\"count\":3}",
		"{\"tableCode\":5,\"direction\":\"OUT\",\"directedSource\":" SOURCE ",\"count\":-1}",
		"{\"tableCode\":-6,\"direction\":\"IN\",\"directedSource\":" SOURCE ",\"count\":\"9223372036854775807\"}",
	};
	rl_values v[4];
	int32_t starts[2 * (rows + 1)], codes[rows];
	fill(v);
	int64_t size = encode("value,row", v, 4, starts, codes, sizeof out);
	TRUE(size > 0 && starts[rows] == 8 * rows && starts[rows + 1] == starts[rows] && starts[2 * rows + 1] == size);
	for (int i = 0; i < rows; i++) {
		uint8_t one[64];
		EQUAL(codes[i], RL_OK);
		for (int p = 0; p < 2; p++) {
			int32_t from = starts[p * (rows + 1) + i], to = starts[p * (rows + 1) + i + 1];
			int64_t n = rl_encode(0, "actionbase", "edge-count", p ? "row" : "value", (const uint8_t *)fields[i], strlen(fields[i]), 0, one, sizeof one, NULL);
			EQUAL(to - from, n);
			TRUE(n > 0 && memcmp(out + from, one, (size_t)n) == 0);
		}
	}
	for (int64_t cap = 0; cap < size; cap++) {
		memset(out, 0xa5, sizeof out);
		EQUAL(encode("value,row", v, 4, starts, codes, (size_t)cap), size);
		TRUE(out[cap] == 0xa5);
	}
	EQUAL(rl_encode_columns(0, "actionbase", "edge-count", "value,row", v, 4, 0, 0, starts, NULL, NULL, 0, &err), 0);
}

static void wrong_arguments(void) {
	static const int32_t bad[][rows + 1] = {{0, 5, 3, 7}, {-1, 2, 3, 7}, {0, 1, 2, -1}, {0, INT_MIN, 3, 7}};
	rl_values v[4];
	int32_t starts[2 * (rows + 1)], over[2 * (rows + 1)] = {0, 2, 5, 7};
	fill(v);
	for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
		FAILS(encode("row", v, lengths[i], starts, NULL, 9), RL_E_LENGTH);
		FAILS(encode("row", v, 4, starts, NULL, lengths[i]), RL_E_LENGTH);
		FAILS(rl_encode_columns(0, "actionbase", "edge-count", "row", v, 4, lengths[i], 0, starts, NULL, out, 9, &err), RL_E_LENGTH);
	}
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		v[1].offsets = bad[i];
		FAILS(encode("row", v, 4, starts, NULL, 9), RL_E_OFFSETS);
	}
	v[1].offsets = over; // the answer's offsets would overwrite them
	for (int at = 0; at < rows + 1; at++) FAILS(encode("row", v, 4, over + at, NULL, 9), RL_E_OFFSETS);
	v[1].offsets = NULL;
	FAILS(encode("row", v, 4, starts, NULL, 9), RL_E_NULL_POINTER);
	fill(v);
	v[0].data = NULL;
	FAILS(encode("row", v, 4, starts, NULL, 9), RL_E_NULL_POINTER);
	fill(v);
	v[0].path = NULL;
	FAILS(encode("row", v, 4, starts, NULL, 9), RL_E_NULL_POINTER);
	fill(v);
	FAILS(encode("row", NULL, 4, starts, NULL, 9), RL_E_NULL_POINTER);
	FAILS(encode("row", v, 4, NULL, NULL, 9), RL_E_NULL_POINTER);
	FAILS(encode(NULL, v, 4, starts, NULL, 9), RL_E_NULL_POINTER);
	FAILS(encode("row", v, 0, starts, NULL, 9), RL_E_LENGTH);
	FAILS(encode("row,,value", v, 4, starts, NULL, 9), RL_E_PART);
	FAILS(encode(",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,", v, 4, starts, NULL, 0), RL_E_PART);
	v[3].zero = 1;
	FAILS(encode("row", v, 4, starts, NULL, 9), RL_E_OPTION);
	v[3].zero = 0;
	v[3].type = 99;
	FAILS(encode("row", v, 4, starts, NULL, 9), RL_E_NULL_POINTER); // all other types have offsets
	v[3].offsets = direction_ends;
	FAILS(encode("row", v, 4, starts, NULL, 9), RL_E_OPTION);
	fill(v);
	v[1].data = "INUP\xff" "IN";
	FAILS(encode("row", v, 4, starts, NULL, 9), RL_E_REFUSED);
	TRUE(err.row == 1 && strcmp(err.field, "direction") == 0);
}

void test_columns(const vectors *v) {
	(void)v;
	parts_together();
	wrong_arguments();
}
