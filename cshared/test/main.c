// usage: ctest REQUESTS ANSWERS TEST..., or ctest testee <requests
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static int failed;

int failures(void) { return failed; }

void fail(const char *file, int at, const char *what, int64_t got, int64_t want) {
	pthread_mutex_lock(&counting);
	if (failed++ < 20) fprintf(stderr, "%s:%d: %s is %lld, want %lld\n", file, at, what, (long long)got, (long long)want);
	pthread_mutex_unlock(&counting);
}

static void give_up(const char *name) {
	fprintf(stderr, "cannot read %s\n", name);
	exit(2);
}

// Reads a whole file. The memory is kept as long as the program runs.
static uint8_t *read_file(const char *name, size_t *size) {
	FILE *f = fopen(name, "rb");
	if (f == NULL || fseek(f, 0, SEEK_END) != 0) give_up(name);
	long n = ftell(f);
	rewind(f);
	uint8_t *data = n < 0 ? NULL : malloc((size_t)n + 1);
	if (data == NULL || fread(data, 1, (size_t)n, f) != (size_t)n) give_up(name);
	fclose(f);
	*size = (size_t)n;
	return data;
}

line *read_lines(const char *name, size_t *count) {
	size_t size, n = 0;
	uint8_t *data = read_file(name, &size);
	for (size_t i = 0; i < size; i++) n += data[i] == '\n';
	line *lines = malloc((n + 1) * sizeof *lines);
	if (lines == NULL) give_up(name);
	const uint8_t *at = data;
	for (size_t i = 0; i < n; i++) {
		const uint8_t *end = memchr(at, '\n', size - (size_t)(at - data));
		lines[i].data = at;
		lines[i].len = (size_t)(end - at);
		at = end + 1;
	}
	*count = n;
	return lines;
}

// Opens the schemas that requests define and keeps the other requests, each with its handle.
static void open_schemas(vectors *v) {
	static testee t;
	size_t kept = 0;
	for (size_t i = 0; i < v->count; i++) {
		line request = v->requests[i];
		if (is_define(request)) {
			rl_error err;
			line ok = member(v->answers[i], "ok");
			EQUAL(define(&t, request, &err), RL_OK);
			TRUE(ok.len == 4);
			continue;
		}
		uint8_t *room = malloc(request.len + extra);
		if (room == NULL) give_up("a request");
		v->requests[kept] = sent(&t, request, room);
		if (v->requests[kept].data != room) free(room);
		v->answers[kept++] = v->answers[i];
	}
	v->count = kept;
}

static const struct {
	const char *name;
	void (*run)(const vectors *v);
} tests[] = {
	{"vectors", test_vectors},     {"capacities", test_capacities}, {"arguments", test_arguments}, {"batches", test_batches},
	{"threads", test_threads},     {"panic", test_panic},           {"orders", test_orders},       {"shapes", test_shapes},
	{"kinds", test_kinds},         {"stats", test_stats},           {"diff", test_diff},           {"stores", test_stores},
	{"columns", test_columns},     {"hostile", test_hostile},
#ifndef _WIN32
	{"fork", test_fork},
#endif
};

static int run(const char *name, const vectors *v) {
	for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
		if (strcmp(tests[i].name, name) == 0) {
			int before = failures();
			tests[i].run(v);
			printf("%s %s\n", failures() == before ? "ok" : "FAILED", name);
			fflush(stdout);
			return 1;
		}
	}
	fprintf(stderr, "there is no test called %s\n", name);
	return 0;
}

int main(int argc, char **argv) {
	static vectors v; // so that valgrind finds the lines in use until the end
	size_t answers;
#ifndef _WIN32
	if (argc == 2 && strcmp(argv[1], "testee") == 0) return run_testee();
#endif
	if (argc < 4) {
		fprintf(stderr, "usage: ctest REQUESTS ANSWERS TEST...\n       ctest testee <requests\n");
		return 2;
	}
	EQUAL(rl_abi_version(), RL_ABI_VERSION);
	TRUE(strcmp(rl_version(), RL_VERSION) == 0);
	v.requests = read_lines(argv[1], &v.count);
	v.answers = read_lines(argv[2], &answers);
	EQUAL(answers, v.count);
	open_schemas(&v);
	TRUE(v.count > 0);
	if (failures() != 0) return 1;
	int failed = 0;
	for (int i = 3; i < argc; i++) {
		int before = failures();
		if (!run(argv[i], &v)) return 2;
		failed += failures() != before;
	}
	printf("c: %d checks passed, %d failed\n", argc - 3 - failed, failed);
	return failures() != 0;
}
