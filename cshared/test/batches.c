// A batch gives each row the same answer as a single call.
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { rows = 64, room = 1 << 16 };

static uint8_t keys[rows * 64];
static int32_t offsets[rows + 1];

// Values of Actionbase: one long each, every eighth cut short.
static void make_keys(void) {
	for (int i = 0; i < rows; i++) {
		uint8_t *at = keys + offsets[i];
		int n = i % 8 == 7 ? 5 : 9;
		memset(at, 0, 9);
		at[0] = 0x2c;
		at[1] = 0x80;
		at[8] = (uint8_t)i;
		offsets[i + 1] = offsets[i] + n;
	}
}

static void each_row(uint32_t form, const int32_t *starts, const int32_t *codes, const uint8_t *all) {
	uint8_t one[4096];
	for (int i = 0; i < rows; i++) {
		rl_part part = {"value", keys + offsets[i], (size_t)(offsets[i + 1] - offsets[i])};
		rl_error err;
		int64_t n = rl_decode(0, "actionbase", "value", &part, 1, 0, form, one, sizeof one, &err);
		if (i % 8 == 7) {
			EQUAL(n, RL_E_TRUNCATED);
			EQUAL(codes[i], n);
			if (form != RL_FIELDS_CBOR) TRUE(memcmp(all + starts[i], "{\"error\":{", 10) == 0);
			continue;
		}
		EQUAL(codes[i], RL_OK);
		EQUAL(starts[i + 1] - starts[i], n);
		TRUE(n > 0 && memcmp(all + starts[i], one, (size_t)n) == 0);
	}
}

static void decode(uint32_t form, uint8_t *all) {
	int32_t starts[rows + 1], codes[rows];
	rl_column column = {"value", offsets, keys};
	rl_error err;
	int64_t need = rl_decode_batch(0, "actionbase", "value", &column, 1, rows, 0, form, starts, codes, NULL, 0, &err);
	TRUE(need > 0 && need < room);
	EQUAL(rl_decode_batch(0, "actionbase", "value", &column, 1, rows, 0, form, starts, codes, all, (size_t)need, &err), need);
	EQUAL(starts[0], 0);
	EQUAL(starts[rows], need);
	each_row(form, starts, codes, all);
	EQUAL(rl_decode_batch(0, "actionbase", "value", &column, 1, rows, RL_STRICT, form, starts, NULL, all, room, &err), RL_E_TRUNCATED);
	EQUAL(err.row, 7);
	TRUE(strcmp(err.part, "value") == 0);
}

// A column that starts inside its data, like a sliced Arrow array.
static void sliced(uint8_t *all) {
	int32_t starts[3], codes[2];
	rl_column column = {"value", offsets + 1, keys};
	rl_part part = {"value", keys + offsets[1], 9};
	uint8_t one[4096];
	int64_t n = rl_decode(0, "actionbase", "value", &part, 1, 0, 0, one, sizeof one, NULL);
	TRUE(rl_decode_batch(0, "actionbase", "value", &column, 1, 2, 0, 0, starts, codes, all, room, NULL) > n);
	TRUE(n > 0 && starts[1] == n && memcmp(all, one, (size_t)n) == 0);
}

static void encode(const uint8_t *fields, const int32_t *starts) {
	static uint8_t back[room];
	int32_t to[rows + 1], codes[rows];
	rl_error err;
	EQUAL(rl_encode_batch(0, "actionbase", "value", "value", starts, fields, rows, 0, to, NULL, back, room, &err), RL_E_REFUSED);
	EQUAL(err.row, 7);
	TRUE(rl_encode_batch(0, "actionbase", "value", "value", starts, fields, rows, 0, to, codes, back, room, &err) > 0);
	for (int i = 0; i < rows; i++) {
		if (i % 8 == 7) {
			EQUAL(codes[i], RL_E_REFUSED);
			EQUAL(to[i + 1], to[i]);
			continue;
		}
		EQUAL(to[i + 1] - to[i], 9);
		TRUE(memcmp(back + to[i], keys + offsets[i], 9) == 0);
	}
}

// A row that cannot be read for want of what its bytes do not say: the batch has the same reason as a single call.
static void lacking(void) {
	static const uint8_t bytes[] = "\xff";
	static const int32_t ends[] = {0, 1};
	rl_column column = {"row", ends, bytes};
	rl_part part = {"row", bytes, 1};
	rl_field why = {"", RL_TYPE_ERROR, 0};
	int32_t starts[2], code;
	uint8_t out[1024];
	char said[1024];
	rl_array array;
	rl_error err;
	EQUAL(rl_decode(0, "layout", "key", &part, 1, 0, RL_FIELDS_JSON, NULL, 0, &err), RL_E_REFUSED);
	TRUE(strcmp(err.field, "layout") == 0);
	int n = snprintf(said, sizeof said, "{\"error\":{\"code\":\"refused\",\"message\":\"%s\",\"part\":\"\",\"offset\":-1,"
		"\"field\":\"layout\",\"expected\":\"\",\"found\":\"\"}}", err.message);
	EQUAL(err.offset, -1);
	EQUAL(rl_decode_batch(0, "layout", "key", &column, 1, 1, 0, RL_FIELDS_JSON, starts, &code, out, sizeof out, &err), n);
	EQUAL(code, RL_E_REFUSED);
	TRUE(memcmp(out, said, (size_t)n) == 0);
	TRUE(rl_decode_columns(0, "layout", "key", &column, 1, 1, 0, &why, 1, &code, out, sizeof out, &err) > 0);
	EQUAL(code, RL_E_REFUSED);
	memcpy(&array, out, sizeof array);
	EQUAL(array.data_size, n);
	TRUE(memcmp(out + array.data, said, (size_t)n) == 0);
}

static void schemas(void) {
	const char *names = "{\"name\":\"s\",\"names\":[\"social.user_likes\"]}";
	rl_error err;
	int64_t first = rl_schema_open("actionbase", (const uint8_t *)names, strlen(names), &err);
	int64_t second = rl_schema_open("actionbase", (const uint8_t *)names, strlen(names), &err);
	TRUE(first > 0 && second > first);
	EQUAL(rl_schema_close(first), RL_OK);
	EQUAL(rl_schema_close(first), RL_E_HANDLE);
	EQUAL(rl_schema_close(second), RL_OK);
}

void test_batches(const vectors *v) {
	static uint8_t all[room];
	int32_t starts[rows + 1];
	rl_column column = {"value", offsets, keys};
	(void)v;
	make_keys();
	decode(RL_FIELDS_CBOR, all);
	decode(RL_TREE_JSON, all);
	decode(RL_FIELDS_JSON, all);
	sliced(all);
	TRUE(rl_decode_batch(0, "actionbase", "value", &column, 1, rows, 0, 0, starts, NULL, all, room, NULL) > 0);
	encode(all, starts);
	lacking();
	schemas();
}
