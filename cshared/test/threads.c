// 16 threads at once, each with all vectors and with one schema that all share.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"

enum { threads = 16, room = 1 << 20 };

typedef struct {
	const vectors *v;
	size_t first;
	time_t until;
	int64_t schema, kind;
} work;

static void with_schema(int64_t schema) {
	static const char request[] = "{\"id\":1,\"op\":\"decode\",\"format\":\"actionbase\",\"record\":\"value\",\"bytes\":{\"value\":\"2c8000018f3c9be200\"}}";
	uint8_t out[512];
	rl_part part = {"value", (const uint8_t *)"\x2c\x80\x00\x01\x8f\x3c\x9b\xe2\x00", 9};
	TRUE(rl_decode(schema, "actionbase", "value", &part, 1, 0, 0, out, sizeof out, NULL) > 0);
	TRUE(rl_answer((const uint8_t *)request, sizeof request - 1, out, sizeof out, NULL) > 0);
}

// One kind per thread, and one that all share. The schema may be closed meanwhile.
static void with_kinds(int64_t schema, int64_t shared) {
	uint8_t out[512];
	rl_part part = {"value", (const uint8_t *)"\x2c\x80\x00\x01\x8f\x3c\x9b\xe2\x00", 9};
	int64_t own = rl_kind_open(schema, "actionbase", "value", 0, NULL);
	TRUE(own > 0 && own != shared);
	TRUE(rl_kind_decode(own, &part, 1, RL_FIELDS_JSON, out, sizeof out, NULL) > 0);
	TRUE(rl_kind_decode(shared, &part, 1, RL_FIELDS_CBOR, out, sizeof out, NULL) > 0);
	EQUAL(rl_kind_close(own), RL_OK);
	EQUAL(rl_kind_decode(own, &part, 1, RL_FIELDS_JSON, out, sizeof out, NULL), RL_E_HANDLE);
}

static void *hammer(void *arg) {
	const work *w = arg;
	uint8_t *out = malloc(room);
	size_t i = w->first;
	TRUE(out != NULL);
	// All vectors at least once, however slow the machine is.
	for (size_t done = 0; out != NULL && (done < w->v->count || time(NULL) < w->until); done++) {
		line want = w->v->answers[i];
		int64_t n = rl_answer(w->v->requests[i].data, w->v->requests[i].len, out, room, NULL);
		TRUE(n == (int64_t)want.len && memcmp(out, want.data, want.len) == 0);
		if (done % 16 == 0) with_schema(w->schema);
		if (done % 16 == 8) with_kinds(w->schema, w->kind);
		i = (i + 1) % w->v->count;
	}
	free(out);
	return NULL;
}

void test_threads(const vectors *v) {
	static const char names[] = "{\"names\":[\"social.user_likes\"]}";
	const char *seconds = getenv("SECONDS_EACH");
	pthread_t id[threads];
	work w[threads];
	int64_t schema = rl_schema_open("actionbase", (const uint8_t *)names, sizeof names - 1, NULL);
	int64_t kind = rl_kind_open(schema, "actionbase", "value", 0, NULL);
	TRUE(schema > 0 && kind > 0);
	for (size_t i = 0; i < threads; i++) {
		w[i].v = v;
		w[i].first = i * v->count / threads;
		w[i].until = time(NULL) + (seconds != NULL ? atoi(seconds) : 3);
		w[i].schema = schema;
		w[i].kind = kind;
		EQUAL(pthread_create(&id[i], NULL, hammer, &w[i]), 0);
	}
	for (size_t i = 0; i < threads; i++) EQUAL(pthread_join(id[i], NULL), 0);
	EQUAL(rl_schema_close(schema), RL_OK);
	EQUAL(rl_kind_close(kind), RL_OK);
}
