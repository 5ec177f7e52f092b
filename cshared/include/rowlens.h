/*
 * rowlens.h: librowlens, the decoder of rowlens as a C library.
 *
 * Memory. The caller owns every buffer, before, during and after a call. The
 * library keeps none of the caller's pointers except those of an rl_reader, and returns
 * nothing that must be freed except through an Arrow stream, which says how.
 * Inputs are only read. Outputs must not overlap inputs or each other. A pointer may
 * be NULL where its description says so, or when it points to 0 bytes.
 *
 * Results. Every function that can fail returns int64_t: a negative result is one
 * of the RL_E_ codes, 0 or more is success. When `err` is not NULL, a failure fills
 * it in; success leaves it alone.
 *
 * Sizes. A function that writes bytes takes a buffer and its capacity, and returns
 * the size of the answer in bytes. If that exceeds the capacity, the call only
 * measured: nothing useful was written and nothing beyond the capacity; the same call
 * with enough room returns the answer. Answers do not end with a zero byte.
 * A capacity of 0 with `out` NULL is allowed. Lengths, counts and
 * capacities above RL_LENGTH_MAX are refused.
 *
 * Threads. Every function may be called from any thread at any time, even
 * concurrently with the same schema or kind. There is nothing to initialise or shut down.
 *
 * Processes. The library contains a Go runtime. It starts threads when it is loaded,
 * cannot be unloaded, and cannot be opened by dlopen under musl. It must not be used in a
 * child of the process that loaded it, where each call returns RL_E_FORKED: load it
 * after the fork, in the child. Load one copy per process. A Go program uses the Go
 * module instead.
 */
#ifndef ROWLENS_H
#define ROWLENS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The versions of this header. Compare RL_ABI_VERSION with rl_abi_version() after loading. */
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
	RL_E_BAD_HEADER = -2,     /* the first byte of a value is not a known header */
	RL_E_BAD_TYPE = -3,       /* a known header, but of another type than the field has */
	RL_E_UNTERMINATED = -4,   /* text without its terminator */
	RL_E_TRAILING = -5,       /* bytes are left over after the last field */
	RL_E_BAD_VALUE = -6,      /* a code, enum or number outside its range */
	RL_E_BAD_TEXT = -7,       /* text that is not valid UTF-8, or holds what it may not */
	RL_E_BAD_JSON = -8,       /* JSON text inside the bytes does not parse */
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
	RL_E_HANDLE = -107,       /* no open schema of this format, or no open kind, has this handle */
	RL_E_UNSUPPORTED = -108,  /* the format or record kind has no such operation */
	RL_E_REFUSED = -109,      /* the fields or the schema do not describe anything that can be written */
	RL_E_JSON = -110,         /* a text that should be JSON is not */
	RL_E_TOO_LARGE = -111,    /* the answer is larger than RL_LENGTH_MAX: use smaller batches */
	RL_E_FORKED = -112,       /* the process is a fork of the one that loaded the library */
	RL_E_INTERNAL = -113,     /* a defect of the library */
	RL_E_COLUMN = -114,       /* a field of the row has a value that the type of its column cannot hold */
	RL_E_CBOR = -115          /* bytes that should be CBOR are not */
};

/* What failed, and where. The caller owns it; texts end with a zero byte and are
 * truncated when they are too long. */
typedef struct rl_error {
	int64_t code;      /* one of RL_E_ */
	int64_t row;       /* row of a batch, -1 when the failure concerns no single row */
	int64_t offset;    /* bytes from the start of the part or text, -1 when unknown */
	char part[32];     /* "row", "value", or empty */
	char field[96];    /* the field's name, or empty */
	char message[360]; /* one sentence */
} rl_error;

/* One part of an entry: "row", "family", "qualifier" or "value" of a cell, "key" or
 * "value" of a pair. Leave out a part that the entry does not have; an empty
 * part has len 0. */
typedef struct rl_part {
	const char *name;    /* ends with a zero byte, after at most 64 bytes */
	const uint8_t *data; /* len bytes; may be NULL when len is 0 */
	size_t len;
} rl_part;

/* One part of every row of a batch, laid out as in Arrow: row i is data from
 * offsets[i] to offsets[i + 1]. */
typedef struct rl_column {
	const char *name;       /* as in rl_part */
	const int32_t *offsets; /* rows + 1 numbers, none negative, never going backwards */
	const uint8_t *data;    /* offsets[rows] bytes; may be NULL when that is 0 */
} rl_column;

/* One column for rl_decode_columns to make. */
typedef struct rl_field {
	const char *path; /* path of a member of the fields, as in their JSON; at most 255 bytes:
	                   *   source.value                       a member of a member
	                   *   values[0]                          an item of a list
	                   *   properties[name=rank].value.value  the first item whose member is this text
	                   * A backslash escapes a . [ ] = or \ that is part of a name. An empty path means
	                   * the whole record. */
	uint32_t type;    /* RL_TYPE_ */
	uint32_t zero;    /* 0 */
} rl_field;

