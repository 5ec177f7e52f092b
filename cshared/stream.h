// Arrays, schemas and streams of Arrow's C interfaces, in C memory. Each is a block of its own or part of a shared
// block, which is freed when its last part is released: a consumer may keep a column and release the rest.
#ifndef ROWLENS_STREAM_H
#define ROWLENS_STREAM_H

#include "rowlens.h"

// Zeroed memory for parts arrays or schemas and whatever they point to; NULL if there is not enough. Every address at a
// multiple of 64 bytes from the result has that alignment.
void *rowlens_block(size_t bytes, size_t parts);

// Frees a block that has not been passed to anybody.
void rowlens_unblock(void *block);

// The release functions of their members.
void rowlens_release_array(struct ArrowArray *array);
void rowlens_release_schema(struct ArrowSchema *schema);

// Fills a stream that reads through a handle; 0 if there is not enough memory.
int rowlens_stream(struct ArrowArrayStream *stream, int64_t handle);

// Reads with a caller's function, from the reader with a number. It returns ROWLENS_INSIDE, which such a function may also return, if
// this thread is already inside that function: most of them keep a position in the file, or a lock.
#define ROWLENS_INSIDE INT64_MIN
int64_t rowlens_read(rl_read read, uint64_t reader, uintptr_t context, size_t file, int64_t offset, uint8_t *out, size_t len);

// Whether this thread is inside such a function.
int rowlens_reading(void);

void rowlens_release(rl_release release, uintptr_t context);

#endif
