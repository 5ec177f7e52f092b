// Files of stores, read by the library and through callbacks, as Arrow streams. The rows must be those that the command prints
// for the same store: the folder $STORES has stores and, beside each, the output of rowlens decode --json in NAME.jsonl, of
// rowlens tables --json in NAME.tables, and of find in NAME.files.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "check.h"

enum { names_max = 512 };

static const char *folder;

static int64_t open_at(const char *path, rl_error *err) {
	char options[600];
	snprintf(options, sizeof options, "{\"store\":\"%s\"}", path);
	return rl_store_open((const uint8_t *)options, strlen(options), NULL, 0, NULL, err);
}

static int64_t scan(int64_t store, const char *options, struct ArrowArrayStream *stream, rl_error *err) {
	memset(stream, 0x7f, sizeof *stream);
	return rl_store_scan(store, (const uint8_t *)options, strlen(options), stream, err);
}

// A member of a struct, with its description.
typedef struct {
	const struct ArrowSchema *schema;
	const struct ArrowArray *array;
} column;

static column inner(column c, const char *name) {
	for (int64_t i = 0; i < c.schema->n_children; i++) {
		if (strcmp(c.schema->children[i]->name, name) == 0) return (column){c.schema->children[i], c.array->children[i]};
	}
	fail(__FILE__, __LINE__, name, -1, 0);
	exit(1);
}

static int there(column c, int64_t row) {
	const uint8_t *bits = c.array->buffers[0];
	return bits == NULL || (bits[row / 8] >> (row % 8) & 1);
}

// The text of a row that is not null.
static line text_of(column c, int64_t row) {
	const int32_t *ends = c.array->buffers[1];
	return (line){(const uint8_t *)c.array->buffers[2] + ends[row], (size_t)(ends[row + 1] - ends[row])};
}

static int contains(line whole, const char *before, line part, const char *after) {
	static char want[1 << 20];
	size_t len = strlen(before) + part.len + strlen(after);
	if (len > sizeof want) return 0;
	memcpy(want, before, strlen(before));
	memcpy(want + strlen(before), part.data, part.len);
	memcpy(want + strlen(before) + part.len, after, strlen(after));
	for (size_t i = 0; i + len <= whole.len; i++) {
		if (memcmp(whole.data + i, want, len) == 0) return 1;
	}
	return 0;
}

// Every array of a tree has the stated number of rows, counts its nulls and has ascending offsets.
static void sound(column c, int64_t rows) {
	int64_t nulls = 0;
	EQUAL(c.array->length, rows);
	EQUAL(c.array->offset, 0);
	EQUAL(c.array->n_children, c.schema->n_children);
	TRUE(c.array->dictionary == NULL && c.schema->dictionary == NULL);
	for (int64_t i = 0; i < rows; i++) nulls += !there(c, i);
	EQUAL(c.array->null_count, nulls);
	char format = c.schema->format[0];
	EQUAL(c.array->n_buffers, format == '+' ? 1 : format == 'u' || format == 'z' ? 3 : 2);
	for (int64_t i = 0; i < c.array->n_buffers; i++) TRUE((uintptr_t)c.array->buffers[i] % 64 == 0);
	if (c.array->n_buffers == 3) {
		const int32_t *ends = c.array->buffers[1];
		EQUAL(ends[0], 0);
		for (int64_t i = 0; i < rows; i++) TRUE(ends[i] <= ends[i + 1] && (there(c, i) || ends[i] == ends[i + 1]));
	}
	for (int64_t i = 0; i < c.array->n_children; i++) sound((column){c.schema->children[i], c.array->children[i]}, rows);
}

