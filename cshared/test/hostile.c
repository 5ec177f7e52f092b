// Wrong calls, from the table that the packages share, which is in the folder named by the variable
// GOLDEN.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "hostile.h"

// Lines of the table that C cannot express: what does not compile, and lengths that do not exist in the
// interface.
enum { UNWRITABLE = 39 };

static uint8_t out[512];
rl_error hostile_err;
static const int32_t none[2] = {0, 0};

// The text of a member, with the backslashes before quotes removed; empty if there is none.
size_t text(line object, const char *name, char *to, size_t cap) {
	line value = member(object, name);
	size_t n = 0;
	if (value.len >= 2 && value.data[0] == '"') {
		TRUE(value.len - 2 < cap);
		for (size_t i = 1; i + 1 < value.len && n + 1 < cap; i++) {
			if (value.data[i] == '\\') i++;
			to[n++] = (char)value.data[i];
		}
	}
	to[n] = 0;
	return n;
}

static size_t unhex(line object, const char *name, uint8_t *to, size_t cap) {
	char digits[64];
	size_t n = text(object, name, digits, sizeof digits) / 2;
	TRUE(n <= cap);
	for (size_t i = 0; i < n; i++) {
		char pair[3] = {digits[2 * i], digits[2 * i + 1], 0};
		to[i] = (uint8_t)strtol(pair, NULL, 16);
	}
	return n;
}

static int64_t decode(const wrong_call *of) {
	int is_null = member(of->object, "given").len == 4, has = member(of->object, "part").data != NULL;
	rl_part part = {of->part, is_null ? NULL : of->bytes, is_null ? 1 : of->size};
	return rl_decode(0, of->format, of->record, &part, has, 0, RL_FIELDS_CBOR, out, sizeof out, &hostile_err);
}

static int64_t offsets(const wrong_call *of) {
	int32_t ends[8] = {0}, starts[8];
	int32_t codes[8];
	size_t n = 0;
	line list = member(of->object, "offsets");
	for (const char *at = (const char *)list.data + 1; *at != ']' && n < 8; at += *at == ',') {
		char *end;
		ends[n++] = (int32_t)strtol(at, &end, 10);
		at = end;
	}
	rl_column column = {of->part, ends, of->bytes};
	return rl_decode_batch(0, of->format, of->record, &column, 1, n - 1, 0, 0, starts, codes, out, sizeof out, &hostile_err);
}

// Empty cells for each named part. All parts have as many rows as the first, since a call has one number of rows.
static int64_t rows(const wrong_call *of) {
	rl_column columns[4];
	char names[4][16];
	int32_t starts[2];
	size_t count = 0, n = 0;
	line named = member(of->object, "rows");
	for (const char *at = (const char *)named.data; (at = strchr(at, '"')) != NULL && at < (const char *)named.data + named.len && count < 4;) {
		const char *end = strchr(at + 1, '"');
		snprintf(names[count], sizeof names[count], "%.*s", (int)(end - at - 1), at + 1);
		columns[count] = (rl_column){names[count], none, NULL};
		if (count++ == 0) n = (size_t)atoi(end + 2);
		at = end + 1;
	}
	return rl_decode_batch(0, of->format, of->record, columns, count, n, 0, 0, starts, NULL, out, sizeof out, &hostile_err);
}

static int64_t null_cells(const wrong_call *of) {
	int32_t starts[2];
	rl_column column = {of->part, NULL, NULL};
	TRUE(member(of->object, "given").len == 4);
	return rl_decode_batch(0, of->format, of->record, &column, 1, 1, 0, 0, starts, NULL, out, sizeof out, &hostile_err);
}

static int64_t null_parts(const wrong_call *of) {
	TRUE(member(of->object, "given").len == 4);
	return rl_decode(0, of->format, of->record, NULL, 1, 0, RL_FIELDS_CBOR, out, sizeof out, &hostile_err);
}

