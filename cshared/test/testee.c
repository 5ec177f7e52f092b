// A testee (docs/testee.md) on the C library. It shows what op define means for a host that keeps
// handles: each schema is opened with the earlier ones as "uses", so that the last handle of a
// format stands for everything defined so far, and later requests use it.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <sys/types.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

// Skips a JSON value, or the white space before one, and returns the next byte.
static const uint8_t *past_value(const uint8_t *at, const uint8_t *end) {
	int depth = 0, quoted = 0;
	for (; at < end; at++) {
		if (quoted) {
			if (*at == '\\') at++;
			else if (*at == '"') quoted = 0;
			if (!quoted && depth == 0) return at + 1;
		} else if (*at == '"') {
			quoted = 1;
		} else if (*at == '{' || *at == '[') {
			depth++;
		} else if (*at == '}' || *at == ']') {
			if (depth == 0) return at;
			if (--depth == 0) return at + 1;
		} else if (depth == 0 && (*at == ',' || *at == ':')) {
			return at;
		}
	}
	return end;
}

line member(line object, const char *name) {
	const uint8_t *at = object.data + 1, *end = object.data + object.len;
	size_t n = strlen(name);
	line value = {NULL, 0};
	while (object.len > 2 && at < end && *at == '"') {
		const uint8_t *key = at + 1;
		at = past_value(at, end);
		int found = (size_t)(at - key) == n + 1 && memcmp(key, name, n) == 0;
		if (at >= end || *at++ != ':') break;
		value.data = at;
		at = past_value(at, end);
		value.len = (size_t)(at - value.data);
		if (found) return value;
		if (at < end && *at == ',') at++;
	}
	value.data = NULL;
	value.len = 0;
	return value;
}

static int is(line value, const char *text) { return value.len == strlen(text) && memcmp(value.data, text, value.len) == 0; }

// The text between the quotes, terminated by a zero byte; cut if it is too long.
static void text_of(line value, char *to, size_t cap) {
	size_t n = value.len >= 2 ? value.len - 2 : 0;
	if (n >= cap) n = cap - 1;
	memcpy(to, value.data + 1, n);
	to[n] = 0;
}

static defined *of_format(testee *t, const char *format) {
	for (size_t i = 0; i < t->count; i++) {
		if (strcmp(t->formats[i].format, format) == 0) return &t->formats[i];
	}
	return NULL;
}

// The request with one more member in first place, or unchanged without a handle. The memory has
// extra more bytes than the request.
static line with(line request, const char *name, const char *handle_format, int64_t handle, uint8_t *room) {
	line longer = {room, 0};
	if (handle == 0 || request.len < 2) return request;
	longer.len = (size_t)sprintf((char *)room, "{\"%s\":", name);
	longer.len += (size_t)sprintf((char *)room + longer.len, handle_format, handle);
	memcpy(room + longer.len, request.data + 1, request.len - 1);
	longer.len += request.len - 1;
	return longer;
}

line sent(testee *t, line request, uint8_t *room) {
	char format[72];
	text_of(member(request, "format"), format, sizeof format);
	defined *d = of_format(t, format);
	return with(request, "schema", "%" PRId64 ",", d != NULL ? d->handle : 0, room);
}

int is_define(line request) { return is(member(request, "op"), "\"define\""); }

int64_t define(testee *t, line request, rl_error *err) {
	char format[72];
	text_of(member(request, "format"), format, sizeof format);
	defined *d = of_format(t, format);
	if (d == NULL) {
		if (t->count == sizeof t->formats / sizeof t->formats[0]) return RL_E_LENGTH;
		d = &t->formats[t->count++];
		strcpy(d->format, format);
		d->handle = 0;
	}
	uint8_t *room = malloc(request.len + extra);
	if (room == NULL) return RL_E_INTERNAL;
	line longer = with(request, "uses", "[%" PRId64 "],", d->handle, room);
	int64_t handle = rl_schema_open(format, longer.data, longer.len, err);
	free(room);
	if (handle < 0) return handle;
	// The new handle knows everything that the old one knew.
	if (d->handle > 0) EQUAL(rl_schema_close(d->handle), RL_OK);
	d->handle = handle;
	return RL_OK;
}

#ifndef _WIN32 // there is no getline
// Writes {"id":…,…} for a request to define.
static void say_defined(line request, int64_t result, const rl_error *err) {
	line id = member(request, "id");
	if (id.len > 0) printf("{\"id\":%.*s,", (int)id.len, (const char *)id.data);
	else printf("{\"id\":null,");
	if (result == RL_OK) {
		printf("\"ok\":true}\n");
	} else if (result == RL_E_FORMAT) {
		printf("\"unsupported\":true}\n");
	} else {
		printf("\"error\":\"");
		for (const char *c = err->message; *c != 0; c++) printf(*c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
		printf("\",\"code\":\"%.*s\"}\n", (int)strcspn(rl_strerror(result), ":"), rl_strerror(result));
	}
}

// Answers one line on standard output. The buffer grows with the answers.
static void answer_line(testee *t, line request, uint8_t **out, size_t *cap) {
	rl_error err;
	if (is_define(request)) {
		int64_t result = define(t, request, &err);
		say_defined(request, result, &err);
		return;
	}
	uint8_t *room = malloc(request.len + extra);
	if (room == NULL) exit(2);
	line longer = sent(t, request, room);
	int64_t n;
	while ((n = rl_answer(longer.data, longer.len, *out, *cap, &err)) > (int64_t)*cap) {
		free(*out);
		*cap = (size_t)n * 2;
		if ((*out = malloc(*cap)) == NULL) exit(2);
	}
	free(room);
	if (n < 0) printf("{\"id\":null,\"error\":\"%s\"}\n", rl_strerror(n));
	else printf("%.*s\n", (int)n, (const char *)*out);
}

int run_testee(void) {
	static testee t;
	char *text = NULL;
	uint8_t *out = NULL;
	size_t size = 0, cap = 0;
	ssize_t n;
	while ((n = getline(&text, &size, stdin)) > 0) {
		if (text[n - 1] == '\n') n--;
		line request = {(const uint8_t *)text, (size_t)n};
		if (n > 0) answer_line(&t, request, &out, &cap);
		fflush(stdout);
	}
	free(text);
	free(out);
	return 0;
}
#endif