/* Types of columns. */
#define RL_TYPE_INT64 0u   /* int64_t */
#define RL_TYPE_FLOAT64 1u /* double; whole numbers up to 2^53 too */
#define RL_TYPE_BOOL 2u    /* one bit per row, the first row in the least significant bit */
#define RL_TYPE_UTF8 3u    /* text; other scalars as text: decimal, true, hex */
#define RL_TYPE_BINARY 4u  /* bytes; text as its UTF-8 */
#define RL_TYPE_JSON 5u    /* text: any member as JSON, as in RL_FIELDS_JSON */
#define RL_TYPE_ERROR 6u   /* text: {"error":{"code","message",...}} why the row failed, null for other rows (RL_E_COLUMN, too); the path is empty */
#define RL_TYPE_DOUBTS 7u  /* text: {"lenient","extra","check","canonical"} what is doubtful about the row, null for rows without doubts; the path is empty */
#define RL_TYPE_CBOR 8u    /* bytes: any member as CBOR, as in RL_FIELDS_CBOR */

/* One member of each row's fields, for rl_encode_columns, laid out as an Arrow column. */
typedef struct rl_values {
	const char *path;        /* as in rl_field; the paths of a call form one tree: no column is inside
	                          * another, and lists have all items from 0 up to the last */
	uint32_t type;           /* RL_TYPE_, except RL_TYPE_ERROR and RL_TYPE_DOUBTS */
	uint32_t zero;           /* 0 */
	const uint8_t *validity; /* a bit for each row, lowest bit first: 1 has a value, 0 is null. May be NULL if no row is null */
	const int32_t *offsets;  /* rows + 1 numbers: the value of row i is data from offsets[i] to offsets[i + 1]; not read for
	                          * RL_TYPE_INT64, RL_TYPE_FLOAT64 and RL_TYPE_BOOL */
	const void *data;        /* the values: int64_t, double, a bit for each row, UTF-8, bytes */
} rl_values;

/* A file that the caller reads for rl_store_open. */
typedef struct rl_file {
	const char *name; /* relative, with slashes between folders; ends with a zero byte, after at most 4096 bytes */
	int64_t size;     /* its bytes */
} rl_file;

/* Reads up to len bytes of file number file, counted from 0, from offset on into out. Returns how many bytes it read:
 * this may be fewer than len, and is 0 only at the end of the file. A negative number says that reading failed. It is
 * called on the thread that called the library, and on several at once if several threads read streams. It must not
 * longjmp or throw through the library, and must not use the stream that it reads for. It may close the store; every
 * other call on that store fails. */
typedef int64_t (*rl_read)(void *context, size_t file, int64_t offset, uint8_t *out, size_t len);

/* Says that nothing more will be read. */
typedef void (*rl_release)(void *context);

/* How the library reads the caller's files. */
typedef struct rl_reader {
	void *context;      /* the first argument of both functions */
	rl_read read;       /* reads bytes of a file */
	rl_release release; /* may be NULL */
} rl_reader;

/* The Arrow C data and stream interfaces, as Apache Arrow specifies them, for streams of any library. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
	const char *format;
	const char *name;
	const char *metadata;
	int64_t flags;
	int64_t n_children;
	struct ArrowSchema **children;
	struct ArrowSchema *dictionary;
	void (*release)(struct ArrowSchema *);
	void *private_data;
};

struct ArrowArray {
	int64_t length;
	int64_t null_count;
	int64_t offset;
	int64_t n_buffers;
	int64_t n_children;
	const void **buffers;
	struct ArrowArray **children;
	struct ArrowArray *dictionary;
	void (*release)(struct ArrowArray *);
	void *private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
	int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
	int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
	const char *(*get_last_error)(struct ArrowArrayStream *);
	void (*release)(struct ArrowArrayStream *);
	void *private_data;
};

#endif

/* One column that rl_decode_columns made, laid out as in Arrow. Places are offsets
 * in the output, each a multiple of 64. */
typedef struct rl_array {
	int64_t length;     /* rows */
	int64_t null_count; /* rows without a value */
	int64_t validity;   /* of bits, one per row, least significant first: 1 has a value, 0 is null */
	int64_t offsets;    /* of length + 1 int32_t: where each row begins and ends in the data; 0 for fixed widths */
	int64_t data;       /* of the values; null rows have 0 or nothing */
	int64_t data_size;  /* bytes of data */
} rl_array;

/* The head of an answer in the form RL_SPANS. The array of rl_span follows it. Places
 * are offsets from the first byte of the answer; numbers are in native byte order;
 * texts are UTF-8 and do not end with a zero byte. */
typedef struct rl_spans {
	uint32_t size;          /* bytes of the whole answer, a multiple of 8 */
	uint32_t count;         /* number of rl_span */
	uint32_t sources;       /* place of the rl_source */
	uint32_t sources_count; /* how many */
} rl_spans;

/* One named range of bytes. Parents come before their children; the children of a
 * span are in order, touch each other and fill it. */
typedef struct rl_span {
	int32_t start;      /* first byte, in its source */
	int32_t end;        /* one past the last byte */
	int32_t parent;     /* index of the span around it, -1 for a root */
	uint16_t source;    /* index of the rl_source */
	uint16_t depth;     /* 0 for a root */
	int64_t number;     /* the value of kinds that are numbers */
	uint32_t name;      /* place of the field's name */
	uint32_t name_len;
	uint32_t type;      /* place of its type in words: "int32", "xxh32" */
	uint32_t type_len;
	uint32_t text;      /* place of the value in readable form */
	uint32_t text_len;
	uint32_t bytes;     /* place of the value of kinds that are bytes */
	uint32_t bytes_len;
	uint32_t note;      /* place of a note; note_len is 0 when there is none */
	uint32_t note_len;
	uint16_t flags;     /* sum of RL_SPAN_ */
	uint8_t role;       /* RL_ROLE_ */
	uint8_t kind;       /* RL_KIND_ */
	uint32_t zero;      /* 0 */
} rl_span;