// Parts of one record: their names, as listed, separated by commas.
static int64_t written(const wrong_call *of) {
	char fields[64], names[64] = "";
	int32_t ends[2] = {0, 0}, starts[8], codes[1];
	line list = member(of->object, "parts");
	size_t length = 0;
	for (size_t i = 1; i + 1 < list.len; i++) {
		if (list.data[i] != '"') names[length++] = (char)list.data[i];
	}
	ends[1] = (int32_t)text(of->object, "fields", fields, sizeof fields);
	rl_values records = {"", RL_TYPE_JSON, 0, NULL, ends, fields};
	return rl_encode_columns(0, of->format, of->record, names, &records, 1, 1, 0, starts, codes, out, sizeof out, &hostile_err);
}

// The only part of a key; returns whether there is one.
static size_t key(line object, const char *side, char *name, size_t cap, rl_part *part) {
	line of = member(object, side);
	snprintf(name, cap, "%.*s", of.len > 2 ? (int)strcspn((const char *)of.data + 2, "\"") : 0, (const char *)of.data + 2);
	*part = (rl_part){name, (const uint8_t *)"\1", 1};
	return of.len > 2;
}

static int64_t compare(const wrong_call *of) {
	char names[2][16];
	rl_part left, right;
	size_t lefts = key(of->object, "left", names[0], sizeof names[0], &left), rights = key(of->object, "right", names[1], sizeof names[1], &right);
	return rl_compare(0, of->format, NULL, 0, &left, lefts, &right, rights, &hostile_err);
}

static int64_t memory(const wrong_call *of) {
	static const int32_t from[2] = {1, 3};
	static const uint8_t around[] = "?AB?", want[] = {0xa1, 0x65, 'v', 'a', 'l', 'u', 'e', 0x62, 'A', 'B'};
	int32_t starts[2], codes[1];
	rl_part part = {of->part, around + 1, 2};
	rl_column column = {of->part, from, around};
	EQUAL(rl_decode(0, of->format, of->record, &part, 1, 0, RL_FIELDS_CBOR, out, sizeof out, &hostile_err), sizeof want);
	TRUE(memcmp(out, want, sizeof want) == 0);
	EQUAL(rl_decode_batch(0, of->format, of->record, &column, 1, 1, 0, RL_FIELDS_CBOR, starts, codes, out, sizeof out, &hostile_err), sizeof want);
	TRUE(memcmp(out, want, sizeof want) == 0);
	return RL_OK;
}

static int64_t option(const wrong_call *of) {
	rl_part part = {"row", NULL, 0};
	return rl_decode(0, of->format, of->record, &part, 1, 1u << 31, 0, out, sizeof out, &hostile_err);
}

static int64_t columns(const wrong_call *of) {
	char type[16];
	size_t given = text(of->object, "type", type, sizeof type);
	rl_column column = {of->part, none, NULL};
	rl_field field = {of->path, RL_TYPE_UTF8, 0};
	if (strcmp(type, "error") == 0) field.type = RL_TYPE_ERROR;
	if (strcmp(type, "int32") == 0) field.type = 32;
	return rl_decode_columns(0, of->format, of->record, &column, 1, 1, 0, &field, given > 0, NULL, out, sizeof out, &hostile_err);
}

static int64_t members(const wrong_call *of) {
	static const uint8_t absent = 0;
	int32_t starts[2], codes[1];
	rl_values member = {of->path, RL_TYPE_UTF8, 0, &absent, none, NULL};
	return rl_encode_columns(0, of->format, of->record, of->part, &member, 1, 1, 0, starts, codes, out, sizeof out, &hostile_err);
}

static int64_t encode(const wrong_call *of) {
	char fields[64];
	size_t n = text(of->object, "fields", fields, sizeof fields);
	return rl_encode(0, of->format, of->record, of->part, (const uint8_t *)fields, n, 0, out, sizeof out, &hostile_err);
}

static int64_t schema(const wrong_call *of) {
	char json[64];
	size_t n = text(of->object, "json", json, sizeof json);
	return rl_schema_open(of->format, (const uint8_t *)json, n, &hostile_err);
}

