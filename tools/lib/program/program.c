#include "lib/program/program.h"

#include <inttypes.h>

#include "lib/cli/cli.h"

void
program_free(program *p)
{
	if (!p)
		return;
	free_all(p->first, p->op, p->follower, p->stream, p->stream_first, p->nic_line, p->label, p->text, p);
}

char *
program_say(const program *p, uint32_t at)
{
	const operation *o = &p->op[at];
	const char *label = p->label && p->label[at] ? p->text + p->label[at] : "", *colon = *label ? ": " : "";
	char *peer, *tag, *text;

	if (o->kind == OP_CALC)
		return xprintf("'%s%scalc %" PRId64 "'", label, colon, o->size / 1000);
	peer = o->peer == ANY ? xstrdup("any rank") : xprintf("%" PRIu32, o->peer);
	tag = o->tag == ANY ? xstrdup("") : xprintf(" tag %" PRIu32, o->tag);
	text = xprintf("'%s%s%s %" PRId64 "b %s %s%s'", label, colon, o->kind == OP_SEND ? "send" : "recv", o->size,
		o->kind == OP_SEND ? "to" : "from", peer, tag);
	free_all(peer, tag);
	return text;
}