/* One sequence of bytes that spans point into: a part of the entry, or bytes
 * derived from stored ones (text without its escapes). */
typedef struct rl_source {
	uint32_t name;     /* place of its name */
	uint32_t name_len;
	uint32_t data;     /* place of derived bytes; 0 for a part, whose bytes the caller has */
	uint32_t data_len; /* their number, or that of the part */
	int32_t node;      /* index of the span from which it was derived, -1 for a part */
	uint32_t zero;     /* 0 */
} rl_source;

/* Flags of a span. */
#define RL_SPAN_DESCENDING 1u     /* every byte is stored complemented */
#define RL_SPAN_ASCENDING 2u      /* an ordered encoding, stored as it is */
#define RL_SPAN_SIGN_FLIP 4u      /* the sign bit is stored inverted */
#define RL_SPAN_FLOAT_ORDER 8u    /* IEEE bits, sign bit inverted or, if negative, all bits */
#define RL_SPAN_CHECKED 16u       /* a check value that was recomputed and matches */
#define RL_SPAN_MISMATCH 32u      /* a check value that was recomputed and differs */
#define RL_SPAN_NON_CANONICAL 64u /* accepted by a reader, but no writer makes it */

/* What a span's field is for. */
#define RL_ROLE_VALUE 0u     /* payload: a property, a plain value */
#define RL_ROLE_GROUP 1u     /* only holds other fields */
#define RL_ROLE_CHECK 2u     /* salt, checksum */
#define RL_ROLE_IDENTITY 3u  /* source, row id, primary key */
#define RL_ROLE_TARGET 4u    /* target, second id */
#define RL_ROLE_CODE 5u      /* type code, table, index, property or field reference */
#define RL_ROLE_SORT 6u      /* index or sort value */
#define RL_ROLE_VERSION 7u   /* version, time */
#define RL_ROLE_STRUCTURE 8u /* header, length, terminator */
#define RL_ROLE_UNDECODED 9u /* bytes that no field claims */

/* Kinds of a span's value. */
#define RL_KIND_NONE 0u     /* no value of its own */
#define RL_KIND_NULL 1u     /* the format's null */
#define RL_KIND_BOOL 2u     /* number is 0 or 1 */
#define RL_KIND_INT 3u      /* number */
#define RL_KIND_UINT 4u     /* number, read as unsigned */
#define RL_KIND_FLOAT32 5u  /* number holds the IEEE 754 bits */
#define RL_KIND_FLOAT64 6u  /* number holds the IEEE 754 bits */
#define RL_KIND_TEXT 7u     /* bytes are UTF-8, or should be */
#define RL_KIND_JSON 8u     /* bytes are JSON text */
#define RL_KIND_BYTES 9u    /* bytes */
#define RL_KIND_MILLIS 10u  /* number is milliseconds since 1970-01-01 UTC */
#define RL_KIND_HASH 11u    /* number is a hash code, bytes the name if one is known */
#define RL_KIND_ENUM 12u    /* number is a code, bytes its name */
#define RL_KIND_DECIMAL 13u /* bytes are the text of a number of any size */

/* Flags of decode and encode calls; add them up. */
#define RL_LENIENT 1u   /* accept what upstream's own reader accepts although no writer writes it */
#define RL_PREFIX 2u    /* more bytes may follow the value; the fields gain "consumed" */
#define RL_UNLIMITED 4u /* lift the size limits of upstream's writers */
#define RL_STRICT 8u    /* a batch fails at its first bad row, which rl_error names */
#define RL_CHECK 16u    /* a check value (a salt) that differs fails the record with RL_E_BAD_CHECK even with
                         * RL_LENIENT or RL_DOUBTS; without either it always does */
#define RL_DOUBTS 32u   /* fields are {"fields","record"} with lenient, extra, check and canonical where they
                         * apply: what is doubtful about the record, as for a call without a record kind */

/* Forms of a decoded record. */
#define RL_FIELDS_JSON 0u /* the fields, as in the conformance vectors */
#define RL_FIELDS_CBOR 1u /* the same as CBOR, with integers and byte strings where JSON has text */
#define RL_TREE_JSON 2u   /* what every byte means: tree JSON v1 */
#define RL_SPANS 3u       /* the same as structs, for programs without JSON: rl_spans. In a batch each
                           * answer starts at a multiple of 8 from the first, and a row that fails has
                           * the spans up to the failure */
#define RL_FIELDS_CBOR64 4u /* RL_FIELDS_CBOR with eight bytes for every 64-bit integer, however small */

/* Results of rl_compare; subtract RL_EQUAL for the usual -1, 0, 1. */
#define RL_BEFORE 0u /* left sorts before right */
#define RL_EQUAL 1u  /* the keys are equal */
#define RL_AFTER 2u  /* left sorts after right */

/* What rl_range writes. */
#define RL_RANGE_START 0u /* the first key */
#define RL_RANGE_STOP 1u  /* the first key after the range; empty when there is none */
#define RL_RANGE_PART 2u  /* the name of the part that the bounds belong to: "row" */

/* Sides of rl_diff_feed. */
#define RL_OLD 0u /* the old document */
#define RL_NEW 1u /* the new document */

/* The version of this interface: RL_ABI_VERSION of the library. It stays 1 as long
 * as functions are only added. Cannot fail; works in a forked child. */
