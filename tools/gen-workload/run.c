/* run -- a workload's options as argp has them, parsed. */
#include <stdlib.h>
#include <string.h>

#include "gen-workload/workload.h"

enum { FIRST = 0x100, MOST = 64 };	/* options: the key of the first one, and how many there may be */

/* A workload under way. */
typedef struct parsing {
	const workload *workload;
	void *x;
	const setting *setting[MOST];
	size_t at[MOST];	/* of the member, in x */
	int count;
} parsing;

static error_t
parse(int option, char *arg, struct argp_state *state)
{
	parsing *p = state->input;
	options *common = p->x;

	if (option == ARGP_KEY_INIT) {
		state->child_inputs[0] = &common->cli;
		if (p->workload->patterns)
			state->child_inputs[1] = &common->shape.own;
		return 0;
	}
	if (option == ARGP_KEY_ARG && p->workload->read_operand) {
		p->workload->read_operand(p->x, arg);
		return 0;
	}
	if (option < FIRST || option >= FIRST + p->count)
		return ARGP_ERR_UNKNOWN;
	option -= FIRST;
	p->setting[option]->read((char *)p->x + p->at[option], xprintf("--%s", p->setting[option]->name), arg);
	return 0;
}

/* The settings of all groups as options. */
static void
list_options(parsing *p, struct argp_option *o)
{
	for (const setting_group *g = p->workload->groups; g->settings; g++)
		for (const setting *s = g->settings; s->name; s++, o++) {
			if (p->count == MOST)
				abort();
			*o = s->about ? (struct argp_option){ s->name, FIRST + p->count, s->value, 0, s->about, 0 } :
				(struct argp_option){ s->name, 0, NULL, OPTION_ALIAS, NULL, 0 };
			p->setting[p->count] = s;
			p->at[p->count++] = g->at + s->at;
		}
}

void
workload_run(const workload *w, int argc, char **argv)
{
	parsing p = { .workload = w, .x = xcalloc(1, w->size) };
	struct argp_option own[MOST + 1] = { { 0 } };
	const struct argp_child children[] = {
		{ w->file ? &cli_argp : &cli_argp_operands, 0, NULL, 0 }, { w->patterns ? own_argp() : NULL, 0, NULL, 0 }, { 0 }
	};
	struct argp parser = { own, parse, w->file ? "[FILE]" : w->operand ? w->operand : "", NULL, children, NULL, NULL };

	if (w->usual)
		memcpy(p.x, w->usual, w->size);
	list_options(&p, own);
	parser.doc = w->list_operands ? xprintf("%s\v%s", w->title, w->list_operands()) : w->title;
	cli_parse(xprintf("gen-workload %s", w->name), &parser, argc, argv, &((options *)p.x)->cli, &p);
	w->write(p.x);
	free(p.x);
}
