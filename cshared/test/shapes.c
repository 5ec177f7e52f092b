// Answers as structs: spans and typed columns.
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { rows = 40 };

static uint8_t keys[rows * 9];
static int32_t offsets[rows + 1];

// Values of Actionbase: one long each; the third is null, the fifth cut short.
static void make_keys(void) {
	for (int i = 0; i < rows; i++) {
		uint8_t *at = keys + offsets[i];
		int n = i == 2 ? 1 : i == 4 ? 5 : 9;
		memset(at, 0, (size_t)n);
		at[0] = i == 2 ? 0x05 : 0x2c;
		if (n > 1) at[1] = 0x80;
		if (n == 9) at[8] = (uint8_t)i;
		offsets[i + 1] = offsets[i] + n;
	}
}

// Every span is within the one around it, and the leaves fill the part.
static void check_spans(const uint8_t *answer, int64_t n, int32_t part_len) {
	rl_spans head;
	memcpy(&head, answer, sizeof head);
	EQUAL(head.size, n);
	EQUAL(head.size % 8, 0);
	TRUE(head.count > 0 && head.sources == sizeof head + head.count * sizeof(rl_span));
	const rl_span *spans = (const rl_span *)(const void *)(answer + sizeof head);
	const rl_source *source = (const rl_source *)(const void *)(answer + head.sources);
	EQUAL(source->node, -1);
	EQUAL(source->data_len, part_len);
	TRUE(source->name_len == 5 && memcmp(answer + source->name, "value", 5) == 0);
	for (uint32_t i = 0; i < head.count; i++) {
		const rl_span *s = &spans[i];
		TRUE(s->name_len > 0 && s->name + s->name_len <= head.size && s->text + s->text_len <= head.size);
		TRUE(s->bytes + s->bytes_len <= head.size && s->note + s->note_len <= head.size);
		TRUE(s->parent < (int32_t)i && s->start <= s->end && s->end <= part_len);
		if (s->parent < 0) {
			EQUAL(s->depth, 0);
			continue;
		}
		EQUAL(s->depth, spans[s->parent].depth + 1);
		TRUE(s->start >= spans[s->parent].start && s->end <= spans[s->parent].end);
	}
	EQUAL(spans[0].end, part_len);
}

static int has_number(const uint8_t *answer, int64_t number) {
	rl_spans head;
	memcpy(&head, answer, sizeof head);
	const rl_span *spans = (const rl_span *)(const void *)(answer + sizeof head);
	for (uint32_t i = 0; i < head.count; i++) {
		if (spans[i].kind == RL_KIND_INT && spans[i].number == number) return 1;
	}
	return 0;
}

static void spans(void) {
	static uint8_t all[1 << 16];
	int32_t starts[rows + 1], codes[rows];
	rl_column column = {"value", offsets, keys};
	rl_part part = {"value", keys + offsets[7], 9};
	int64_t n = rl_decode(0, "actionbase", "value", &part, 1, 0, RL_SPANS, NULL, 0, NULL);
	uint8_t *one = malloc(n > 0 ? (size_t)n : 1);
	TRUE(n > 0 && one != NULL);
	if (one == NULL) return;
	EQUAL(rl_decode(0, "actionbase", "value", &part, 1, 0, RL_SPANS, one, (size_t)n, NULL), n);
	check_spans(one, n, 9);
	TRUE(has_number(one, 7));
	TRUE(rl_decode_batch(0, "actionbase", "value", &column, 1, rows, 0, RL_SPANS, starts, codes, all, sizeof all, NULL) > 0);
	for (int i = 0; i < rows; i++) {
		// A row that fails has the spans that were decoded before the failure.
		EQUAL(codes[i], i == 4 ? RL_E_TRUNCATED : RL_OK);
		EQUAL(starts[i] % 8, 0);
		check_spans(all + starts[i], starts[i + 1] - starts[i], offsets[i + 1] - offsets[i]);
	}
	EQUAL(starts[8] - starts[7], n);
	TRUE(memcmp(all + starts[7], one, (size_t)n) == 0);
	free(one);
}

static int bit(const uint8_t *bits, int row) { return bits[row / 8] >> (row % 8) & 1; }

static void check_columns(const uint8_t *out) {
	rl_array array[5];
	memcpy(array, out, sizeof array);
	for (int c = 0; c < 5; c++) {
		EQUAL(array[c].length, rows);
		EQUAL(array[c].validity % 64 + array[c].offsets % 64 + array[c].data % 64, 0);
	}
	EQUAL(array[0].null_count, 2);
	EQUAL(array[3].null_count, rows - 1);
	EQUAL(array[4].null_count, rows);
	EQUAL(array[0].offsets, 0);
	EQUAL(array[0].data_size, 8 * rows);
	for (int i = 0; i < rows; i++) {
		int64_t number;
		int32_t text[2];
		char want[8];
		memcpy(&number, out + array[0].data + 8 * i, 8);
		memcpy(text, out + array[1].offsets + 4 * i, sizeof text);
		EQUAL(bit(out + array[0].validity, i), i != 2 && i != 4);
		EQUAL(bit(out + array[3].validity, i), i == 4);
		EQUAL(number, i == 2 || i == 4 ? 0 : i);
		int n = i == 2 || i == 4 ? 0 : snprintf(want, sizeof want, "%d", i);
		EQUAL(text[1] - text[0], n);
		if (n == text[1] - text[0]) TRUE(memcmp(out + array[1].data + text[0], want, (size_t)n) == 0);
	}
	TRUE(memcmp(out + array[2].data, "{\"type\":\"long\",\"value\":\"0\"}", 27) == 0);
	TRUE(memcmp(out + array[3].data, "{\"error\":{\"code\":\"truncated\"", 28) == 0);
}