// Compares a row with the line that the command prints for it.
static void compare(column all, int64_t row, line want) {
	column fields = inner(all, "fields"), error = inner(all, "error");
	if (there(fields, row)) {
		TRUE(contains(want, "\"fields\":", text_of(fields, row), ""));
	} else {
		TRUE(!contains(want, "\"fields\":", (line){NULL, 0}, ""));
	}
	TRUE(there(fields, row) == !there(error, row));
	if (there(error, row)) TRUE(contains(want, "\"error\":{\"code\":\"", text_of(inner(error, "code"), row), "\""));
	column source = inner(all, "source"), record = inner(all, "record");
	if (there(inner(source, "file"), row)) TRUE(contains(want, "\"file\":\"", text_of(inner(source, "file"), row), "\""));
	if (there(record, row)) TRUE(contains(want, "\"record\":\"", text_of(record, row), "\""));
}

// Reads a stream to its end and releases it.
static int64_t read_all(struct ArrowArrayStream *stream, line *want, size_t want_count) {
	struct ArrowSchema schema;
	struct ArrowArray array;
	int64_t rows = 0;
	EQUAL(stream->get_schema(stream, &schema), 0);
	TRUE(strcmp(schema.format, "+s") == 0 && schema.n_children > 0 && schema.flags == 0);
	for (;;) {
		EQUAL(stream->get_next(stream, &array), 0);
		if (array.release == NULL) break;
		column all = {&schema, &array};
		sound(all, array.length);
		TRUE(array.length > 0);
		for (int64_t i = 0; i < array.length && want != NULL; i++, rows++) {
			if ((size_t)rows < want_count) compare(all, i, want[rows]);
		}
		if (want == NULL) rows += array.length;
		array.release(&array);
	}
	EQUAL(stream->get_next(stream, &array), 0);
	TRUE(array.release == NULL && stream->get_last_error(stream) == NULL);
	schema.release(&schema);
	stream->release(stream);
	TRUE(stream->release == NULL);
	return rows;
}

static const char *path_of(const char *name, const char *ending) {
	static char path[4][names_max];
	static int next;
	next = (next + 1) % 4;
	snprintf(path[next], names_max, "%s/%s%s", folder, name, ending);
	return path[next];
}

// What is compared of a table if the command opened the same path; Windows spells that differently: only what follows it.
static line comparable(line table) {
#ifdef _WIN32
	const uint8_t *from = member(table, "table").data;
	if (from != NULL) table = (line){from, table.len - (size_t)(from - table.data)};
#endif
	return table;
}

static void tables(int64_t store, const char *name, int by_path) {
	static uint8_t out[1 << 20];
	rl_error err;
	size_t count, at = 0;
	line *want = read_lines(path_of(name, ".tables"), &count);
	int64_t n = rl_store_tables(store, out, sizeof out, &err);
	TRUE(n > 0 && n <= (int64_t)sizeof out && rl_store_tables(store, NULL, 0, NULL) == n);
	for (size_t i = 0; i < count; i++) {
		const uint8_t *end = n < 0 ? NULL : memchr(out + at, '\n', (size_t)n - at);
		TRUE(end != NULL);
		if (end == NULL) return;
		line got = {out + at, (size_t)(end - out) - at};
		line a = comparable(got), b = comparable(want[i]);
		if (by_path) TRUE(a.len == b.len && memcmp(a.data, b.data, a.len) == 0);
		TRUE(contains(want[i], "\"table\":", member(got, "table"), ""));
		at += got.len + 1;
	}
	EQUAL(at, n);
	free((void *)want[0].data);
	free(want);
}

// Files for callbacks: those in a list that a shell wrote, one line SIZE NAME each.
typedef struct {
	const char *name;
	uint8_t *text; // the names
	rl_file files[names_max];
	size_t count;
	int64_t most;  // size limit of one answer, in bytes
	int64_t fails; // the number of the call that fails, counted from 1; 0 if none does
	int64_t answer;
	int64_t calls;
	int released;
	pthread_t thread;
	int strayed; // calls on a different thread
} folder_of;

