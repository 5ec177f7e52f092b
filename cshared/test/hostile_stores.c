// Wrong calls for stores, and files that lie while they are read.
#include <stdlib.h>
#include <string.h>

#include "hostile.h"

static int64_t open_at(const char *path) {
	char options[600];
	int n = snprintf(options, sizeof options, "{\"store\":%s}", path);
	return rl_store_open((const uint8_t *)options, (size_t)n, NULL, 0, NULL, &hostile_err);
}

int64_t hostile_opened(const wrong_call *of) {
	char path[512];
	const char *golden = getenv("GOLDEN");
	TRUE(golden != NULL);
	snprintf(path, sizeof path, "\"%s/%s\"", golden, of->files);
	int64_t opened = open_at(path);
	TRUE(opened > 0);
	return opened;
}

int64_t hostile_open(const wrong_call *of) {
	char given[64];
	line value = member(of->object, "given");
	snprintf(given, sizeof given, "%.*s", (int)value.len, (const char *)value.data);
	return open_at(given);
}

// Reads a stream to its end and releases it. Counts its rows, and those with an error. If it ends early, the reason is in
// hostile_err.
static int64_t read_all(struct ArrowArrayStream *stream, int64_t *damaged) {
	struct ArrowSchema schema;
	struct ArrowArray array;
	int64_t rows = 0;
	int status = 0;
	EQUAL(stream->get_schema(stream, &schema), 0);
	while ((status = stream->get_next(stream, &array)) == 0 && array.release != NULL) {
		rows += array.length;
		for (int64_t i = 0; i < schema.n_children; i++) {
			if (strcmp(schema.children[i]->name, "error") == 0) *damaged += array.length - array.children[i]->null_count;
		}
		array.release(&array);
	}
	if (status != 0) {
		TRUE(stream->get_last_error(stream) != NULL);
		hostile_err.code = RL_E_REFUSED; // a stream does not return it
		rows = RL_E_REFUSED;
	}
	schema.release(&schema);
	stream->release(stream);
	return rows;
}

static int64_t scanned(int64_t store, const char *options, int64_t *damaged) {
	struct ArrowArrayStream stream;
	int64_t code = rl_store_scan(store, (const uint8_t *)options, strlen(options), &stream, &hostile_err);
	return code == RL_OK ? read_all(&stream, damaged) : code;
}

// The member options of a line, with the handle of a closed schema in place of the word for it.
static void options_of(const wrong_call *of, char *to, size_t cap) {
	rl_error err;
	line value = member(of->object, "options");
	char closed[16];
	if (text(value, "schema", closed, sizeof closed) > 0) {
		int64_t schema = rl_schema_open("actionbase", (const uint8_t *)"{\"given\":{\"names\":[]}}", 22, &err);
		EQUAL(rl_schema_close(schema), RL_OK);
		snprintf(to, cap, "{\"schema\":%lld}", (long long)schema);
	} else {
		snprintf(to, cap, "%.*s", (int)value.len, (const char *)value.data);
	}
}

int64_t hostile_scan(const wrong_call *of) {
	char options[256];
	int64_t damaged = 0, store = hostile_opened(of);
	options_of(of, options, sizeof options);
	int64_t code = scanned(store, options, &damaged);
	EQUAL(rl_store_close(store), RL_OK);
	return code < 0 ? code : RL_OK;
}

int64_t hostile_cut(const wrong_call *of) {
	char options[256];
	int64_t store = hostile_opened(of);
	options_of(of, options, sizeof options);
	int64_t code = rl_store_parts(store, (const uint8_t *)options, strlen(options), NULL, 0, &hostile_err);
	EQUAL(rl_store_close(store), RL_OK);
	return code < 0 ? code : RL_OK;
}

// A file that is completely in memory, and lies when told to.
typedef struct {
	uint8_t *data;
	size_t size;
	char how[16];
	int on, released;
	int64_t store;
} liar;

static int64_t uses(liar *f) {
	static uint8_t lines[1 << 16];
	rl_error err;
	int64_t damaged = 0;
	if (strcmp(f->how, "close") == 0) {
		int64_t code = rl_store_close(f->store);
		return code == RL_E_HANDLE ? RL_OK : code; // the second time
	}
	if (strcmp(f->how, "tables") == 0) return rl_store_tables(f->store, lines, sizeof lines, &err);
	if (strcmp(f->how, "scans") == 0) return scanned(f->store, "{}", &damaged);
	return rl_store_parts(f->store, (const uint8_t *)"{\"size\":1}", 10, lines, sizeof lines, &err);
}

