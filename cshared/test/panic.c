// Every call that panics returns an error code, and the process survives. Only for a library built
// with the tag rowlens_panic.
#include <string.h>

#include "check.h"

void test_panic(const vectors *v) {
	static const char mark[] = "rowlens-provoke-panic";
	const uint8_t *in = (const uint8_t *)mark;
	const size_t n = sizeof mark - 1;
	int32_t offsets[2] = {0, 0}, starts[2];
	uint8_t out[256];
	rl_error err;
	rl_part part = {"row", in, n};
	rl_column column = {"row", offsets, in};
	rl_field field = {"count", RL_TYPE_INT64, 0};
	offsets[1] = (int32_t)n;
	int64_t kind = rl_kind_open(0, "actionbase", "edge-count", 0, &err);
	(void)v;
	TRUE(kind > 0);
	for (int i = 0; i < 100; i++) {
		EQUAL(rl_answer(in, n, out, sizeof out, &err), RL_E_INTERNAL);
		EQUAL(err.code, RL_E_INTERNAL);
		TRUE(strstr(err.message, "provoked") != NULL);
		EQUAL(rl_inspect(in, n, out, sizeof out, &err), RL_E_INTERNAL);
		EQUAL(rl_decode(0, "actionbase", "edge-count", &part, 1, 0, 0, out, sizeof out, &err), RL_E_INTERNAL);
		EQUAL(rl_encode(0, "actionbase", "edge-count", "row", in, n, 0, out, sizeof out, &err), RL_E_INTERNAL);
		EQUAL(rl_decode_batch(0, "actionbase", "edge-count", &column, 1, 1, 0, 0, starts, NULL, out, sizeof out, &err), RL_E_INTERNAL);
		EQUAL(rl_encode_batch(0, "actionbase", "edge-count", "row", offsets, in, 1, 0, starts, NULL, out, sizeof out, &err), RL_E_INTERNAL);
		EQUAL(rl_kind_decode(kind, &part, 1, 0, out, sizeof out, &err), RL_E_INTERNAL);
		EQUAL(rl_kind_encode(kind, "row", in, n, out, sizeof out, &err), RL_E_INTERNAL);
		EQUAL(rl_kind_decode_batch(kind, &column, 1, 1, 0, starts, NULL, out, sizeof out, &err), RL_E_INTERNAL);
		EQUAL(rl_kind_encode_batch(kind, "row", offsets, in, 1, starts, NULL, out, sizeof out, &err), RL_E_INTERNAL);
		TRUE(rl_kind_encode(kind, "row", (const uint8_t *)"{}", 2, out, sizeof out, &err) == RL_E_REFUSED);
		EQUAL(rl_schema_open("actionbase", in, n, &err), RL_E_INTERNAL);
		EQUAL(rl_hash32("actionbase", in, n), RL_E_INTERNAL);
		EQUAL(rl_decode_columns(0, "actionbase", "edge-count", &column, 1, 1, 0, &field, 1, NULL, out, sizeof out, &err), RL_E_INTERNAL);
		EQUAL(rl_compare(0, "", in, n, &part, 1, &part, 1, &err), RL_E_INTERNAL);
		EQUAL(rl_range(0, "actionbase", "edge-count", in, n, 0, out, sizeof out, &err), RL_E_INTERNAL);
		TRUE(rl_answer((const uint8_t *)"{}", 2, out, sizeof out, &err) > 0);
	}
	EQUAL(rl_kind_close(kind), RL_OK);
}