static int64_t read_part(void *context, size_t file, int64_t offset, uint8_t *out, size_t len) {
	folder_of *f = context;
	f->strayed += !pthread_equal(f->thread, pthread_self());
	if (++f->calls == f->fails) return f->answer;
	char path[names_max * 2];
	snprintf(path, sizeof path, "%s/%s/%s", folder, f->name, f->files[file].name);
	FILE *in = fopen(path, "rb");
	if (in == NULL) return -1;
	size_t n = 0;
	if (fseek(in, (long)offset, SEEK_SET) == 0) n = fread(out, 1, len < (size_t)f->most ? len : (size_t)f->most, in);
	fclose(in);
	return (int64_t)n;
}

static void released(void *context) { ((folder_of *)context)->released++; }

static void list(folder_of *f, const char *name) {
	size_t count;
	line *lines = read_lines(path_of(name, ".files"), &count);
	free(f->text);
	memset(f, 0, sizeof *f);
	f->name = name;
	f->text = (uint8_t *)lines[0].data;
	f->most = 1 << 30;
	f->thread = pthread_self();
	for (size_t i = 0; i < count && i < names_max; i++) {
		char *text = (char *)lines[i].data, *space = strchr(text, ' ');
		text[lines[i].len] = 0;
		f->files[f->count++] = (rl_file){space + 1, atoll(text)};
	}
	free(lines);
}

static int64_t open_read(folder_of *f, rl_error *err) {
	rl_reader reader = {f, read_part, released};
	return rl_store_open(NULL, 0, f->files, f->count, &reader, err);
}

static void one_store(const char *name) {
	rl_error err;
	struct ArrowArrayStream stream, other;
	size_t count;
	line *want = read_lines(path_of(name, ".jsonl"), &count);
	int64_t store = open_at(path_of(name, ""), &err);
	TRUE(store > 0);
	tables(store, name, 1);
	EQUAL(scan(store, "", &stream, &err), RL_OK);
	EQUAL(scan(store, "{\"columns\":[\"key\",\"row\",\"source\"]}", &other, &err), RL_OK);
	EQUAL(rl_store_close(store), RL_OK); // streams continue
	EQUAL(rl_store_close(store), RL_E_HANDLE);
	EQUAL(read_all(&stream, want, count), count);
	EQUAL(read_all(&other, NULL, 0), count);

	static folder_of f;
	list(&f, name);
	for (f.most = 1 << 30; f.most > 100; f.most /= 10000) {
		f.released = 0;
		store = open_read(&f, &err);
		TRUE(store > 0);
		tables(store, name, 0);
		EQUAL(scan(store, "{}", &stream, &err), RL_OK);
		EQUAL(rl_store_close(store), RL_OK);
		EQUAL(f.released, 0);
		EQUAL(read_all(&stream, want, count), count);
		EQUAL(f.released, 1);
		EQUAL(f.strayed, 0);
	}
	free((void *)want[0].data);
	free(want);
}

