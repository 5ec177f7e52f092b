/*
 * rowlens.h: librowlens, the decoder of rowlens as a C library.
 *
 * Memory. The caller owns every buffer, before, during and after a call; the
 * library keeps no pointer that it was given, and returns none that must be freed.
 * Inputs are only read. Outputs must not overlap inputs or each other. Below, "may
 * be NULL" is said where it is so; all other pointers must not be NULL, except that
 * a pointer to 0 bytes may.
 *
 * Results. Every function that can fail returns int64_t: a negative result is one
 * of the RL_E_ codes, 0 or more is success. When `err` is not NULL, a failure fills
 * it; success leaves it alone.
 *
 * Sizes. A function that writes bytes takes a buffer and its capacity and returns
 * how many bytes the answer has. When that is more than the capacity, the call was a
 * measurement: nothing useful was written, nothing was written beyond the capacity,
 * and the same call with enough room gives the answer. Answers do not end with a
 * zero byte. A capacity of 0 with `out` NULL is allowed. Lengths, counts and
 * capacities above RL_LENGTH_MAX are refused.
 *
 * Threads. Every function may be called from any thread at any time, also at the
 * same time with the same schema. Nothing has to be initialised or shut down.
 *
 * Processes. The library holds a Go runtime: it adds threads when it is loaded, it
 * cannot be unloaded, cannot be opened by dlopen under musl, and must not be used in a
 * child of the process that loaded it, where each call returns RL_E_FORKED. Load it
 * after the fork, in the child. Load one copy a process; in a Go program use the Go
 * module instead.
 */
#ifndef ROWLENS_H
#define ROWLENS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of this header. Compare RL_ABI_VERSION with rl_abi_version() after loading. */
#define RL_ABI_VERSION 1
#define RL_VERSION_MAJOR 0
#define RL_VERSION_MINOR 1
#define RL_VERSION_PATCH 0
#define RL_VERSION_NUMBER (RL_VERSION_MAJOR * 10000 + RL_VERSION_MINOR * 100 + RL_VERSION_PATCH)
#define RL_VERSION "0.1.0"

/* The greatest length, count, capacity and answer, in bytes or rows. */
#define RL_LENGTH_MAX 2147483647

/* Error codes. Numbers and meanings never change; later versions may add codes. */
enum {
	RL_OK = 0,

	/* The bytes are to blame: offset, part and field of rl_error say where. */
	RL_E_TRUNCATED = -1,      /* the input ends inside a field */
	RL_E_BAD_HEADER = -2,     /* the first byte of a value is no known header */
	RL_E_BAD_TYPE = -3,       /* a known header, but of another type than the field has */
	RL_E_UNTERMINATED = -4,   /* text without its terminator */
	RL_E_TRAILING = -5,       /* bytes are left after the last field */
	RL_E_BAD_VALUE = -6,      /* a code, enum or number outside of its range */
	RL_E_BAD_TEXT = -7,       /* text that is not valid UTF-8, or holds what it may not */
	RL_E_BAD_JSON = -8,       /* JSON text inside of the bytes does not parse */
	RL_E_NULL = -9,           /* null where the format needs a value */
	RL_E_MISSING = -10,       /* a field or part that must be there is not */
	RL_E_LIMIT = -11,         /* a limit of the reader (depth, size, count) was reached */
	RL_E_BAD_CHECK = -12,     /* a check value does not match */
	RL_E_NON_CANONICAL = -13, /* a form that no writer makes, refused by a strict reader */

	/* The call is to blame. */
	RL_E_NULL_POINTER = -100, /* a pointer that must not be NULL is */
	RL_E_LENGTH = -101,       /* a length, count or capacity above RL_LENGTH_MAX, or a name that is too long */
	RL_E_OFFSETS = -102,      /* offsets that are negative or go backwards */
	RL_E_FORMAT = -103,       /* there is no format with this id */
	RL_E_RECORD = -104,       /* the format has no record kind with this name */
	RL_E_PART = -105,         /* no part, a part that the record kind does not have, or one part twice */
	RL_E_OPTION = -106,       /* an unknown flag or form */
	RL_E_HANDLE = -107,       /* no open schema of this format has this handle */
	RL_E_UNSUPPORTED = -108,  /* the format or record kind has no such operation */
	RL_E_REFUSED = -109,      /* the fields or the schema do not describe anything that can be written */
	RL_E_JSON = -110,         /* a text that should be JSON is not */
	RL_E_TOO_LARGE = -111,    /* the answer is larger than RL_LENGTH_MAX: use smaller batches */
	RL_E_FORKED = -112,       /* the process is a fork of the one that loaded the library */
	RL_E_INTERNAL = -113      /* a defect of the library */
};

