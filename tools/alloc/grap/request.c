#include "alloc/grap/choice.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/stream/lists.h"

enum { MODES = GRAP_ADAPTIVE + 1 };

const char *const grap_mode_names[] = { "small", "minimal-balance", "custom-balance", "custom", "adaptive" };

bool
grap_options_read(const char *argument, grap_options *w)
{
	const struct { const char *word; bool *is; } known[] = {
		{ "partial", &w->partial }, { "reject", &w->reject }, { "round-robin", &w->round_robin },
	};
	const char *at = argument;

	*w = (grap_options){ 0 };
	while (at) {
		size_t length = strcspn(at, "+"), i = 0, words = sizeof known / sizeof *known;

		while (i < words && (strlen(known[i].word) != length || strncmp(at, known[i].word, length) != 0))
			i++;
		if (i == words || *known[i].is)
			return false;
		*known[i].is = true;
		at = at[length] == '+' ? at + length + 1 : NULL;
	}
	return !(w->partial && w->reject);
}

/* Is a word this name?  The paper writes MINIMAL_BALANCE, so neither case nor the sort of dash matters. */
static bool
is_named(const char *word, const char *name)
{
	while (*word && (tolower((unsigned char)*word) == *name || (*word == '_' && *name == '-')))
		word++, name++;
	return *word == *name;
}

static grap_mode
read_mode(const level *groups, const request *q)
{
	int at = request_column(q, "mode"), mode = 0;
	const char *word = cell_text(q->row, at);
	bool small = q->nodes <= grap_group_nodes(groups);

	while (*word && mode < MODES && !is_named(word, grap_mode_names[mode]))
		mode++;
	if (mode == MODES)
		table_bad(q->table, q->row, at, "must be minimal-balance, custom-balance, custom or adaptive, or empty for adaptive");
	if (*word && mode == GRAP_SMALL && !small)
		table_bad(q->table, q->row, at, "job '%s' wants %" PRIu32 " nodes, more than the %" PRIu32 " of a group",
			q->job, q->nodes, grap_group_nodes(groups));
	return small ? GRAP_SMALL : *word ? (grap_mode)mode : GRAP_ADAPTIVE;
}

/* A column that this mode does not use must be empty. */
static void
leave(const request *q, grap_mode mode, const char *name)
{
	int at = request_column(q, name);

	if (*cell_text(q->row, at))
		table_bad(q->table, q->row, at, "mode '%s' takes no %s", grap_mode_names[mode], name);
}

/* So many shares, without nodes. */
static void
make_shares(grap_request *w, uint32_t groups)
{
	w->groups = groups;
	w->share = xcalloc(groups, sizeof *w->share);
}

static void
minimal_balance(const level *groups, const request *q, grap_request *w)
{
	uint32_t size = grap_group_nodes(groups), over = w->nodes % size;

	if (over && w->how.reject)
		table_bad(q->table, q->row, request_column(q, "nodes"), "mode 'minimal-balance' wants a multiple of the %" PRIu32
			" nodes of a group", size);
	make_shares(w, w->nodes / size + (over > 0));
	for (uint32_t i = 0; i < w->groups; i++)
		w->share[i].idle = w->share[i].nodes = size;
	if (!over)
		return;
	w->share[w->groups - 1].nodes = over;
	if (w->how.partial)
		w->share[w->groups - 1].idle = over;
}

static void
custom_balance(const machine *m, const level *groups, const request *q, grap_request *w)
{
	uint32_t size = grap_group_nodes(groups), n, each, over;
	int at = request_column(q, "groups");

	if (!*cell_text(q->row, at))
		table_bad(q->table, q->row, at, "mode 'custom-balance' needs the number of groups");
	n = (uint32_t)cell_int(q->table, q->row, at, 1, UINT32_MAX - 1, 0);
	if (n > groups->domains)
		table_bad(q->table, q->row, at, "'%s' has %" PRIu32 " groups", m->spec, groups->domains);
	each = w->nodes / n;
	over = w->nodes % n;
	if (each == 0)
		table_bad(q->table, q->row, at, "%" PRIu32 " nodes are too few for this number of groups", w->nodes);
	if (each + (over > 0) > size)
		table_bad(q->table, q->row, at, "%" PRIu32 " nodes in this number of groups are %" PRIu32 " in one, and a group has %" PRIu32,
			w->nodes, each + (over > 0), size);
	make_shares(w, n);
	for (uint32_t i = 0; i < n; i++)
		w->share[i].idle = w->share[i].nodes = each + (i < over);
}

