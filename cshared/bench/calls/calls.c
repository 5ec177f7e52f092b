// Measures calls of the library on request from standard input: a line names an operation, and the
// answer is its processor time in ns per row. See bench/main.go.
//
//	calls FORMAT RECORD ROWS COUNT
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rowlens.h"

enum { rows_max = 4096, parts_max = 4, fields_max = 5, room = 4 << 20 };

static const char *format, *record;
static char names[parts_max][16];
static rl_column columns[parts_max];
static rl_part parts[rows_max][parts_max];
static size_t count;
static int rows;
static uint8_t *out;
static int64_t kind;

static void give_up(const char *what) {
	fprintf(stderr, "calls: %s\n", what);
	exit(1);
}

static void *read_bytes(FILE *f, size_t n) {
	void *bytes = malloc(n > 0 ? n : 1);
	if (bytes == NULL || fread(bytes, 1, n, f) != n) give_up("cannot read the rows");
	return bytes;
}

// One part after another: 16 bytes for its name, rows + 1 offsets, the bytes.
static void read_rows(const char *name) {
	FILE *f = fopen(name, "rb");
	if (f == NULL) give_up("cannot open the rows");
	while (count < parts_max && fread(names[count], 1, sizeof names[0], f) == sizeof names[0]) {
		int32_t *offsets = read_bytes(f, ((size_t)rows + 1) * sizeof *offsets);
		uint8_t *data = read_bytes(f, (size_t)offsets[rows]);
		columns[count] = (rl_column){names[count], offsets, data};
		for (int i = 0; i < rows; i++) {
			parts[i][count] = (rl_part){names[count], data + offsets[i], (size_t)(offsets[i + 1] - offsets[i])};
		}
		count++;
	}
	fclose(f);
}

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int64_t one_batch(void) {
	static int32_t starts[rows_max + 1], codes[rows_max];
	return rl_decode_batch(0, format, record, columns, count, (size_t)rows, 0, RL_FIELDS_CBOR, starts, codes, out, room, NULL);
}

// The answers of one_batch, and the names of the parts, for encoding them again.
static int32_t ends[rows_max + 1];
static uint8_t *fields;
static char list[parts_max * sizeof names[0]];

static void read_fields(void) {
	fields = malloc(room);
	if (fields == NULL) give_up("out of memory");
	int64_t n = rl_decode_batch(0, format, record, columns, count, (size_t)rows, 0, RL_FIELDS_CBOR, ends, NULL, fields, room, NULL);
	if (n < 0 || n > room) give_up("cannot decode the rows");
	for (size_t i = 0; i < count; i++) {
		if (i > 0) strcat(list, ",");
		strcat(list, names[i]);
	}
}

// All parts of all rows, from their fields.
static int64_t encoded_batch(void) {
	static int32_t starts[parts_max * (rows_max + 1)], codes[rows_max];
	const rl_values records = {"", RL_TYPE_CBOR, 0, NULL, ends, fields};
	return rl_encode_columns(0, format, record, list, &records, 1, (size_t)rows, 0, starts, codes, out, room, NULL);
}

// Typed columns of a record kind: two members of a single value, five of a row.
static const struct {
	const char *record;
	size_t count;
	rl_field fields[fields_max];
} wanted[] = {
	{"value", 2, {{"value.type", RL_TYPE_UTF8, 0}, {"value.value", RL_TYPE_INT64, 0}}},
	{"edge-state", 5, {{"tableCode", RL_TYPE_INT64, 0}, {"active", RL_TYPE_BOOL, 0}, {"source.value", RL_TYPE_UTF8, 0},
		{"target.value", RL_TYPE_UTF8, 0}, {"version", RL_TYPE_INT64, 0}}},
	{"edge-index", 5, {{"tableCode", RL_TYPE_INT64, 0}, {"direction", RL_TYPE_UTF8, 0}, {"directedSource.value", RL_TYPE_UTF8, 0},
		{"directedTarget.value", RL_TYPE_UTF8, 0}, {"version", RL_TYPE_INT64, 0}}},
	{"hlc", 2, {{"physical", RL_TYPE_INT64, 0}, {"logical", RL_TYPE_INT64, 0}}},
};

static int64_t typed_columns(void) {
	static int32_t codes[rows_max];
	size_t i = 0;
	while (i < sizeof wanted / sizeof wanted[0] && strcmp(wanted[i].record, record) != 0) i++;
	if (i == sizeof wanted / sizeof wanted[0]) return RL_E_RECORD;
	return rl_decode_columns(0, format, record, columns, count, (size_t)rows, 0, wanted[i].fields, wanted[i].count,
		codes, out, room, NULL);
}

static int64_t single_calls(void) {
	int64_t n = 0;
	for (int i = 0; i < rows && n >= 0; i++) n = rl_decode(0, format, record, parts[i], count, 0, RL_FIELDS_CBOR, out, room, NULL);
	return n;
}

static int64_t kind_calls(void) {
	int64_t n = 0;
	for (int i = 0; i < rows && n >= 0; i++) n = rl_kind_decode(kind, parts[i], count, RL_FIELDS_CBOR, out, room, NULL);
	return n;
}

static int64_t empty_calls(void) {
	for (int i = 0; i < rows; i++) rl_schema_close(0);
	return 1;
}

static const struct {
	const char *name;
	int64_t (*run)(void);
} operations[] = {{"batch\n", one_batch}, {"columns\n", typed_columns}, {"encode\n", encoded_batch}, {"single\n", single_calls}, {"kind\n", kind_calls}, {"empty\n", empty_calls}};

static int64_t run(const char *name) {
	for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
		if (strcmp(name, operations[i].name) == 0) return operations[i].run();
	}
	return RL_E_OPTION;
}

int main(int argc, char **argv) {
	char op[32];
	if (argc != 5) give_up("usage: calls FORMAT RECORD ROWS COUNT");
	format = argv[1];
	record = argv[2];
	rows = atoi(argv[4]);
	if (rows < 1 || rows > rows_max) give_up("too many rows");
	read_rows(argv[3]);
	out = malloc(room);
	if (out == NULL) give_up("out of memory");
	read_fields();
	kind = rl_kind_open(0, format, record, 0, NULL);
	while (fgets(op, sizeof op, stdin) != NULL) {
		double start = now();
		int64_t n = run(op);
		double ns = (now() - start) / rows;
		if (n <= 0) give_up(rl_strerror(n));
		printf("%.3f\n", ns);
		fflush(stdout);
	}
	return 0;
}
