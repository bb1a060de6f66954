/* goal-write -- a program as GOAL: of each rank its operations, then what requires what. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/program/goal.h"

/* "l", or so many of them that no label is like those that operations get here. */
static char *
prefix_for(const program *p)
{
	size_t most = 0;
	char *prefix;

	for (uint32_t i = 0; p->label && i < program_ops(p); i++) {
		const char *label = p->text + p->label[i];
		size_t n = strspn(label, "l"), digits = strspn(label + n, "0123456789");

		if (n > most && digits && !label[n + digits])
			most = n;
	}
	prefix = xcalloc(most + 2, 1);
	memset(prefix, 'l', most + 1);
	return prefix;
}

/* The label of op[at], whose rank begins at op[first]. */
static void
put_label(FILE *out, const program *p, const char *prefix, uint32_t first, uint32_t at)
{
	if (p->label && p->label[at])
		fputs(p->text + p->label[at], out);
	else
		fprintf(out, "%s%" PRIu32, prefix, at - first + 1);
}

static void
put_operation(FILE *out, const operation *o, bool sums)
{
	if (o->kind == OP_CALC)
		fprintf(out, "calc %" PRId64, o->size / 1000 + (o->size % 1000 >= 500));
	else {
		fprintf(out, "%s %" PRId64 "b %s ", o->kind == OP_SEND ? "send" : "recv", o->size, o->kind == OP_SEND ? "to" : "from");
		fprintf(out, o->peer == ANY ? "-1" : "%" PRIu32, o->peer);
		if (o->tag)
			fprintf(out, o->tag == ANY ? " tag -1" : " tag %" PRIu32, o->tag);
	}
	if (sums && o->sums)
		fputs(" sum", out);
	if (o->free)
		fputs(" free", out);
	if (o->cpu)
		fprintf(out, " cpu %d", o->cpu);
	if (o->nic)
		fprintf(out, " nic %u", o->nic - 1U);
	putc('\n', out);
}

/* Operations [first, end) are those of a rank. */
static void
put_rank(FILE *out, const program *p, const char *prefix, uint32_t first, uint32_t end, bool sums)
{
	for (uint32_t i = first; i < end; i++) {
		const operation *o = &p->op[i];

		if (o->waits || o[1].first > o->first || (p->label && p->label[i])) {
			put_label(out, p, prefix, first, i);
			fputs(": ", out);
		}
		put_operation(out, o, sums);
	}
	for (uint32_t i = first; i < end; i++)
		for (uint32_t k = p->op[i].first; k < p->op[i + 1].first; k++) {
			put_label(out, p, prefix, first, first + (p->follower[k] & ~FROM_START));
			fputs(p->follower[k] & FROM_START ? " irequires " : " requires ", out);
			put_label(out, p, prefix, first, i);
			putc('\n', out);
		}
}

void
goal_write(FILE *out, const program *p, bool sums)
{
	char *prefix = prefix_for(p);

	fprintf(out, "num_ranks %" PRIu32 "\n", p->ranks);
	for (uint32_t r = 0; r < p->ranks; r++) {
		fprintf(out, "\nrank %" PRIu32 " {\n", r);
		put_rank(out, p, prefix, p->first[r], p->first[r + 1], sums);
		fputs("}\n", out);
	}
	free(prefix);
}
