// Calls that are wrong, from the table that the packages share: GOLDEN in the environment has its folder.
#include <stdlib.h>
#include <string.h>

#include "check.h"

// Lines of the table that C cannot write: what does not compile, and lengths that the interface does not have.
enum { UNWRITABLE = 8 };

static uint8_t out[512];
static rl_error err;

// What a line of the table says, and what it is called with.
typedef struct {
	line object;
	char format[16], record[300], part[16], path[32], files[256];
	uint8_t bytes[64];
	size_t size; // of the bytes
} wrong_call;

// The text of a member, without the backslashes before quotes; empty when there is none.
static size_t text(line object, const char *name, char *to, size_t cap) {
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
	int is_null = member(of->object, "given").len == 4;
	rl_part part = {of->part, is_null ? NULL : of->bytes, is_null ? 1 : of->size};
	return rl_decode(0, of->format, of->record, &part, of->part[0] != 0, 0, RL_FIELDS_CBOR, out, sizeof out, &err);
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
	return rl_decode_batch(0, of->format, of->record, &column, 1, n - 1, 0, 0, starts, codes, out, sizeof out, &err);
}

static int64_t without_parts(const wrong_call *of) {
	int32_t starts[2];
	TRUE(member(of->object, "rows").len == 2);
	return rl_decode_batch(0, of->format, of->record, NULL, 0, 0, 0, 0, starts, NULL, out, sizeof out, &err);
}

static int64_t option(const wrong_call *of) {
	rl_part part = {"row", NULL, 0};
	return rl_decode(0, of->format, of->record, &part, 1, 1u << 31, 0, out, sizeof out, &err);
}

static int64_t columns(const wrong_call *of) {
	static const int32_t none[2] = {0, 0};
	char type[16];
	size_t given = text(of->object, "type", type, sizeof type);
	rl_column column = {of->part, none, NULL};
	rl_field field = {of->path, RL_TYPE_UTF8, 0};
	if (strcmp(type, "error") == 0) field.type = RL_TYPE_ERROR;
	if (strcmp(type, "int32") == 0) field.type = 32;
	return rl_decode_columns(0, of->format, of->record, &column, 1, 1, 0, &field, given > 0, NULL, out, sizeof out, &err);
}

static int64_t members(const wrong_call *of) {
	static const int32_t none[2] = {0, 0};
	static const uint8_t absent = 0;
	int32_t starts[2], codes[1];
	rl_values member = {of->path, RL_TYPE_UTF8, 0, &absent, none, NULL};
	return rl_encode_columns(0, of->format, of->record, of->part, &member, 1, 1, 0, starts, codes, out, sizeof out, &err);
}

static int64_t encode(const wrong_call *of) {
	char fields[64];
	size_t n = text(of->object, "fields", fields, sizeof fields);
	return rl_encode(0, of->format, of->record, of->part, (const uint8_t *)fields, n, 0, out, sizeof out, &err);
}

static int64_t schema(const wrong_call *of) {
	char json[64];
	size_t n = text(of->object, "json", json, sizeof json);
	return rl_schema_open(of->format, (const uint8_t *)json, n, &err);
}

static int64_t closed_schema(const wrong_call *of) {
	static const char json[] = "{\"given\":{\"names\":[]}}";
	int64_t opened = rl_schema_open(of->format, (const uint8_t *)json, sizeof json - 1, &err);
	EQUAL(rl_schema_close(opened), RL_OK);
	rl_part part = {of->part, of->bytes, of->size};
	return rl_decode(opened, of->format, of->record, &part, 1, 0, 0, out, sizeof out, &err);
}

static int64_t closed_store(const wrong_call *of) {
	char options[512];
	const char *golden = getenv("GOLDEN");
	TRUE(golden != NULL);
	int n = snprintf(options, sizeof options, "{\"store\":\"%s/%s\"}", golden, of->files);
	int64_t opened = rl_store_open((const uint8_t *)options, (size_t)n, NULL, 0, NULL, &err);
	TRUE(opened > 0);
	EQUAL(rl_store_close(opened), RL_OK);
	return rl_store_tables(opened, out, sizeof out, &err);
}

static int64_t hash(const wrong_call *of) {
	int64_t code = rl_hash32(of->format, (const uint8_t *)"x", 1);
	err.code = code; // which this call has no place for
	return code;
}

static int64_t clock_of(const wrong_call *of) {
	char layout[16];
	uint64_t version;
	text(of->object, "layout", layout, sizeof layout);
	return rl_hlc_join(layout, 1, 1, &version, &err);
}

static const struct {
	const char *name;
	int64_t (*run)(const wrong_call *of);
} calls[] = {
	{"decode", decode},   {"offsets", offsets}, {"rows", without_parts}, {"option", option},
	{"columns", columns}, {"members", members}, {"encode", encode},      {"schema", schema},
	{"closed-schema", closed_schema}, {"hash", hash}, {"clock", clock_of}, {"closed-store", closed_store},
};

// The result of the call that a line names, which must be one of those above.
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
	static line *lines; // so that valgrind finds them in use to the end
	char file[512];
	size_t count, unwritable = 0;
	const char *golden = getenv("GOLDEN");
	TRUE(golden != NULL);
	if (golden == NULL) return;
	snprintf(file, sizeof file, "%s/hostile/calls.jsonl", golden);
	lines = read_lines(file, &count);
	TRUE(count > 30);
	for (size_t i = 0; i < count; i++) {
		char expected[80], name[80], said[80];
		text(member(lines[i], "expect"), "c", expected, sizeof expected);
		text(lines[i], "name", name, sizeof name);
		if (strncmp(expected, "cannot be written: ", 19) == 0) {
			unwritable++;
			continue;
		}
		memset(&err, 0, sizeof err);
		int64_t code = call(lines[i]);
		size_t n = strcspn(rl_strerror(code), ":");
		snprintf(said, sizeof said, "%.*s", (int)n, rl_strerror(code));
		if (code >= 0 || err.code != code || strcmp(said, expected) != 0) {
			fprintf(stderr, "%s: %s, want %s\n", name, said, expected);
			fail(file, (int)i + 1, name, code, err.code);
		}
	}
	EQUAL(unwritable, UNWRITABLE);
}