int32_t rl_abi_version(void);

/* The version of the library as text. The text is static: never free it.
 * Cannot fail; works in a forked child. */
const char *rl_version(void);

/* Name and meaning of an error code: "truncated: the input ends inside a field".
 * Never NULL, even for a code that this version does not know. The text is static.
 * Cannot fail; works in a forked child. */
const char *rl_strerror(int64_t code);

/* Answers one request of the conformance pipe (decode, encode or derive) as JSON. The line
 * comes without its line feed; it may also be a map of CBOR, as in rl_encode. A request that is refused, even one that is not JSON,
 * gets an answer that says so. Nothing is kept between calls, so the op "define" is
 * refused: pass that request to rl_schema_open instead. A request may have
 *   "schema": a handle of rl_schema_open, or a list of handles; given.schema is then
 *            the name of a schema that these handles know, and what they have as "given"
 *            holds unless the request gives something else
 *   "zones": {"Asia/Seoul":[[fromUnixSeconds,offsetSeconds],...]}, ascending; other
 *            zones are looked up in the machine's database.
 *   line  line_len bytes of UTF-8
 *   out   out_cap bytes for the answer
 *   err   may be NULL */
int64_t rl_answer(const uint8_t *line, size_t line_len, uint8_t *out, size_t out_cap, rl_error *err);

/* Says what pasted text or bytes may be: rows, ranked readings with evidence, and
 * explained bytes. Request and answer are JSON (docs/tree.md, "Inspect"); the request
 * may also have "zones", as in rl_answer.
 *   request  request_len bytes of UTF-8
 *   out      out_cap bytes for the answer
 *   err      may be NULL */
int64_t rl_inspect(const uint8_t *request, size_t request_len, uint8_t *out, size_t out_cap, rl_error *err);

/* Decodes one record.
 *   schema  handle of rl_schema_open, or 0 for none
 *   format  id of the format, "actionbase"; ends with a zero byte
 *   record  name of the record kind, "edge-state"; ends with a zero byte. Empty for any kind of
 *           the format: the answer is then {"fields":{...},"record":"edge-state"}
 *   parts   parts_count parts of one entry, at least one
 *   flags   RL_LENIENT, RL_PREFIX, RL_UNLIMITED, RL_CHECK, RL_DOUBTS or their sum
 *   form    RL_FIELDS_JSON, RL_FIELDS_CBOR, RL_TREE_JSON, RL_SPANS or RL_FIELDS_CBOR64
 *   out     out_cap bytes for the answer
 *   err     may be NULL */
int64_t rl_decode(int64_t schema, const char *format, const char *record, const rl_part *parts, size_t parts_count,
	uint32_t flags, uint32_t form, uint8_t *out, size_t out_cap, rl_error *err);

/* Encodes one part of one record.
 *   part    the part to write, "row"; ends with a zero byte
 *   fields  fields_len bytes of JSON or CBOR: the fields, as rl_decode returns them in either form.
 *           Fields that only other parts need may be absent. JSON has hex digits for bytes; in CBOR,
 *           bytes are apart from text, and refused where a text or a number is expected
 *   out     out_cap bytes for the part
 *   err     may be NULL
 * schema, format, record and flags are as in rl_decode. */
int64_t rl_encode(int64_t schema, const char *format, const char *record, const char *part, const uint8_t *fields,
	size_t fields_len, uint32_t flags, uint8_t *out, size_t out_cap, rl_error *err);

/* Decodes rows of one record kind, laid out as in Arrow: a column for each part.
 *   columns      columns_count columns, at least one
 *   rows         number of rows; may be 0
 *   flags        as in rl_decode, and RL_STRICT
 *   out_offsets  rows + 1 numbers: the answer of row i is out from out_offsets[i] to
 *                out_offsets[i + 1]. A row that fails keeps its place, with the answer
 *                {"error":{"code","message","part","offset","field","expected","found"}}, with
 *                what rl_decode says in err of the same row. Only bytes have expected and found
 *   codes        may be NULL; rows numbers: for each row RL_OK or why it failed
 *   out          out_cap bytes for the answers of all rows
 *   err          may be NULL
 * schema, format, record and form are as in rl_decode. */
int64_t rl_decode_batch(int64_t schema, const char *format, const char *record, const rl_column *columns,
	size_t columns_count, size_t rows, uint32_t flags, uint32_t form, int32_t *out_offsets, int32_t *codes,
	uint8_t *out, size_t out_cap, rl_error *err);

/* Decodes rows into typed columns, as Arrow lays them out. The answer begins with an
 * rl_array for each field, in the same order; the buffers follow, each at a multiple of
 * 64 and padded with zeros. When out is aligned to 64 bytes, the buffers are aligned as
 * Arrow recommends.
 *   fields  fields_count columns to make, 1 to 256. A path that no row can have fails with
 *           RL_E_OPTION: the field of err is the path, the message has the nearest name
 *   codes   may be NULL; rows numbers: for each row RL_OK or why it failed. A row that
 *           fails is null in every column except those of RL_TYPE_ERROR. With RL_E_COLUMN
 *           only the members that do not fit are null. A member that the record does
 *           not have is null without a code
 *   out     out_cap bytes for the heads and buffers
 *   err     may be NULL
 * schema, format, record, columns, columns_count, rows and flags are as in
 * rl_decode_batch. */
