// Order, ranges and clocks.
#include <string.h>

#include "check.h"

static int64_t compare(const char *format, const char *a, const char *b) {
	const char *name = *format == 0 ? "key" : "row";
	rl_part x = {name, (const uint8_t *)a, strlen(a)}, y = {name, (const uint8_t *)b, strlen(b)};
	return rl_compare(0, format, NULL, 0, &x, 1, &y, 1, NULL);
}

static void keys(void) {
	rl_error err;
	rl_part one[2] = {{"qualifier", (const uint8_t *)"q", 1}, {"row", (const uint8_t *)"b", 1}};
	rl_part two[2] = {{"row", (const uint8_t *)"a", 1}, {"qualifier", (const uint8_t *)"z", 1}};
	EQUAL(compare("", "a", "b"), RL_BEFORE);
	EQUAL(compare("actionbase", "b", "a"), RL_AFTER);
	EQUAL(compare("", "ab", "a"), RL_AFTER);
	EQUAL(compare("", "a\xff", "b"), RL_BEFORE);
	EQUAL(compare("", "same", "same"), RL_EQUAL);
	// The row decides, wherever it is in the list.
	EQUAL(rl_compare(0, "actionbase", NULL, 0, one, 2, two, 2, &err), RL_AFTER);
	EQUAL(rl_compare(0, "actionbase", NULL, 0, one, 0, two, 2, &err), RL_E_PART);
	EQUAL(rl_compare(0, "no-such", NULL, 0, one, 2, two, 2, &err), RL_E_FORMAT);
	EQUAL(rl_compare(99999, "actionbase", NULL, 0, one, 2, two, 2, &err), RL_E_HANDLE);
	EQUAL(err.code, RL_E_HANDLE);
}

static int64_t range(const char *record, const char *fields, uint32_t which, uint8_t *out, size_t cap) {
	return rl_range(0, "actionbase", record, (const uint8_t *)fields, strlen(fields), which, out, cap, NULL);
}

// The fields give the whole row key, so the range contains one key, and stop is the key after it.
static void ranges(void) {
	static const char fields[] = "{\"directedSource\":{\"type\":\"long\",\"value\":\"7\"},\"table\":\"social.user_likes\",\"direction\":\"OUT\"}";
	uint8_t start[64], stop[64], part[8];
	int64_t n = range("edge-count", fields, RL_RANGE_START, start, sizeof start);
	TRUE(n > 4);
	EQUAL(range("edge-count", fields, RL_RANGE_STOP, stop, sizeof stop), n + 1);
	TRUE(n > 0 && n < (int64_t)sizeof start && memcmp(start, stop, (size_t)n) == 0 && stop[n] == 0);
	EQUAL(range("edge-count", fields, RL_RANGE_START, NULL, 0), n);
	EQUAL(range("edge-count", fields, RL_RANGE_PART, part, sizeof part), 3);
	TRUE(memcmp(part, "row", 3) == 0);
	EQUAL(range("edge-count", fields, 3, start, sizeof start), RL_E_OPTION);
	EQUAL(range("edge-count", "[]", RL_RANGE_START, start, sizeof start), RL_E_REFUSED);
	EQUAL(range("value", "{}", RL_RANGE_START, start, sizeof start), RL_E_UNSUPPORTED);
}

static void clocks(void) {
	uint64_t version = 0, physical = 0, logical = 0;
	rl_error err;
	EQUAL(rl_hlc_join("maryk", 1714780800000u, 5, &version, &err), RL_OK);
	TRUE(version == ((uint64_t)1714780800000u << 20 | 5));
	EQUAL(rl_hlc_split("maryk", version, &physical, &logical, &err), RL_OK);
	TRUE(physical == 1714780800000u && logical == 5);
	EQUAL(rl_hlc_join("ms-12", 1, 4096, &version, &err), RL_E_REFUSED);
	TRUE(strcmp(err.field, "logical") == 0);
	EQUAL(rl_hlc_split("ms-16", UINT64_MAX, &physical, &logical, NULL), RL_OK);
	TRUE(physical == ((uint64_t)1 << 48) - 1 && logical == 65535);
	EQUAL(rl_hlc_join("weeks", 1, 1, &version, &err), RL_E_OPTION);
	EQUAL(rl_hlc_join("maryk", 1, 1, NULL, &err), RL_E_NULL_POINTER);
	EQUAL(rl_hlc_split("maryk", 1, NULL, NULL, &err), RL_E_NULL_POINTER);
}

void test_orders(const vectors *v) {
	(void)v;
	keys();
	ranges();
	clocks();
}