// Each call of a callback fails in turn: the library reports it, there is damage, or no row is missing. Files of small stores are read only
// once, when they are opened.
static void failing(const char *name, int small) {
	rl_error err;
	static folder_of f;
	size_t count;
	line *want = read_lines(path_of(name, ".jsonl"), &count);
	int64_t errors = 0;
	for (size_t i = 0; i < count; i++) errors += contains(want[i], "\"error\":", (line){NULL, 0}, "");
	list(&f, name);
	int64_t answers[] = {-5, (int64_t)1 << 40};
	int opened = 0, refused = 0;
	for (int64_t n = 1;; n++) {
		f.fails = n;
		f.calls = f.released = 0;
		f.answer = answers[n % 2];
		int64_t store = open_read(&f, &err);
		if (store < 0) {
			refused++;
			EQUAL(store, RL_E_REFUSED);
			TRUE(strstr(err.message, "the caller's function") != NULL);
			EQUAL(f.released, 0);
			continue;
		}
		struct ArrowArrayStream stream;
		struct ArrowArray array;
		struct ArrowSchema schema;
		int64_t rows = 0, damaged = 0, status = 0;
		if (scan(store, "{}", &stream, &err) != RL_OK) { // the rows are searched for models first
			TRUE(++opened > 0 && err.code == RL_E_REFUSED && strstr(err.message, "the caller's function") != NULL);
			EQUAL(rl_store_close(store), RL_OK);
			continue;
		}
		EQUAL(stream.get_schema(&stream, &schema), 0);
		while ((status = stream.get_next(&stream, &array)) == 0 && array.release != NULL) {
			rows += array.length;
			damaged += array.length - inner((column){&schema, &array}, "error").array->null_count;
			array.release(&array);
		}
		const char *why = stream.get_last_error(&stream);
		TRUE((status != 0) == (why != NULL));
		schema.release(&schema);
		if (status == 0) { // the answer of that call was requested again, or what it should have read is damage
			TRUE(rows == (int64_t)count ? damaged == errors : damaged > errors);
		} else {
			opened++;
			TRUE(array.release == NULL && strstr(why, "the caller's function") != NULL);
			TRUE(stream.get_next(&stream, &array) == status && array.release == NULL);
		}
		stream.release(&stream);
		EQUAL(rl_store_close(store), RL_OK);
		EQUAL(f.released, 1);
		if (f.calls < f.fails) break;
	}
	TRUE(opened + small > 0 && refused > 0);
	free((void *)want[0].data);
	free(want);
}

static int64_t rows_of(int64_t store, const char *options) {
	rl_error err;
	struct ArrowArrayStream stream;
	struct ArrowArray array;
	int64_t rows = 0;
	EQUAL(scan(store, options, &stream, &err), RL_OK);
	while (stream.get_next(&stream, &array) == 0 && array.release != NULL) {
		rows += array.length;
		array.release(&array);
	}
	stream.release(&stream);
	return rows;
}

// Parts are planned with one handle and read with another, like in another process: each row is in one.
static void cut(const char *name) {
	static const char options[] = "{\"size\":1}";
	static uint8_t lines[1 << 20];
	static char part[4096];
	rl_error err;
	int64_t store = open_at(path_of(name, ""), &err), other = open_at(path_of(name, ""), &err), rows = 0, count = 0;
	int64_t size = rl_store_parts(store, (const uint8_t *)options, sizeof options - 1, NULL, 0, NULL);
	TRUE(size > 0 && (size_t)size < sizeof lines);
	EQUAL(rl_store_parts(store, (const uint8_t *)options, sizeof options - 1, lines, sizeof lines, &err), size);
	for (char *at = (char *)lines, *end; at < (char *)lines + size; at = end + 1, count++) {
		end = strchr(at, '\n');
		TRUE(snprintf(part, sizeof part, "{\"part\":%.*s}", (int)(end - at), at) < (int)sizeof part);
		rows += rows_of(other, part);
	}
	EQUAL(rows, rows_of(store, ""));
	TRUE(count > 10);
	EQUAL(rl_store_close(store), RL_OK);
	EQUAL(rl_store_close(other), RL_OK);
}

// A consumer keeps a column and its description, and releases the rest.
static void parts(const char *name) {
	rl_error err;
	struct ArrowArrayStream stream;
	struct ArrowSchema schema, kept_schema;
	struct ArrowArray array, kept;
	int64_t store = open_at(path_of(name, ""), &err);
	EQUAL(scan(store, "{\"columns\":[\"value\",\"source\"],\"limit\":5}", &stream, &err), RL_OK);
	EQUAL(stream.get_schema(&stream, &schema), 0);
	EQUAL(stream.get_next(&stream, &array), 0);
	EQUAL(array.length, 5);
	EQUAL(array.n_children, 2);
	kept = *array.children[0];
	array.children[0]->release = NULL;
	kept_schema = *schema.children[1];
	schema.children[1]->release = NULL;
	array.release(&array);
	schema.release(&schema);
	stream.release(&stream);
	EQUAL(rl_store_close(store), RL_OK);
	TRUE(strcmp(kept_schema.name, "source") == 0 && kept_schema.n_children > 5);
	EQUAL(((const int32_t *)kept.buffers[1])[0], 0);
	kept.release(&kept);
	kept_schema.release(&kept_schema);
	TRUE(kept.release == NULL && kept_schema.release == NULL);
}