/* What failed, and where. Owned by the caller; texts end with a zero byte and are
 * cut when they are too long. */
typedef struct rl_error {
	int64_t code;      /* one of RL_E_ */
	int64_t row;       /* row of a batch, -1 when it is not about one row */
	int64_t offset;    /* bytes from the start of the part or text, -1 when unknown */
	char part[32];     /* "row", "value", or empty */
	char field[96];    /* the field's name, or empty */
	char message[360]; /* one sentence */
} rl_error;

/* One part of an entry: "row", "family", "qualifier", "value" of a cell, "key" and
 * "value" of a pair. A part that the entry does not have is left out; one that is
 * empty has len 0. */
typedef struct rl_part {
	const char *name;    /* ends with a zero byte, at most 64 bytes before it */
	const uint8_t *data; /* len bytes; may be NULL when len is 0 */
	size_t len;
} rl_part;

/* One part of every row of a batch, laid out as in Arrow: row i is data from
 * offsets[i] to offsets[i + 1]. */
typedef struct rl_column {
	const char *name;       /* as in rl_part */
	const int32_t *offsets; /* rows + 1 numbers, from 0 or more, never going backwards */
	const uint8_t *data;    /* offsets[rows] bytes; may be NULL when that is 0 */
} rl_column;

/* Flags of decode and encode calls; add them up. */
#define RL_LENIENT 1u   /* accept what upstream's own reader accepts although no writer writes it */
#define RL_PREFIX 2u    /* the bytes may go on after the value; "consumed" is added to the fields */
#define RL_UNLIMITED 4u /* lift size limits that upstream's writers have */
#define RL_STRICT 8u    /* a batch fails at its first bad row, which rl_error names */

/* Forms of a decoded record. */
#define RL_FIELDS_JSON 0u /* the fields, as in the conformance vectors */
#define RL_FIELDS_CBOR 1u /* the same as CBOR: integers and byte strings instead of texts */
#define RL_TREE_JSON 2u   /* what every byte means: tree JSON v1 */

/* The version of this interface: RL_ABI_VERSION of the library. It stays 1 as long
 * as functions are only added. Cannot fail; works in a forked child. */
int32_t rl_abi_version(void);

/* The version of the library as text. The text is static: never free it, it is
 * valid for ever. Cannot fail; works in a forked child. */
const char *rl_version(void);

/* Name and meaning of an error code: "truncated: the input ends inside a field".
 * Never NULL, also for a code that this version does not know. The text is static.
 * Cannot fail; works in a forked child. */
const char *rl_strerror(int64_t code);

/* Answers one request of the conformance pipe: decode, encode or derive as JSON, one
 * line without its line feed. A request that is refused, even one that is not JSON,
 * has an answer that says so. Nothing is kept between calls, so op "define" is
 * refused; instead the request may have
 *   "schema": a handle of rl_schema_open, or a list of handles; given.schema is then
 *            the "name" of one of them
 *   "zones": {"Asia/Seoul":[[fromUnixSeconds,offsetSeconds],...]}, ascending; zones
 *            that are not there are looked up in the machine's database.
 *   line  line_len bytes of UTF-8
 *   out   out_cap bytes for the answer
 *   err   may be NULL */
int64_t rl_answer(const uint8_t *line, size_t line_len, uint8_t *out, size_t out_cap, rl_error *err);

/* Says what pasted text or bytes are: rows, ranked readings with evidence, and
 * explained bytes. Request and answer are JSON (docs/tree.md, "Inspect"); the request
 * may have "zones" as well.
 *   request  request_len bytes of UTF-8
 *   out      out_cap bytes for the answer
 *   err      may be NULL */
int64_t rl_inspect(const uint8_t *request, size_t request_len, uint8_t *out, size_t out_cap, rl_error *err);