/* The shares must be the job's nodes in all, of groups that the machine has. */
static void
check_group_nodes(const machine *m, const level *groups, const request *q, int at, const list *nodes)
{
	int said = request_column(q, "groups");
	uint64_t sum = 0;

	for (uint32_t i = 0; i < nodes->count; i++) {
		if (nodes->item[i] == 0 || nodes->item[i] > grap_group_nodes(groups))
			table_bad(q->table, q->row, at, "%" PRIu32 " must be 1 to %" PRIu32 ", the nodes of a group",
				nodes->item[i], grap_group_nodes(groups));
		sum += nodes->item[i];
	}
	if (nodes->count > groups->domains)
		table_bad(q->table, q->row, at, "are %" PRIu32 " groups, and '%s' has %" PRIu32, nodes->count, m->spec, groups->domains);
	if (sum != q->nodes)
		table_bad(q->table, q->row, at, "are %" PRIu64 " nodes in all, and job '%s' wants %" PRIu32, sum, q->job, q->nodes);
	if (*cell_text(q->row, said) && cell_int(q->table, q->row, said, 1, UINT32_MAX - 1, 0) != nodes->count)
		table_bad(q->table, q->row, said, "group_nodes has %" PRIu32 " groups", nodes->count);
}

static void
custom(const machine *m, const level *groups, const request *q, grap_request *w)
{
	int at = request_column(q, "group_nodes");
	list nodes = { 0 };
	const char *text = cell_text(q->row, at), *why = "must be the nodes of each group, one blank between two";

	/* Read the nodes of each group: numbers, one blank between two. */
	if (!*text)
		table_bad(q->table, q->row, at, "mode 'custom' needs group_nodes, the nodes of each group");
	if (strchr(text, '-') || !list_read(&nodes, text, UINT32_MAX, UINT32_MAX, false, &why))
		table_bad(q->table, q->row, at, "%s", why);
	check_group_nodes(m, groups, q, at, &nodes);
	make_shares(w, nodes.count);
	for (uint32_t i = 0; i < w->groups; i++)
		w->share[i].idle = w->share[i].nodes = nodes.item[i];
	list_free(&nodes);
}

grap_request
grap_request_read(const machine *m, const level *groups, const request *q)
{
	grap_request w = { .mode = read_mode(groups, q), .nodes = q->nodes };
	uint32_t size = grap_group_nodes(groups);

	grap_options_read(q->argument, &w.how);
	if (w.mode != GRAP_SMALL && w.mode != GRAP_CUSTOM)
		leave(q, w.mode, "group_nodes");
	if (w.mode == GRAP_MINIMAL_BALANCE || w.mode == GRAP_ADAPTIVE)
		leave(q, w.mode, "groups");
	switch (w.mode) {
	case GRAP_SMALL:
		make_shares(&w, 1);
		w.share->idle = w.share->nodes = q->nodes;
		break;
	case GRAP_MINIMAL_BALANCE:
		minimal_balance(groups, q, &w);
		break;
	case GRAP_CUSTOM_BALANCE:
		custom_balance(m, groups, q, &w);
		break;
	case GRAP_CUSTOM:
		custom(m, groups, q, &w);
		break;
	case GRAP_ADAPTIVE:
		make_shares(&w, (q->nodes - 1) / size + 1);
		break;
	}
	return w;
}

void
grap_request_free(grap_request *w)
{
	free(w->share);
}

bool
grap_charges_groups(const level *groups, const request *q)
{
	grap_options how;

	return grap_options_read(q->argument, &how) && !how.partial && read_mode(groups, q) == GRAP_MINIMAL_BALANCE;
}