static void refused(const char *name) {
	rl_error err;
	struct ArrowArrayStream stream;
	static const rl_file file = {"a", 3}, bad = {"/a", 3}, negative = {"a", -1}, twice[] = {{"a", 3}, {"a", 3}};
	rl_reader reader = {NULL, NULL, NULL};
	const uint8_t *path = (const uint8_t *)"{\"store\":\"/no/such/folder\"}";
	EQUAL(rl_store_open(path, 26, NULL, 0, NULL, &err), RL_E_JSON);
	EQUAL(rl_store_open(path, 27, NULL, 0, NULL, &err), RL_E_REFUSED);
	EQUAL(rl_store_open(path, 27, &file, 1, NULL, &err), RL_E_REFUSED);
	EQUAL(rl_store_open(NULL, 0, NULL, 0, NULL, &err), RL_E_REFUSED);
	EQUAL(rl_store_open(NULL, 0, &file, 1, &reader, &err), RL_E_NULL_POINTER);
	EQUAL(rl_store_open(NULL, 0, NULL, 1, &reader, &err), RL_E_NULL_POINTER);
	reader.read = read_part;
	EQUAL(rl_store_open(path, 27, &file, 1, &reader, &err), RL_E_REFUSED);
	EQUAL(rl_store_open(NULL, 0, &bad, 1, &reader, &err), RL_E_REFUSED);
	EQUAL(rl_store_open(NULL, 0, &negative, 1, &reader, &err), RL_E_REFUSED);
	EQUAL(rl_store_open(NULL, 0, twice, 2, &reader, &err), RL_E_REFUSED);
	EQUAL(rl_store_open(NULL, 0, &file, (size_t)1 << 40, &reader, &err), RL_E_LENGTH);
	EQUAL(rl_store_open((const uint8_t *)"[]", 2, NULL, 0, NULL, &err), RL_E_REFUSED);
	int64_t store = open_at(path_of(name, ""), &err);
	static const struct {
		const char *options;
		int64_t code;
	} cases[] = {
		{"{\"table\":\"none\"}", RL_E_REFUSED},   {"{\"where\":\"(\"}", RL_E_REFUSED},   {"{\"columns\":[\"none\"]}", RL_E_REFUSED},
		{"{\"columns\":[]}", RL_E_REFUSED},       {"{\"format\":\"no\"}", RL_E_FORMAT},   {"{\"record\":\"no\"}", RL_E_RECORD},
		{"{\"start\":\"x\"}", RL_E_REFUSED},      {"{\"limit\":-1}", RL_E_REFUSED},       {"{\"schema\":987654}", RL_E_HANDLE},
		{"{\"part\":{}}", RL_E_REFUSED},          {"{\"part\":[1,1]}", RL_E_REFUSED}, {"[]", RL_E_REFUSED},
		{"{\"limit\":0}", RL_E_REFUSED},         {"{", RL_E_JSON},
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) EQUAL(scan(store, cases[i].options, &stream, &err), cases[i].code);
	EQUAL(rl_store_scan(store, NULL, 0, NULL, &err), RL_E_NULL_POINTER);
	static const char *const sizes[] = {"{\"size\":-1}", "{\"size\":\"x\"}", "{\"keys\":{}}", "{\"keys\":{\"part\":\"key\",\"from\":1}}"};
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
		EQUAL(rl_store_parts(store, (const uint8_t *)sizes[i], strlen(sizes[i]), NULL, 0, &err), RL_E_REFUSED);
	const int64_t wrong[] = {0, -1, 1, store + 1, INT64_MAX, INT64_MIN, (int64_t)1 << 59};
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		EQUAL(scan(wrong[i], "", &stream, &err), RL_E_HANDLE);
		TRUE(strcmp(err.field, "store") == 0);
		EQUAL(rl_store_tables(wrong[i], NULL, 0, NULL), RL_E_HANDLE);
		EQUAL(rl_store_parts(wrong[i], NULL, 0, NULL, 0, NULL), RL_E_HANDLE);
		EQUAL(rl_store_close(wrong[i]), RL_E_HANDLE);
	}
	EQUAL(rl_store_close(store), RL_OK);
}