int64_t rl_decode_columns(int64_t schema, const char *format, const char *record, const rl_column *columns,
	size_t columns_count, size_t rows, uint32_t flags, const rl_field *fields, size_t fields_count, int32_t *codes,
	uint8_t *out, size_t out_cap, rl_error *err);

/* Encodes one part of each row.
 *   part            the part to write, "row"; ends with a zero byte
 *   fields_offsets  rows + 1 numbers: the fields of row i are fields from
 *                   fields_offsets[i] to fields_offsets[i + 1], as in rl_encode
 *   fields          fields_offsets[rows] bytes; may be NULL when that is 0
 *   rows            number of rows; may be 0
 *   out_offsets     rows + 1 numbers: the part of row i is out from out_offsets[i] to
 *                   out_offsets[i + 1]
 *   codes           rows numbers: for each row RL_OK or why it failed; the part of a row
 *                   that failed is empty. If codes is NULL, the first such row fails the call
 *   out             out_cap bytes for the parts of all rows
 *   err             may be NULL
 * schema, format, record and flags are as in rl_decode_batch. */
int64_t rl_encode_batch(int64_t schema, const char *format, const char *record, const char *part,
	const int32_t *fields_offsets, const uint8_t *fields, size_t rows, uint32_t flags, int32_t *out_offsets,
	int32_t *codes, uint8_t *out, size_t out_cap, rl_error *err);

/* Encodes parts of each row, the reverse of rl_decode_columns: from typed columns, each holding one
 * member of the fields, or from whole records.
 *   parts        the parts to write, separated by commas, "row,value"; ends with a zero byte
 *   fields       fields_count columns, 1 to 256, of types other than RL_TYPE_ERROR and RL_TYPE_DOUBTS. One
 *                of RL_TYPE_CBOR or RL_TYPE_JSON with the empty path has all fields of each row. A null
 *                means that the record lacks the member. A list has its items up to the first null; an
 *                item found by a member ("properties[name=rank].value.value") is present if it has any
 *                other member
 *   rows         number of rows; may be 0
 *   out_offsets  rows + 1 numbers for each part, in the order of parts: the first part of row i is out
 *                from out_offsets[i] to out_offsets[i + 1]; the numbers of part p, counted from 0, are
 *                p * (rows + 1) further on
 *   codes        rows numbers: for each row RL_OK or why it failed; all parts of a row that failed are
 *                empty. If codes is NULL, the first such row fails the call. A row fails if it lacks one
 *                of the parts
 *   out          out_cap bytes for the parts of all rows, all of one part before those of the next
 *   err          may be NULL
 * A path that leads to no member of the record kind fails with RL_E_OPTION; the message has the nearest name.
 * schema, format, record and flags are as in rl_decode_batch. */
int64_t rl_encode_columns(int64_t schema, const char *format, const char *record, const char *parts,
	const rl_values *fields, size_t fields_count, size_t rows, uint32_t flags, int32_t *out_offsets, int32_t *codes,
	uint8_t *out, size_t out_cap, rl_error *err);

/* Opens a schema, or other context needed to read bytes, and returns its handle,
 * a number greater than 0. It is immutable: any number of calls on any threads may use
 * it. Close it when no call needs it any more. Handles are never reused.
 *   format  id of the format; ends with a zero byte
 *   schema  schema_len bytes of JSON, one object; for "layout" also a line such as id:u32 name:str.
 *           The object is one of:
 *             what the format takes as a schema, named by its member "name"
 *             {"op":"define","given":{"name",...},"bytes":{...}}
 *                 a request to define one (docs/testee.md), also from stored bytes
 *             {"given":{...}}
 *                 the "given" of requests, also for rl_decode and the other calls without
 *                 such an argument: given.schema is the name of a used schema. Options
 *                 (lenient, prefix, unlimited, stored) are not taken from here
 *           Each may have "uses":[handle,...], which makes the schemas of these handles known
 *           by their names, so that one can refer to another. Of two with the same name
 *           the later one counts. With "uses", only given.schema makes one of them the
 *           schema of rl_decode and the other calls
 *   err     may be NULL */
int64_t rl_schema_open(const char *format, const uint8_t *schema, size_t schema_len, rl_error *err);

/* Releases a schema. Calls in progress finish with it. Returns RL_OK, or
 * RL_E_HANDLE when it is not open.
 *   schema  handle of rl_schema_open */
int64_t rl_schema_close(int64_t schema);

/* Looks up format, record kind, schema and flags once, and returns a handle, a number
 * greater than 0, that stands for all of them. For a short value, a single call with it
 * costs about a quarter less than rl_decode. It is immutable: any number of calls on
 * any threads may use it. The schema may be closed; the kind keeps what it needs of it.
 * Close the kind when no call needs it any more. Handles are never reused, and none is
 * of both a schema and a kind. Fails with RL_E_LENGTH when 16777216 kinds are open.
 *   schema  handle of rl_schema_open, or 0 for none
 *   format  id of the format; ends with a zero byte
 *   record  name of the record kind; ends with a zero byte. Empty for any kind of the
 *           format; such a kind only decodes
 *   flags   as in rl_decode_batch; they hold for every call of the kind
 *   err     may be NULL */
int64_t rl_kind_open(int64_t schema, const char *format, const char *record, uint32_t flags, rl_error *err);

/* Releases a kind. Calls in progress finish with it. Returns RL_OK, or RL_E_HANDLE when
 * it is not open.
 *   kind  handle of rl_kind_open */
int64_t rl_kind_close(int64_t kind);