static void columns(void) {
	rl_error err;
	int32_t codes[rows];
	rl_column column = {"value", offsets, keys};
	rl_field fields[5] = {{"value.value", RL_TYPE_INT64, 0}, {"value.value", RL_TYPE_UTF8, 0}, {"value", RL_TYPE_JSON, 0}, {"", RL_TYPE_ERROR, 0}, {"value.type[x=y]", RL_TYPE_BOOL, 0}};
	int64_t n = rl_decode_columns(0, "actionbase", "value", &column, 1, rows, 0, fields, 5, codes, NULL, 0, &err);
	TRUE(n > (int64_t)(5 * sizeof(rl_array)));
	uint8_t *out = malloc(n > 0 ? (size_t)n : 1);
	if (out == NULL || n < 0) return;
	memset(out, 0xa5, (size_t)n);
	EQUAL(rl_decode_columns(0, "actionbase", "value", &column, 1, rows, 0, fields, 5, codes, out, (size_t)n, &err), n);
	for (int i = 0; i < rows; i++) EQUAL(codes[i], i == 4 ? RL_E_TRUNCATED : RL_OK);
	check_columns(out);
	free(out);
	EQUAL(rl_decode_columns(0, "actionbase", "value", &column, 1, rows, RL_STRICT, fields, 5, NULL, NULL, 0, &err), RL_E_TRUNCATED);
	EQUAL(err.row, 4);
	// A number is not a truth value: that member is null, and the code says so.
	fields[0].type = RL_TYPE_BOOL;
	TRUE(rl_decode_columns(0, "actionbase", "value", &column, 1, rows, 0, fields, 1, codes, NULL, 0, &err) > 0);
	EQUAL(codes[0], RL_E_COLUMN);
	EQUAL(codes[2], RL_OK);
	EQUAL(rl_decode_columns(0, "actionbase", "value", &column, 1, rows, 0, fields, 0, codes, NULL, 0, &err), RL_E_LENGTH);
	EQUAL(rl_decode_columns(0, "actionbase", "value", &column, 1, rows, 0, NULL, 1, codes, NULL, 0, &err), RL_E_NULL_POINTER);
	fields[0].path = "no.such[x=y]";
	EQUAL(rl_decode_columns(0, "actionbase", "value", &column, 1, rows, 0, fields, 1, codes, NULL, 0, &err), RL_E_OPTION);
	TRUE(strcmp(err.field, "no.such[x=y]") == 0);
	fields[0].path = "value[";
	EQUAL(rl_decode_columns(0, "actionbase", "value", &column, 1, rows, 0, fields, 1, codes, NULL, 0, &err), RL_E_OPTION);
	fields[0].path = "value", fields[0].zero = 1;
	EQUAL(rl_decode_columns(0, "actionbase", "value", &column, 1, rows, 0, fields, 1, codes, NULL, 0, &err), RL_E_OPTION);
}

enum { guard = 64, canary = 0xa5 };

static int64_t spans_into(uint8_t *out, size_t cap) {
	rl_part part = {"value", keys + offsets[7], 9};
	return rl_decode(0, "actionbase", "value", &part, 1, 0, RL_SPANS, out, cap, NULL);
}

static int64_t rows_into(uint8_t *out, size_t cap) {
	int32_t starts[rows + 1];
	rl_column column = {"value", offsets, keys};
	return rl_decode_batch(0, "actionbase", "value", &column, 1, 8, 0, RL_FIELDS_CBOR, starts, NULL, out, cap, NULL);
}

static int64_t columns_into(uint8_t *out, size_t cap) {
	rl_column column = {"value", offsets, keys};
	rl_field fields[2] = {{"value.value", RL_TYPE_INT64, 0}, {"", RL_TYPE_ERROR, 0}};
	return rl_decode_columns(0, "actionbase", "value", &column, 1, 8, 0, fields, 2, NULL, out, cap, NULL);
}

// For each capacity: the size is the same, and no byte after it is touched.
static void capacities(int64_t (*call)(uint8_t *out, size_t cap)) {
	int64_t need = call(NULL, 0);
	uint8_t *want = malloc((size_t)need), *out = malloc((size_t)need + guard);
	TRUE(need > 0 && want != NULL && out != NULL);
	if (want == NULL || out == NULL) return;
	EQUAL(call(want, (size_t)need), need);
	for (size_t cap = 0; cap <= (size_t)need; cap++) {
		memset(out, canary, (size_t)need + guard);
		EQUAL(call(out, cap), need);
		for (size_t i = cap; i < (size_t)need + guard; i++) EQUAL(out[i], canary);
	}
	TRUE(memcmp(out, want, (size_t)need) == 0);
	free(want);
	free(out);
}

void test_shapes(const vectors *v) {
	(void)v;
	make_keys();
	capacities(spans_into);
	capacities(rows_into);
	capacities(columns_into);
	spans();
	columns();
}
