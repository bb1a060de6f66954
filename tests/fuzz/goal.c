/* fuzz: programs as GOAL, plain or gzipped; what is written reads back as the same, and is written alike. */
#include "fuzz/fuzz.h"
#include "lib/cli/cli.h"
#include "lib/program/goal.h"

static char *
written(const program *p, size_t *length)
{
	char *text;
	FILE *f = xmemory_open(&text, length);

	goal_write(f, p, true);
	xmemory_close(f);
	return text;
}

void
fuzz_one(const char *text, size_t length)
{
	program *p = goal_read(fuzz_file(0, text, length)), *q;
	size_t one_length, other_length;
	char *one = written(p, &one_length), *other;

	FUZZ_LAW(p->first[0] == 0 && p->op[program_ops(p)].first >= p->op[0].first);
	for (uint32_t i = 0; i < program_ops(p); i++) {
		const operation *o = &p->op[i];

		FUZZ_LAW(o->kind <= OP_CALC && o->size >= 0 && o->cpu < p->cpus && o[1].first >= o->first);
		FUZZ_LAW(o->kind == OP_CALC || o->peer < p->ranks || (o->kind == OP_RECV && o->peer == ANY && p->wild));
		FUZZ_LAW(o->kind == OP_SEND ? o->stream < p->streams : o->stream == NO_STREAM || o->kind == OP_RECV);
	}
	q = goal_read(fuzz_file(1, one, one_length));
	other = written(q, &other_length);
	FUZZ_LAW(one_length == other_length && memcmp(one, other, one_length) == 0);
	FUZZ_LAW(p->ranks == q->ranks && p->streams == q->streams && p->wild == q->wild && program_ops(p) == program_ops(q));
	FUZZ_LAW(p->op[program_ops(p)].first == q->op[program_ops(q)].first);
}