static int64_t closed_schema(const wrong_call *of) {
	static const char json[] = "{\"given\":{\"names\":[]}}";
	int64_t opened = rl_schema_open(of->format, (const uint8_t *)json, sizeof json - 1, &hostile_err);
	EQUAL(rl_schema_close(opened), RL_OK);
	rl_part part = {of->part, of->bytes, of->size};
	return rl_decode(opened, of->format, of->record, &part, 1, 0, 0, out, sizeof out, &hostile_err);
}

static int64_t closed_store(const wrong_call *of) {
	int64_t opened = hostile_opened(of);
	EQUAL(rl_store_close(opened), RL_OK);
	return rl_store_tables(opened, out, sizeof out, &hostile_err);
}

static int64_t hash(const wrong_call *of) {
	int64_t code = rl_hash32(of->format, (const uint8_t *)"x", 1);
	hostile_err.code = code; // this call cannot return it itself
	return code;
}

static int64_t clock_of(const wrong_call *of) {
	char layout[16];
	uint64_t version;
	text(of->object, "layout", layout, sizeof layout);
	return rl_hlc_join(layout, 1, 1, &version, &hostile_err);
}


static const struct {
	const char *name;
	int64_t (*run)(const wrong_call *of);
} calls[] = {
	{"decode", decode},   {"offsets", offsets}, {"rows", rows},          {"option", option},
	{"cells", null_cells}, {"parts", null_parts}, {"write", written},     {"compare", compare},
	{"memory", memory},   {"open", hostile_open}, {"named", hostile_named}, {"scan", hostile_scan},
	{"cut", hostile_cut}, {"read", hostile_read},
	{"columns", columns}, {"members", members}, {"encode", encode},      {"schema", schema},
	{"closed-schema", closed_schema}, {"hash", hash}, {"clock", clock_of}, {"closed-store", closed_store},
};

// The result of the call named in a line, which must be one of the calls above.
static int64_t call(line object) {
	char name[16];
	wrong_call of = {.object = object};
	text(object, "call", name, sizeof name);
	text(object, "format", of.format, sizeof of.format);
	text(object, "record", of.record, sizeof of.record);
	text(object, "part", of.part, sizeof of.part);
	text(object, "path", of.path, sizeof of.path);
	text(object, "files", of.files, sizeof of.files);
	of.size = unhex(object, strcmp(name, "offsets") == 0 ? "data" : "given", of.bytes, sizeof of.bytes);
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
		if (strcmp(calls[i].name, name) == 0) return calls[i].run(&of);
	}
	fail(__FILE__, __LINE__, name, 0, 1);
	return 0;
}

void test_hostile(const vectors *v) {
	(void)v;
	static line *lines; // so that valgrind finds them in use until the end
	char file[512];
	size_t count, unwritable = 0;
	const char *golden = getenv("GOLDEN");
	TRUE(golden != NULL);
	if (golden == NULL) return;
	snprintf(file, sizeof file, "%s/hostile/calls.jsonl", golden);
	lines = read_lines(file, &count);
	TRUE(count > 150);
	for (size_t i = 0; i < count; i++) {
		char expected[80], name[80], said[80];
		text(member(lines[i], "expect"), "c", expected, sizeof expected);
		text(lines[i], "name", name, sizeof name);
		if (strncmp(expected, "cannot be written: ", 19) == 0) {
			unwritable++;
			continue;
		}
		memset(&hostile_err, 0, sizeof hostile_err);
		int64_t code = call(lines[i]);
		const char *says = code == RL_OK ? "reads" : code > 0 ? "damage" : rl_strerror(code);
		snprintf(said, sizeof said, "%.*s", (int)strcspn(says, ":"), says);
if ((code < 0 && hostile_err.code != code) || strcmp(said, expected) != 0) {
			fprintf(stderr, "%s: %s, want %s\n", name, said, expected);
			fail(file, (int)i + 1, name, code, hostile_err.code);
		}
	}
	EQUAL(unwritable, UNWRITABLE);
}
