package io.github.rowlens;

/** What a call may be told besides its inputs. */
public enum Option {
	/** Accept what upstream's own reader accepts although no writer writes it. */
	LENIENT(Abi.LENIENT),
	/** The bytes may go on after the value; "consumed" is added to the fields. */
	PREFIX(Abi.PREFIX),
	/** Lift size limits that upstream's writers have. */
	UNLIMITED(Abi.UNLIMITED),
	/** A batch fails at its first bad row, which the exception names. */
	STRICT(Abi.STRICT),
	/** A check value (a salt) that differs fails the record with "bad-check"; this reads it twice. */
	CHECK(Abi.CHECK);

	final int flag;

	Option(int flag) {
		this.flag = flag;
	}

	static int flags(Option... options) {
		int flags = 0;
		for (Option option : options) {
			flags |= option.flag;
		}
		return flags;
	}
}
