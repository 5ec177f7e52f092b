// Arrays, schemas and streams of Arrow's C interfaces, in C memory. Each is one block, or several parts of one block,
// which is freed when the last part is released: a consumer may keep a column and release the rest.
#ifndef ROWLENS_STREAM_H
#define ROWLENS_STREAM_H

#include "rowlens.h"

// Zeroed memory for this many arrays or schemas and what they point to; NULL if there is none. Offsets in it that are multiples of 64
// bytes are aligned to 64 bytes.
void *rowlens_block(size_t bytes, size_t parts);

// Frees a block that nobody has received.
void rowlens_unblock(void *block);

// The release callback of their structs.
void rowlens_release_array(struct ArrowArray *array);
void rowlens_release_schema(struct ArrowSchema *schema);

// Fills a stream that reads through a handle; 0 if memory is short.
int rowlens_stream(struct ArrowArrayStream *stream, int64_t handle);

// Reads through the caller's function of the reader with a number. Returns ROWLENS_INSIDE, which such a function may also return, if
// this thread is already inside that function: most keep a file position, or a lock.
#define ROWLENS_INSIDE INT64_MIN
int64_t rowlens_read(rl_read read, uint64_t reader, uintptr_t context, size_t file, int64_t offset, uint8_t *out, size_t len);

// Whether this thread is inside such a function.
int rowlens_reading(void);

void rowlens_release(rl_release release, uintptr_t context);

#endif