/* Decodes one record of an open kind: the same answer and the same errors as rl_decode, and
 * RL_E_HANDLE when kind is not open.
 *   kind  handle of rl_kind_open
 *   out   out_cap bytes for the answer
 *   err   may be NULL
 * parts, parts_count and form are as in rl_decode. */
int64_t rl_kind_decode(int64_t kind, const rl_part *parts, size_t parts_count, uint32_t form, uint8_t *out, size_t out_cap,
	rl_error *err);

/* Encodes one part of one record of an open kind: the same answer and errors as rl_encode,
 * and RL_E_HANDLE when kind is not open.
 *   kind  handle of rl_kind_open
 *   out   out_cap bytes for the part
 *   err   may be NULL
 * part, fields and fields_len are as in rl_encode. */
int64_t rl_kind_encode(int64_t kind, const char *part, const uint8_t *fields, size_t fields_len, uint8_t *out,
	size_t out_cap, rl_error *err);

/* Decodes rows of an open kind: the same answer and errors as rl_decode_batch, and
 * RL_E_HANDLE when kind is not open.
 *   kind  handle of rl_kind_open
 *   out   out_cap bytes for the answers of all rows
 *   err   may be NULL
 * columns, columns_count, rows, form, out_offsets and codes are as in rl_decode_batch. */
int64_t rl_kind_decode_batch(int64_t kind, const rl_column *columns, size_t columns_count, size_t rows, uint32_t form,
	int32_t *out_offsets, int32_t *codes, uint8_t *out, size_t out_cap, rl_error *err);

/* Encodes one part of each row of an open kind: the same answer and errors as
 * rl_encode_batch, and RL_E_HANDLE when kind is not open.
 *   kind  handle of rl_kind_open
 *   out   out_cap bytes for the parts of all rows
 *   err   may be NULL
 * part, fields_offsets, fields, rows, out_offsets and codes are as in rl_encode_batch. */
int64_t rl_kind_encode_batch(int64_t kind, const char *part, const int32_t *fields_offsets, const uint8_t *fields,
	size_t rows, int32_t *out_offsets, int32_t *codes, uint8_t *out, size_t out_cap, rl_error *err);

/* Compares two keys as the store of a format sorts them: part by part as unsigned
 * bytes, or by the comparator that the store uses for a column family. Values do not
 * count. Returns RL_BEFORE, RL_EQUAL or RL_AFTER: where left sorts relative to right.
 *   schema  handle of rl_schema_open, or 0: comparators may need key sizes
 *   format  id of the format; ends with a zero byte; empty for plain unsigned bytes
 *   family  family_len bytes: the column family of both keys, in stores where the
 *           key does not contain it; may be NULL when family_len is 0
 *   left    left_count parts of one key, those that the format has: at least one, each once
 *   right   right_count parts of the other key, likewise
 *   err     may be NULL */
int64_t rl_compare(int64_t schema, const char *format, const uint8_t *family, size_t family_len, const rl_part *left,
	size_t left_count, const rl_part *right, size_t right_count, rl_error *err);

/* The range of keys that a scan must read to find the records with some known fields.
 *   fields  fields_len bytes of JSON or CBOR: the leading fields of the key, without a gap
 *   which   RL_RANGE_START, RL_RANGE_STOP or RL_RANGE_PART
 *   out     out_cap bytes for the key, or for the name
 *   err     may be NULL
 * schema, format and record are as in rl_decode. A range that would also contain other rows is refused with
 * RL_E_REFUSED; the operation "range" of rl_answer gives it, with the filter that it needs. */
int64_t rl_range(int64_t schema, const char *format, const char *record, const uint8_t *fields, size_t fields_len,
	uint32_t which, uint8_t *out, size_t out_cap, rl_error *err);

/* Makes a version of a hybrid logical clock: 64 bits, with milliseconds in the high bits and a
 * counter in the low ones. Returns RL_OK, or RL_E_REFUSED when a number does not fit.
 *   layout    "maryk" (20 bits of counter), "ms-16" or "ms-12"; ends with a zero byte
 *   physical  milliseconds since 1970-01-01 UTC
 *   logical   the counter
 *   version   where the version goes
 *   err       may be NULL */
int64_t rl_hlc_join(const char *layout, uint64_t physical, uint64_t logical, uint64_t *version, rl_error *err);

/* Splits a version into its parts. Returns RL_OK.
 *   version   the version
 *   physical  where its milliseconds since 1970-01-01 UTC go
 *   logical   where its counter goes
 *   err       may be NULL
 * layout is as in rl_hlc_join. */
int64_t rl_hlc_split(const char *layout, uint64_t version, uint64_t *physical, uint64_t *logical, rl_error *err);

/* Begins to count the rows of a dump, whose text rl_stats_feed takes piece by piece, or of
 * stores, which rl_stats_step reads. Returns a handle, a number greater than 0. Memory is
 * bounded whatever the number of rows: docs/stats.md. Calls with one handle take turns; each
 * may come from any thread. Close it. Handles are never reused, and none is also of a schema
 * or of a kind.
 *   options  options_len bytes of JSON, one object, all members optional:
 *              {"format","record","file","spelling","cf","where"}
 *                 as for rl_inspect; where is the expression of rowlens stats --where
 *                 The text may be in gzip, Zstandard or UTF-16, unless spelling is raw
 *              {"schema"}  models or tables, or a handle of rl_schema_open, or a list of them
 *              {"top","regions","splits":[HEX,...],"now"}
 *                 how many of the biggest entities to list (10), how many regions to count rows
 *                 in (16) or the keys at which regions begin, and the present in milliseconds
 *              {"store":PATH,"table","stored","salvage","start","stop","limit","at","versions","labels"}
 *                 a folder or file of stores instead of text, and which of its rows to read, with
 *                 the meanings that rowlens dump gives them. start and stop are hex, at is text
 *            an unknown option is refused, and so is one that such rows do not have
 *   err      may be NULL */