/* Decodes one record.
 *   schema  handle of rl_schema_open, or 0 for none
 *   format  id of the format, "actionbase"; ends with a zero byte
 *   record  name of the record kind, "edge-state"; ends with a zero byte
 *   parts   parts_count parts of one entry, at least one
 *   flags   RL_LENIENT, RL_PREFIX, RL_UNLIMITED or their sum
 *   form    RL_FIELDS_JSON, RL_FIELDS_CBOR or RL_TREE_JSON
 *   out     out_cap bytes for the answer
 *   err     may be NULL */
int64_t rl_decode(int64_t schema, const char *format, const char *record, const rl_part *parts, size_t parts_count,
	uint32_t flags, uint32_t form, uint8_t *out, size_t out_cap, rl_error *err);

/* Encodes one part of one record.
 *   part    the part to write, "row"; ends with a zero byte
 *   fields  fields_len bytes of JSON: the fields, as rl_decode returns them. Those that
 *           only other parts need may be absent
 *   out     out_cap bytes for the part
 *   err     may be NULL
 * schema, format, record and flags are as in rl_decode. */
int64_t rl_encode(int64_t schema, const char *format, const char *record, const char *part, const uint8_t *fields,
	size_t fields_len, uint32_t flags, uint8_t *out, size_t out_cap, rl_error *err);

/* Decodes rows of one record kind, laid out as in Arrow: one column, or several of
 * the same rows.
 *   columns      columns_count columns, at least one
 *   rows         number of rows; may be 0
 *   flags        as in rl_decode, and RL_STRICT
 *   out_offsets  rows + 1 numbers: the answer of row i is out from out_offsets[i] to
 *                out_offsets[i + 1]. A row that fails keeps its place: its answer is
 *                {"error":{"code","message","part","offset","field","expected","found"}}
 *   codes        may be NULL; rows numbers: for each row RL_OK or why it failed
 *   out          out_cap bytes for the answers of all rows
 *   err          may be NULL
 * schema, format, record and form are as in rl_decode. */
int64_t rl_decode_batch(int64_t schema, const char *format, const char *record, const rl_column *columns,
	size_t columns_count, size_t rows, uint32_t flags, uint32_t form, int32_t *out_offsets, int32_t *codes,
	uint8_t *out, size_t out_cap, rl_error *err);

/* Encodes one part of each row.
 *   part            the part to write, "row"; ends with a zero byte
 *   fields_offsets  rows + 1 numbers: the fields of row i are fields from
 *                   fields_offsets[i] to fields_offsets[i + 1], as JSON
 *   fields          fields_offsets[rows] bytes; may be NULL when that is 0
 *   rows            number of rows; may be 0
 *   out_offsets     rows + 1 numbers: the part of row i is out from out_offsets[i] to
 *                   out_offsets[i + 1]
 *   codes           rows numbers: for each row RL_OK or why it failed; its part is then
 *                   empty. May be NULL: then the first row that fails fails the call
 *   out             out_cap bytes for the parts of all rows
 *   err             may be NULL
 * schema, format, record and flags are as in rl_decode_batch. */
int64_t rl_encode_batch(int64_t schema, const char *format, const char *record, const char *part,
	const int32_t *fields_offsets, const uint8_t *fields, size_t rows, uint32_t flags, int32_t *out_offsets,
	int32_t *codes, uint8_t *out, size_t out_cap, rl_error *err);

/* Keeps a schema and returns its handle, a number greater than 0. It is immutable:
 * any number of calls on any threads may use it. Close it when no call needs it any
 * more; handles are never used twice.
 *   format  id of the format; ends with a zero byte
 *   schema  schema_len bytes of JSON: what the format takes as a schema; a member
 *           "name" is the name by which requests of rl_answer call it
 *   err     may be NULL */
int64_t rl_schema_open(const char *format, const uint8_t *schema, size_t schema_len, rl_error *err);

/* Forgets a schema. Calls that run already still finish with it. Returns RL_OK, or
 * RL_E_HANDLE when it is not open.
 *   schema  handle of rl_schema_open */
int64_t rl_schema_close(int64_t schema);

/* The 32-bit hash under which a format stores names, from 0 to 4294967295. For
 * "actionbase" that is the XXH32 with seed 0; as a signed number it is a name's code.
 *   format  id of the format; ends with a zero byte
 *   name    name_len bytes of UTF-8 */
int64_t rl_hash32(const char *format, const uint8_t *name, size_t name_len);

#ifdef __cplusplus
}
#endif

#endif
