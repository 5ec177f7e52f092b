#define _POSIX_C_SOURCE 200809L
#include "stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "_cgo_export.h"
#include "fork.h"

#ifdef _WIN32
#include <malloc.h>

// Memory that it has aligned must be freed with a separate function.
static void *aligned(size_t to, size_t bytes) { return _aligned_malloc(bytes, to); }
static void unalign(void *block) { _aligned_free(block); }
#else
static void *aligned(size_t to, size_t bytes) {
	void *block;
	return posix_memalign(&block, to, bytes) == 0 ? block : NULL;
}
static void unalign(void *block) { free(block); }
#endif

enum { head = 64 }; // before a block: how many of its parts are not yet released

void *rowlens_block(size_t bytes, size_t parts) {
	void *block = bytes > SIZE_MAX - head ? NULL : aligned(head, head + bytes);
	if (block == NULL) return NULL;
	memset(block, 0, head + bytes);
	*(size_t *)block = parts;
	return (char *)block + head;
}

void rowlens_unblock(void *block) { unalign((char *)block - head); }

static void drop(void *block) {
	size_t *parts = (size_t *)((char *)block - head);
	if (__atomic_sub_fetch(parts, 1, __ATOMIC_ACQ_REL) == 0) unalign(parts);
}

void rowlens_release_array(struct ArrowArray *array) {
	for (int64_t i = 0; i < array->n_children; i++) {
		struct ArrowArray *child = array->children[i];
		if (child->release != NULL) child->release(child);
	}
	array->release = NULL;
	drop(array->private_data);
}

void rowlens_release_schema(struct ArrowSchema *schema) {
	for (int64_t i = 0; i < schema->n_children; i++) {
		struct ArrowSchema *child = schema->children[i];
		if (child->release != NULL) child->release(child);
	}
	schema->release = NULL;
	drop(schema->private_data);
}

typedef struct {
	int64_t handle;
	rl_error err; // of the last failed call
} private;

static int answered(private *p, int64_t result) {
	if (result >= 0) {
		p->err.message[0] = 0;
		return 0;
	}
	return result == RL_E_FORKED ? ENOTSUP : result == RL_E_TOO_LARGE ? ENOMEM : EIO;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
	private *p = stream->private_data;
	if (rowlens_forked) return answered(p, rowlens_refuse_fork(&p->err));
	return answered(p, rowlens_go_stream_schema(p->handle, out, &p->err));
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
	private *p = stream->private_data;
	if (rowlens_forked) return answered(p, rowlens_refuse_fork(&p->err));
	return answered(p, rowlens_go_stream_next(p->handle, out, &p->err));
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
	private *p = stream->private_data;
	return p->err.message[0] == 0 ? NULL : p->err.message;
}

static void release(struct ArrowArrayStream *stream) {
	private *p = stream->private_data;
	if (!rowlens_forked) rowlens_go_stream_close(p->handle);
	free(p);
	stream->release = NULL;
}

int rowlens_stream(struct ArrowArrayStream *stream, int64_t handle) {
	private *p = calloc(1, sizeof *p);
	if (p == NULL) return 0;
	p->handle = handle;
	stream->get_schema = get_schema;
	stream->get_next = get_next;
	stream->get_last_error = get_last_error;
	stream->release = release;
	stream->private_data = p;
	return 1;
}

// The readers of which this thread is currently reading a file, latest first. As in Go's own variable of this kind, accessing it
// calls no function.
struct reading {
	uint64_t reader;
	struct reading *outer;
};
#ifdef _WIN32
static __thread struct reading *reading;
#else
static __thread struct reading *reading __attribute__((tls_model("initial-exec")));
#endif

int rowlens_reading(void) { return reading != NULL; }

int64_t rowlens_read(rl_read read, uint64_t reader, uintptr_t context, size_t file, int64_t offset, uint8_t *out, size_t len) {
	struct reading own = {reader, reading};
	for (struct reading *one = reading; one != NULL; one = one->outer) {
		if (one->reader == reader) return ROWLENS_INSIDE;
	}
	reading = &own;
	int64_t n = read((void *)context, file, offset, out, len);
	reading = own.outer;
	return n;
}

void rowlens_release(rl_release release, uintptr_t context) { release((void *)context); }