int64_t rl_stats_open(const uint8_t *options, size_t options_len, rl_error *err);

/* Counts the rows of the next piece of a dump, which may end anywhere. Returns 0, or 1 when it takes no
 * more text: after the end, and after a value that is too long. Fails with
 * RL_E_UNSUPPORTED for stores, and with RL_E_REFUSED after the end or for text in no known form.
 *   stats  handle of rl_stats_open
 *   text   text_len bytes; 0 bytes say that the text has ended
 *   err    may be NULL */
int64_t rl_stats_feed(int64_t stats, const uint8_t *text, size_t text_len, rl_error *err);

/* Counts some of the rows of stores: a few milliseconds of work. Returns 1, or 0 when all are
 * counted. Fails with RL_E_UNSUPPORTED for a dump.
 *   stats  handle of rl_stats_open
 *   err    may be NULL */
int64_t rl_stats_step(int64_t stats, rl_error *err);

/* Says what was counted so far, at any time: the same JSON, with its line feed, as rowlens stats
 * --json prints once all is counted. Nothing is counted until the format is learnt, from 64 rows.
 *   stats  handle of rl_stats_open
 *   out    out_cap bytes for the JSON
 *   err    may be NULL */
int64_t rl_stats_report(int64_t stats, uint8_t *out, size_t out_cap, rl_error *err);

/* Releases statistics, and closes the files of stores. A call in progress finishes first. Returns
 * RL_OK, or RL_E_HANDLE when it is not open.
 *   stats  handle of rl_stats_open */
int64_t rl_stats_close(int64_t stats);

/* Says what differs between two rows, such as two versions of one, field by field: the same
 * JSON, with its line feed, as a line of rowlens diff --json. The answer is empty if nothing differs.
 *   request  request_len bytes of JSON, one object:
 *              {"old":ROW,"new":ROW}  a row is {"parts":{NAME:HEX,...},"timestamp","deleted",
 *                 "table","cf"}, as rowlens decode writes it; null for one that is not there
 *              {"format","record","schema"}  optional, as for rl_inspect; schema may be a handle of
 *                 rl_schema_open, or a list of them
 *              {"visible":true}  timestamps do not count
 *   out      out_cap bytes for the answer
 *   err      may be NULL */
int64_t rl_diff_rows(const uint8_t *request, size_t request_len, uint8_t *out, size_t out_cap, rl_error *err);

/* Begins to compare two documents, each a dump, whose text rl_diff_feed takes piece by piece, or
 * stores, which rl_diff_step reads. Returns a handle, a number greater than 0. Rows may come in any
 * order, and are held in memory until the handle is closed: about 400 bytes a row, plus twice its own
 * size; rowlens diff compares documents of any size. Calls with one handle take turns; each may come
 * from any thread. Close it. Handles are never reused, and none is also of anything else.
 *   options  options_len bytes of JSON, one object, all members optional:
 *              {"format","record"}  as for rl_inspect, for both documents
 *              {"schema"}  models or tables, or a handle of rl_schema_open, or a list of them
 *              {"stored":true} or {"visible":true}, {"limit"}
 *                 as the flags of rowlens diff: each version and tombstone is a row; timestamps do
 *                 not count; only this many differences are written, but all are counted
 *              {"memory"}  roughly how many bytes the rows may take: further rows are refused
 *              {"old":DOCUMENT,"new":DOCUMENT}
 *                 for a dump {"file","spelling","cf"}, for stores {"store":PATH,"table","salvage",
 *                 "start","stop","at","versions","labels"}, as for rl_stats_open
 *            an unknown option is refused, and so is one that such rows do not have
 *   err      may be NULL */
int64_t rl_diff_open(const uint8_t *options, size_t options_len, rl_error *err);

/* Reads the rows of the next piece of a dump, which may end anywhere. The sides may be fed in any order.
 * Returns 0, or 1 when it takes no more text of this side: after its end, and after a value that is
 * too long. Fails with RL_E_UNSUPPORTED for stores, and with RL_E_REFUSED after the end, for text in
 * no known form, and for rows that take too much memory.
 *   diff  handle of rl_diff_open
 *   side  RL_OLD or RL_NEW
 *   text  text_len bytes; 0 bytes say that the text has ended
 *   err   may be NULL */
int64_t rl_diff_feed(int64_t diff, uint32_t side, const uint8_t *text, size_t text_len, rl_error *err);

/* Reads some rows of stores, or, once all are read, compares some rows: a few milliseconds of work, except
 * that the first comparison sorts them all. Returns 1, or 0 when all are compared. Fails with RL_E_REFUSED
 * until all text has ended.
 *   diff  handle of rl_diff_open
 *   err   may be NULL */
int64_t rl_diff_step(int64_t diff, rl_error *err);

/* Says what the last step found: the lines that rowlens diff --json prints, possibly none. Those
 * of the step that returned 0 end with the totals.
 *   diff  handle of rl_diff_open
 *   out   out_cap bytes for the lines
 *   err   may be NULL */
