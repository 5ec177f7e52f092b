// Arrays, schemas and streams of Arrow's C interfaces, in memory of C. Each is one block, or several that are
// parts of one block, which is freed when the last part is released: a consumer may keep a column and release the rest.
#ifndef ROWLENS_STREAM_H
#define ROWLENS_STREAM_H

#include "rowlens.h"

// Memory for parts arrays or schemas and what they point to, in zeros; NULL if there is none. Every address that is a multiple
// of 64 bytes behind the result is aligned to as much.
void *rowlens_block(size_t bytes, size_t parts);

// Frees a block that nobody has got.
void rowlens_unblock(void *block);

// What their members release become.
void rowlens_release_array(struct ArrowArray *array);
void rowlens_release_schema(struct ArrowSchema *schema);

// Fills a stream that reads by a handle; 0 if there is no memory.
int rowlens_stream(struct ArrowArrayStream *stream, int64_t handle);

// Reads by a caller's function, of the reader with a number. ROWLENS_INSIDE, which such a function may return as well, if this thread
// is inside that function already: most keep a position in the file, or a lock.
#define ROWLENS_INSIDE INT64_MIN
int64_t rowlens_read(rl_read read, uint64_t reader, uintptr_t context, size_t file, int64_t offset, uint8_t *out, size_t len);

// Whether this thread is inside such a function.
int rowlens_reading(void);

void rowlens_release(rl_release release, uintptr_t context);

#endif
