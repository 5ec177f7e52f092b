package io.github.rowlens;

/**
 * Numbers of rowlens.h: versions, flags, forms, codes, and the offsets of struct members
 * on a 64-bit machine. AbiTest compares them with internal/exports/abi.json.
 */
final class Abi {
	static final int ABI_VERSION = 1;
	static final int LENGTH_MAX = Integer.MAX_VALUE;

	static final int LENIENT = 1;
	static final int PREFIX = 2;
	static final int UNLIMITED = 4;
	static final int STRICT = 8;
	static final int CHECK = 16;
	static final int DOUBTS = 32;

	static final int FIELDS_JSON = 0;
	static final int TREE_JSON = 2;
	static final int FIELDS_CBOR64 = 4;

	static final int TYPE_INT64 = 0;
	static final int TYPE_FLOAT64 = 1;
	static final int TYPE_BOOL = 2;
	static final int TYPE_UTF8 = 3;
	static final int TYPE_BINARY = 4;
	static final int TYPE_JSON = 5;
	static final int TYPE_ERROR = 6;
	static final int TYPE_DOUBTS = 7;
	static final int TYPE_CBOR = 8;

	static final int BEFORE = 0;
	static final int EQUAL = 1;
	static final int AFTER = 2;

	static final int OLD = 0;
	static final int NEW = 1;

	static final int RANGE_START = 0;
	static final int RANGE_STOP = 1;
	static final int RANGE_PART = 2;

	static final int E_PART = -105;
	static final int E_UNSUPPORTED = -108;
	static final int E_REFUSED = -109;
	static final int E_INTERNAL = -113;
	static final int E_TOO_LARGE = -111;

	private Abi() {}

	/** struct rl_error. */
	static final class Error {
		static final int CODE = 0;
		static final int ROW = 8;
		static final int OFFSET = 16;
		static final int PART = 24;
		static final int FIELD = 56;
		static final int MESSAGE = 152;
		static final int SIZE = 512;

		private Error() {}
	}

	/** struct rl_part. */
	static final class Part {
		static final int NAME = 0;
		static final int DATA = 8;
		static final int LEN = 16;
		static final int SIZE = 24;

		private Part() {}
	}

	/** struct rl_column. */
	static final class Column {
		static final int NAME = 0;
		static final int OFFSETS = 8;
		static final int DATA = 16;
		static final int SIZE = 24;

		private Column() {}
	}

	/** struct rl_field. */
	static final class Field {
		static final int PATH = 0;
		static final int TYPE = 8;
		static final int ZERO = 12;
		static final int SIZE = 16;

		private Field() {}
	}

	/** struct rl_values. */
	static final class Values {
		static final int PATH = 0;
		static final int TYPE = 8;
		static final int ZERO = 12;
		static final int VALIDITY = 16;
		static final int OFFSETS = 24;
		static final int DATA = 32;
		static final int SIZE = 40;

		private Values() {}
	}

	/** struct rl_array. */
	static final class Array {
		static final int LENGTH = 0;
		static final int NULL_COUNT = 8;
		static final int VALIDITY = 16;
		static final int OFFSETS = 24;
		static final int DATA = 32;
		static final int DATA_SIZE = 40;
		static final int SIZE = 48;

		private Array() {}
	}
}