int64_t rl_diff_report(int64_t diff, uint8_t *out, size_t out_cap, rl_error *err);

/* Releases a comparison with its rows, and closes the files of stores. A call in progress finishes
 * first. Returns RL_OK, or RL_E_HANDLE when it is not open.
 *   diff  handle of rl_diff_open */
int64_t rl_diff_close(int64_t diff);

/* Opens the files of stores (RocksDB, LMDB, HBase, Accumulo) for reading, and returns a handle, a
 * number greater than 0. Nothing is written and no lock is taken. Any number of calls on any threads
 * may use it; calls on one stream take turns. Close it. Handles are never reused, and none is also of
 * anything else.
 *   options  options_len bytes of JSON, one object, all members optional:
 *              {"store":PATH} or {"store":[PATH,...]}
 *                 folders and files, which the library reads itself
 *              {"meta","numbering"}
 *                 the text of MARYK_META.yml and the numbering of Maryk's families, where they are not
 *                 beside the store. They tell the order of tables that have a Maryk comparator
 *   files    files_count files that the caller reads, each with a different name; the names say which
 *            folder each is in
 *   reader   how to read them; NULL with a path. It is used until release is called. That happens
 *            once, when the handle and all streams are closed, and only if rl_store_open succeeded
 *   err      may be NULL */
int64_t rl_store_open(const uint8_t *options, size_t options_len, const rl_file *files, size_t files_count,
	const rl_reader *reader, rl_error *err);

/* Lists the tables of stores, with sizes and damage: the same JSON Lines as rowlens tables --json.
 *   store  handle of rl_store_open
 *   out    out_cap bytes for the lines
 *   err    may be NULL */
int64_t rl_store_tables(int64_t store, uint8_t *out, size_t out_cap, rl_error *err);

/* Cuts what rl_store_scan reads into parts, each a line of JSON: the option "part" of rl_store_scan, also
 * in another process or on another machine that has opened the same files. Each row is in exactly one part,
 * and so is each damaged place; such a row gives the nearest keys within its part. What is only known after
 * a whole scan (counts, free lists) is reported only for a store that is one part.
 *   store    handle of rl_store_open
 *   options  options_len bytes of JSON, one object, all members optional: those of rl_store_scan that
 *            say which rows, and
 *              {"size"}  roughly how many stored bytes a part has. Without it, and for whatever has no
 *                 index or is salvaged, a part is a whole table or, without table, a whole store
 *              {"keys":{"part":"key" or "row","from","before"}}
 *                 in hex, the first key and the first one after the range. Rows with other keys are left
 *                 out where tables are sorted by the bytes of that part, and read elsewhere
 *   out      out_cap bytes for the lines
 *   err      may be NULL */
int64_t rl_store_parts(int64_t store, const uint8_t *options, size_t options_len, uint8_t *out, size_t out_cap, rl_error *err);

/* Begins to read rows of stores, as a stream of the Arrow C stream interface: decoded
 * records in the columns of docs/columns.md. A damaged place is a row of its own, with error and
 * source. A row that cannot be decoded has error in place of fields. The stream fails only if the
 * files cannot be read. Returns RL_OK.
 *
 * A stream holds one batch at a time: up to 16384 rows or about 4 MiB. It outlives rl_store_close:
 * the files are closed when the handle and all of its streams are. Any number of streams may be read
 * at once, each by one thread at a time. Batches belong to the caller, even after the stream is
 * released. In a child of the process that loaded the library, get_schema and get_next fail.
 *   store    handle of rl_store_open
 *   options  options_len bytes of JSON, one object, all members optional:
 *              {"table"}  a name from rl_store_tables; without it, all tables
 *              {"stored":true,"salvage":true,"start","stop","at","versions","labels"}
 *                 which rows, as for rl_stats_open: without stored, what readers of the store see
 *              {"format","record","schema"}  as for rl_stats_open. With format or record, each of
 *                 their record kinds is a struct of typed columns beside the fields as JSON
 *              {"where"}  the expression of rowlens decode --where. It does not hide damage. A member that no
 *                 row has, and no model can have, ends the stream with an error, unless limit or part
 *                 leave rows out
 *              {"columns":[NAME,...]}  the columns to make, as rowlens decode --select names them. Rows
 *                 are decoded only if these columns or where need it
 *              {"limit"}  this many rows at most, one or more
 *              {"part":{...}}  a line of rl_store_parts, with the options that it was given; start and stop
 *                 are those of the part
 *              {"part":[I,N]}  share number I, from 0, of N shares of the stores: each store is in one share
 *   stream   where the stream goes. Release it
 *   err      may be NULL */
int64_t rl_store_scan(int64_t store, const uint8_t *options, size_t options_len, struct ArrowArrayStream *stream,
	rl_error *err);

/* Releases stores. Streams of their rows go on. A call in progress finishes first; if the close comes from inside
 * that call, the call releases the stores itself. Returns RL_OK, or RL_E_HANDLE when it is not open.
 *   store  handle of rl_store_open */
int64_t rl_store_close(int64_t store);

/* The 32-bit hash under which a format stores a name, from 0 to 4294967295. For
 * "actionbase" it is XXH32 with seed 0; read as signed, it is the code of the name.
 *   format  id of the format; ends with a zero byte
 *   name    name_len bytes of UTF-8 */
int64_t rl_hash32(const char *format, const uint8_t *name, size_t name_len);

#ifdef __cplusplus
}
#endif

#endif