static int64_t reads(void *context, size_t file, int64_t offset, uint8_t *out, size_t len) {
	liar *f = context;
	EQUAL(file, 0);
	size_t left = (size_t)offset < f->size ? f->size - (size_t)offset : 0, n = len < left ? len : left;
	memcpy(out, f->data + offset, n);
	if (!f->on || n == 0) return (int64_t)n;
	if (strcmp(f->how, "one") == 0) return 1;
	if (strcmp(f->how, "throws") == 0) return -1;
	if (strcmp(f->how, "more") == 0) return (int64_t)n + 100;
	if (strcmp(f->how, "nothing") == 0) return 0;
	if (strcmp(f->how, "close") == 0 || strcmp(f->how, "tables") == 0 || strcmp(f->how, "scans") == 0 || strcmp(f->how, "parts") == 0) {
		f->on = 0; // otherwise it would call itself forever
		int64_t code = uses(f);
		f->on = 1;
		if (code < 0) return -1;
	}
	return (int64_t)n;
}

static void released(void *context) { ((liar *)context)->released++; }

// The only file in the folder of a line. Its name is the sample's.
static void whole(const wrong_call *of, liar *f) {
	char path[600];
	snprintf(path, sizeof path, "%s/%s/rllatest.Ware.d.f6a695d491d649219a9d18d8b01a19d8.hfile", getenv("GOLDEN"), of->files);
	FILE *in = fopen(path, "rb");
	memset(f, 0, sizeof *f);
	f->data = malloc(1 << 20);
	if (in == NULL || f->data == NULL) {
		fail(__FILE__, __LINE__, path, 0, 1);
		exit(1);
	}
	f->size = fread(f->data, 1, 1 << 20, in);
	fclose(in);
}

int64_t hostile_named(const wrong_call *of) {
	char name[32];
	line names = member(of->object, "names");
	snprintf(name, sizeof name, "%.*s", (int)strcspn((const char *)names.data + 2, "\""), (const char *)names.data + 2);
	liar f;
	whole(of, &f);
	rl_file files[] = {{name, (int64_t)f.size}, {name, (int64_t)f.size}};
	rl_reader reader = {&f, reads, released};
	int64_t code = rl_store_open(NULL, 0, files, strchr((const char *)names.data, ',') < (const char *)names.data + names.len ? 2 : 1, &reader, &hostile_err);
	EQUAL(f.released, 0);
	free(f.data);
	return code;
}

static int64_t size_said(const liar *f) {
	int64_t size = (int64_t)f->size;
	return strcmp(f->how, "longer") == 0 ? size + 1000 : strcmp(f->how, "shorter") == 0 ? size - 100 : strcmp(f->how, "negative") == 0 ? -5 : size;
}

// Reads the rows of a file that lies at a stage: RL_OK if all are there, 1 if some are reported as
// damaged.
static int64_t rows_of(liar *f, const char *stage, int64_t want) {
	struct ArrowArrayStream stream;
	rl_file file = {"a.hfile", size_said(f)};
	rl_reader reader = {f, reads, released};
	int64_t damaged = 0;
	f->on = strcmp(stage, "open") == 0;
	f->store = rl_store_open(NULL, 0, &file, 1, &reader, &hostile_err);
	if (f->store < 0) return f->store;
	f->on = f->on || strcmp(stage, "scan") == 0;
	int64_t code = rl_store_scan(f->store, NULL, 0, &stream, &hostile_err);
	f->on = 1;
	if (code == RL_OK) code = read_all(&stream, &damaged);
	f->on = 0;
	int64_t closed = rl_store_close(f->store);
	TRUE(closed == RL_OK || (closed == RL_E_HANDLE && strcmp(f->how, "close") == 0));
	EQUAL(f->released, 1);
	if (code < 0) return code;
	TRUE(damaged > 0 || code == want);
	return damaged > 0;
}

int64_t hostile_read(const wrong_call *of) {
	char stage[16];
	int64_t damaged = 0, store = hostile_opened(of), want = scanned(store, "{}", &damaged);
	EQUAL(rl_store_close(store), RL_OK);
	TRUE(want > 100 && damaged == 0);
	liar f;
	whole(of, &f);
	text(of->object, "how", f.how, sizeof f.how);
	text(of->object, "stage", stage, sizeof stage);
	int64_t code = rows_of(&f, stage, want);
	free(f.data);
	return code;
}