#ifndef _WIN32
// In a forked child, a stream of the parent's fails, and is released without a call into Go.
static void forked(const char *name) {
	rl_error err;
	struct ArrowArrayStream stream;
	struct ArrowArray array;
	struct ArrowSchema schema;
	int status = -1;
	int64_t store = open_at(path_of(name, ""), &err);
	EQUAL(scan(store, "", &stream, &err), RL_OK);
	EQUAL(stream.get_next(&stream, &array), 0);
	pid_t pid = fork();
	if (pid == 0) {
		alarm(5);
		int bad = stream.get_next(&stream, &array) == 0 || stream.get_schema(&stream, &schema) == 0 ||
			strstr(stream.get_last_error(&stream), "fork") == NULL || rl_store_close(store) != RL_E_FORKED ||
			scan(store, "", &stream, NULL) != RL_E_FORKED || rl_store_open(NULL, 0, NULL, 0, NULL, NULL) != RL_E_FORKED;
		_exit(bad);
	}
	EQUAL(waitpid(pid, &status, 0), pid);
	EQUAL(status, 0);
	array.release(&array);
	stream.release(&stream);
	EQUAL(rl_store_close(store), RL_OK);
}
#endif

static void *reads(void *of) {
	struct ArrowArrayStream *stream = of;
	static __thread int64_t rows;
	rows = read_all(stream, NULL, 0);
	return (void *)(intptr_t)rows;
}

// Several streams of one store, each on its own thread.
static void at_once(const char *name) {
	enum { streams = 8 };
	rl_error err;
	pthread_t threads[streams];
	struct ArrowArrayStream stream[streams];
	size_t count;
	line *want = read_lines(path_of(name, ".jsonl"), &count);
	int64_t store = open_at(path_of(name, ""), &err);
	for (int i = 0; i < streams; i++) {
		EQUAL(scan(store, "{}", &stream[i], &err), RL_OK);
		EQUAL(pthread_create(&threads[i], NULL, reads, &stream[i]), 0);
	}
	EQUAL(rl_store_close(store), RL_OK);
	for (int i = 0; i < streams; i++) {
		void *rows;
		EQUAL(pthread_join(threads[i], &rows), 0);
		EQUAL((intptr_t)rows, count);
	}
	free((void *)want[0].data);
	free(want);
}

void test_stores(const vectors *v) {
	(void)v;
	static const char *const stores[] = {"damaged-data-block", "social", "implexus-good", "implexus-corrupt", "latest", "maryk", "damaged", "unread"};
	size_t count = getenv("BRIEF") == NULL ? sizeof stores / sizeof stores[0] : 3;
	folder = getenv("STORES");
	TRUE(folder != NULL);
	if (folder == NULL) return;
	for (size_t i = 0; i < count; i++) one_store(stores[i]);
	parts("social");
	cut("damaged-data-block");
	refused("implexus-good");
	failing("implexus-good", 1);
	if (getenv("BRIEF") != NULL) return;
	failing("damaged-data-block", 0);
	cut("maryk");
	failing("maryk", 0);
	failing("social", 1);
	at_once("maryk");
#ifndef _WIN32
	forked("latest");
#endif
}
