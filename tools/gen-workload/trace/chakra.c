/* chakra -- execution traces of MLCommons' Chakra in JSON: nodes, each with the nodes that it depends on.
 *
 * Read are what chakra_jsonizer prints (a message of the protobuf after the other) and an object with a list "nodes", of one rank, or a file
 * with a name of such a file a line, a rank each.  Nodes without an order between them run side by side.  The k-th collective of a process
 * group on one of its ranks is the k-th on all; the group are the ranks that name it.  The sizes are those of ASTRA-sim (Workload.cc and
 * CollectivePhase): what each gives to an all-gather, all that each has of the others. */
#ifdef HAVE_JANSSON
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen-workload/trace/readers.h"
#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/json/json.h"
#include "lib/program/collective.h"
#include "lib/stream/bounds.h"
#include "lib/stream/names.h"

#define COLLECTIVE_TAGS (UINT32_C(1) << 31)

/* What a node does; of those that are none of these nothing is played. */
enum { DOES_NOTHING, COMPUTES, SENDS, RECEIVES, COLLECTIVE };
static const struct { const char *type; int number, does; } node_types[] = {
	{ "METADATA_NODE", 1, DOES_NOTHING }, { "MEM_LOAD_NODE", 2, COMPUTES }, { "MEM_STORE_NODE", 3, COMPUTES }, { "COMP_NODE", 4, COMPUTES },
	{ "COMM_SEND_NODE", 5, SENDS }, { "COMM_RECV_NODE", 6, RECEIVES }, { "COMM_COLL_NODE", 7, COLLECTIVE },
};

/* Collectives by Chakra's number; shared: comm_size is what all together get of a rank. */
static const struct { const char *type, *name; bool shared; } comm_types[] = {
	{ "ALL_REDUCE", "allreduce", false }, { "REDUCE", "reduce", false }, { "ALL_GATHER", "allgather", false }, { "GATHER", NULL, false },
	{ "SCATTER", NULL, false }, { "BROADCAST", "broadcast", false }, { "ALL_TO_ALL", "alltoall", true },
	{ "REDUCE_SCATTER", "reduce-scatter", true }, { "REDUCE_SCATTER_BLOCK", "reduce-scatter", true }, { "BARRIER", "barrier", false },
};
enum { COMM_TYPES = sizeof comm_types / sizeof *comm_types, NODE_TYPES = sizeof node_types / sizeof *node_types };

typedef struct chakra_node {
	json_t *json;
	char *name;
	const char *file;
	long line;
	uint32_t rank, number;	/* which of its rank's */
	uint32_t group, sequence;	/* of a collective: its process group, and how many of this came before on its rank */
	int does, type;		/* type: of a collective */
	int64_t size;
	double start;		/* us; -1: unknown */
	uint32_t op, end;	/* of the draft: where it begins, and what ends it */
	enum { UNSEEN, WITHIN, DONE } state;
} chakra_node;

typedef struct chakra {
	const trace_pace *pace;
	chakra_node *node;	/* of all ranks, one after the other */
	size_t count, room;
	size_t *first;		/* [ranks + 1] */
	size_t first_room;
	uint32_t ranks;
	names groups;
	names *id;		/* [ranks], of its nodes in their order */
	size_t id_room;
	draft *draft;
	uint32_t tag;
} chakra;

static _Noreturn void __attribute__((format(printf, 2, 3)))
bad(const chakra_node *n, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = xvprintf(format, args);
	va_end(args);
	die_at(n->file, n->line, "%s: %s", n->name, text);
}

/* The value of an attribute as text, to be freed; "": there is none. */
static char *
attribute(const chakra_node *n, const char *name)
{
	char *paths = xprintf("attr.%s attrs.%s %s", name, name, name);
	json_t *found = json_find(n->json, paths), *value;
	const char *key;

	free(paths);
	if (!json_is_object(found))
		return json_word(found);
	json_object_foreach(found, key, value)
		if (strcmp(key, "value") == 0 || (strlen(key) > 3 && strcasecmp(key + strlen(key) - 3, "val") == 0))
			return json_word(value);
	return xstrdup("");
}

/* A number, written as such or as text; `fallback` where it is missing, at least 0. */
static double
number(const chakra_node *n, const char *name, double fallback)
{
	char *word = attribute(n, name);
	double value = fallback;

	if (*word && !read_real(word, 0, 1e15, &value))
		bad(n, "%s: '%s': must be a number up to 1e15", name, word);
	free(word);
	return value;
}

static int64_t
needed(const chakra_node *n, const char *name, int64_t most)
{
	double value = number(n, name, -1);

	if (value < 0 || value > (double)most)
		bad(n, "%s: must be a number from 0 to %" PRId64, name, most);
	return (int64_t)value;
}

/* The place of a word, or of its number, in a table; -1: it is none of these. */
static int
type_of(const chakra_node *n, const char *name, int most)
{
	char *word = attribute(n, name);
	int64_t given = -1;
	int found = -1;

	read_int(word, 0, 99, &given);
	for (int i = 0; i < most && found < 0; i++) {
		const char *is = most == COMM_TYPES ? comm_types[i].type : node_types[i].type;

		if (given == (most == COMM_TYPES ? i : node_types[i].number) || strcasecmp(word, is) == 0)
			found = i;
	}
	free(word);
	return found;
}

/* What a node says of a collective. */
static void
read_collective(chakra *c, chakra_node *n)
{
	char *group = attribute(n, "pg_name");
	bool added;

	n->type = type_of(n, "comm_type", COMM_TYPES);
	if (n->type < 0 || !comm_types[n->type].name)
		bad(n, "not a trace that is known: comm_type must be a collective that is played: ALL_REDUCE, REDUCE, ALL_GATHER, BROADCAST, ALL_TO_ALL, REDUCE_SCATTER or BARRIER");
	if (strcmp(comm_types[n->type].name, "barrier") != 0)
		n->size = needed(n, "comm_size", MOST_BYTES);
	n->group = names_add(&c->groups, group, &added);
	free(group);
}

static void
add_node(chakra *c, json_t *json, const char *file, long line)
{
	char *id = json_word(json_object_get(json, "id")), *name = json_word(json_object_get(json, "name"));
	chakra_node *n;
	int type;
	bool added;

	if (!*id)
		die_at(file, line, "not a trace that is known: a node of Chakra must have an \"id\"");
	c->node = xgrow(c->node, &c->room, c->count + 1, sizeof *c->node);
	n = &c->node[c->count++];
	*n = (chakra_node){ .json = json_incref(json), .name = xprintf("node %s '%.60s'", id, name), .file = file, .line = line, .rank = c->ranks - 1 };
	n->number = names_add(&c->id[n->rank], id, &added);
	if (!added)
		bad(n, "this id is there twice");
	type = type_of(n, "type", NODE_TYPES);
	if (type < 0)
		bad(n, "not a trace that is known: type must be COMP_NODE, COMM_COLL_NODE, COMM_SEND_NODE, COMM_RECV_NODE, MEM_LOAD_NODE, "
			"MEM_STORE_NODE or METADATA_NODE");
	n->does = node_types[type].does;
	n->start = number(n, "startTimeMicros", number(n, "start_time_micros", -1));
	if (n->does == COLLECTIVE)
		read_collective(c, n);
	free_all(id, name);
}

/* The nodes of a rank: in a list, or a value each; values without an id, as the metadata in front, say nothing. */
static void
read_rank(chakra *c, gzlines *in)
{
	json_reader r = json_open(in);
	json_t *value, *item;
	size_t i, before = c->count;

	c->first = xgrow(c->first, &c->first_room, (size_t)c->ranks + 2, sizeof *c->first);
	c->id = xgrow(c->id, &c->id_room, (size_t)c->ranks + 1, sizeof *c->id);
	c->ranks++;
	while ((value = json_next(&r))) {
		json_t *list = json_object_get(value, "nodes");

		json_array_foreach(list, i, item)
			add_node(c, item, r.file, r.line);
		if (json_object_get(value, "id"))
			add_node(c, value, r.file, r.line);
		json_decref(value);
	}
	if (c->count == before)
		die_at(r.file, 1, "not a trace that is known: this JSON has no nodes of Chakra");
	json_close(&r);
	c->first[c->ranks] = c->count;
}

/* --- what a node waits for */

static const char *const dependencies[] = { "dataDeps", "data_deps", "ctrlDeps", "ctrl_deps" };

/* The i-th node on which this one depends; NULL: there are no more. */
static chakra_node *
dependency(const chakra *c, const chakra_node *n, size_t i)
{
	for (size_t k = 0; k < sizeof dependencies / sizeof *dependencies; k++) {
		json_t *list = json_object_get(n->json, dependencies[k]);
		uint32_t at;
		char *id;

		if (!json_is_array(list) && !json_is_null(list) && list)	/* one alone */
			list = i == 0 ? list : NULL;
		if (i >= json_array_size(list) && !(list && !json_is_array(list))) {
			i -= json_array_size(list);
			continue;
		}
		id = json_word(json_is_array(list) ? json_array_get(list, i) : list);
		at = names_find(&c->id[n->rank], id);
		if (at == UINT32_MAX)
			bad(n, "depends on node %s, which the trace does not have", id);
		free(id);
		return &c->node[c->first[n->rank] + at];
	}
	return NULL;
}

/* What must have ended before a node begins cannot begin after it. */
static void
refuse_acausal(const chakra_node *n, const chakra_node *on)
{
	if (on->state == WITHIN)
		bad(n, "depends on %s, which waits for it: a trace goes in no circle", on->name);
	if (n->start >= 0 && on->start > n->start)
		bad(n, "begins at %.9g us and depends on %s, which begins at %.9g us: what is depended on comes first", n->start, on->name, on->start);
}

/* Visit a node, then those on which it depends, deeper and deeper. */
static void
check_from(const chakra *c, chakra_node *first)
{
	static struct visit { chakra_node *node; size_t next; } *path;
	static size_t room;
	size_t depth = 0;

	for (chakra_node *n = first; n;) {
		chakra_node *on;

		if (n->state == UNSEEN) {
			n->state = WITHIN;
			path = xgrow(path, &room, depth + 1, sizeof *path);
			path[depth++] = (struct visit){ n, 0 };
		}
		on = dependency(c, n, path[depth - 1].next++);
		if (on) {
			refuse_acausal(n, on);
			n = on->state == UNSEEN ? on : n;
			continue;
		}
		n->state = DONE;
		n = --depth ? path[depth - 1].node : NULL;
	}
}

/* --- the program */

static uint32_t
peer_of(const chakra *c, const chakra_node *n, const char *name)
{
	return (uint32_t)needed(n, name, (int64_t)c->ranks - 1);
}

/* The operation with which a node begins. */
static uint32_t
begin_node(const chakra *c, const chakra_node *n)
{
	double us, ops;

	switch (n->does) {
	case SENDS:
		return draft_send(c->draft, n->rank, peer_of(c, n, "comm_dst"), needed(n, "comm_size", MOST_BYTES), (uint32_t)number(n, "comm_tag", 0));
	case RECEIVES:
		return draft_recv(c->draft, n->rank, peer_of(c, n, "comm_src"), needed(n, "comm_size", MOST_BYTES), (uint32_t)number(n, "comm_tag", 0));
	case COMPUTES:
		us = number(n, "durationMicros", number(n, "duration_micros", 0));
		ops = number(n, "num_ops", 0);
		us = (us > 0 ? us : ops / c->pace->flops * 1e6) * c->pace->scale;
		if (us > 1e12)
			bad(n, "computes for more than 10^6 s");
		return draft_calc(c->draft, n->rank, (int64_t)(us * 1e6 + 0.5));
	default:
		return draft_calc(c->draft, n->rank, 0);
	}
}

/* One collective: a node of each rank of the group. */
static void
play_collective(chakra *c, chakra_node **node, uint32_t ranks)
{
	uint32_t *rank = xalloc(ranks, sizeof *rank), *last = xalloc(ranks, sizeof *last);
	const char *name = comm_types[node[0]->type].name;
	int64_t bytes = node[0]->size / (comm_types[node[0]->type].shared ? ranks : 1);
	rank_group g = { .draft = c->draft, .rank = rank, .ranks = ranks, .last = last, .tag = c->tag };
	double root = number(node[0], "root_rank", 0);

	for (uint32_t i = 0; i < ranks; i++) {
		if (node[i]->type != node[0]->type || node[i]->size != node[0]->size)
			bad(node[i], "%s of %" PRId64 " bytes, where rank %" PRIu32 " has %s, %s of %" PRId64 " bytes", comm_types[node[i]->type].type,
				node[i]->size, node[0]->rank, node[0]->name, comm_types[node[0]->type].type, node[0]->size);
		rank[i] = node[i]->rank;
		last[i] = node[i]->op;
	}
	if (root >= ranks)
		bad(node[0], "root_rank: the group has %" PRIu32 " ranks", ranks);
	collective_add(collective_find(name, NULL, ranks, bytes), &g, bytes, (uint32_t)root);
	for (uint32_t i = 0; i < ranks; i++)
		node[i]->end = last[i] == NOTHING ? node[i]->op : last[i];
	c->tag = g.tag;
	free_all(rank, last);
}

/* By group, then by what came first on its rank, then by rank. */
static int
by_meeting(const void *a, const void *b)
{
	const chakra_node *x = *(chakra_node *const *)a, *y = *(chakra_node *const *)b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	if (x->sequence != y->sequence)
		return x->sequence < y->sequence ? -1 : 1;
	return (x->rank > y->rank) - (x->rank < y->rank);
}

/* All collective nodes in that order. */
static chakra_node **
collectives_by_group(const chakra *c, size_t *count)
{
	chakra_node **all = xalloc(c->count + 1, sizeof *all);
	uint32_t *seen = xcalloc((size_t)c->groups.count + 1, sizeof *seen);

	*count = 0;
	for (size_t i = 0; i < c->count; i++) {
		chakra_node *n = &c->node[i];

		if (i == c->first[n->rank])
			memset(seen, 0, c->groups.count * sizeof *seen);
		if (n->does != COLLECTIVE)
			continue;
		n->sequence = seen[n->group]++;
		all[(*count)++] = n;
	}
	free(seen);
	qsort(all, *count, sizeof *all, by_meeting);
	return all;
}

static void
play_collectives(chakra *c)
{
	size_t count, alone = 0;
	chakra_node **all = collectives_by_group(c, &count);
	uint32_t members = 0, ranks;

	for (size_t i = 0; i < count; i += ranks) {
		for (ranks = 1; i + ranks < count && all[i + ranks]->group == all[i]->group && all[i + ranks]->sequence == all[i]->sequence; ranks++)
			;
		members = all[i]->sequence == 0 ? ranks : members;
		if (ranks < members)
			bad(all[i], "number %" PRIu32 " of its process group on rank %" PRIu32 "; another of the group's %" PRIu32 " ranks has fewer",
				all[i]->sequence + 1, all[i]->rank, members);
		if (ranks > 1)
			play_collective(c, &all[i], ranks);
		alone += ranks == 1;
	}
	if (alone)
		warn("%s: collectives of one rank alone, which send nothing: %zu (a file with a name of a trace a line has a rank a line)", c->node[0].file, alone);
	free(all);
}

static program *
make_program(chakra *c, const char *name)
{
	chakra_node *on;

	for (size_t i = 0; i < c->count; i++)
		check_from(c, &c->node[i]);
	c->draft = draft_new(c->ranks);
	c->tag = COLLECTIVE_TAGS;
	for (size_t i = 0; i < c->count; i++)
		c->node[i].op = c->node[i].end = begin_node(c, &c->node[i]);
	play_collectives(c);
	for (size_t i = 0; i < c->count; i++)
		for (size_t k = 0; (on = dependency(c, &c->node[i], k)); k++)
			draft_require(c->draft, c->node[i].op, on->end);
	return draft_finish(c->draft, name);
}

static void
free_nodes(chakra *c)
{
	for (size_t i = 0; i < c->count; i++) {
		json_decref(c->node[i].json);
		free(c->node[i].name);
	}
	for (uint32_t i = 0; i < c->ranks; i++)
		names_free(&c->id[i]);
	names_free(&c->groups);
	free_all(c->node, c->first, c->id);
}

/* The file that a line of an index names, beside the index; NULL where it is no regular file. */
static gzlines *
open_beside(const char *index, char *word)
{
	const char *slash = strrchr(index, '/');
	char *path;

	word += strspn(word, " \t");
	word[strcspn(word, " \t\r")] = '\0';
	path = *word != '/' && slash ? xprintf("%.*s/%s", (int)(slash - index), index, word) : xstrdup(word);
	return *word && access(path, R_OK) == 0 && file_for_streams(path) ? gzlines_open(path) : NULL;
}

program *
chakra_read(const char *path, const trace_pace *p)
{
	chakra c = { .pace = p };
	gzlines *in = gzlines_open(path), *of;
	program *made;
	size_t length;
	char *line;

	if (gzlines_look(in, "JSON")) {
		read_rank(&c, in);
	} else {
		while ((line = gzlines_next(in, &length)))
			if (line[strspn(line, " \t")] && *line != '#') {
				of = open_beside(gzlines_name(in), line);
				if (of && gzlines_look(of, "JSON"))
					read_rank(&c, of);
				else if (c.ranks)
					die_at(gzlines_name(in), gzlines_line(in), "'%s': must be the name of a trace in JSON, as those above", line);
				else if (of)
					gzlines_close(of);
				if (!c.ranks)
					break;
			}
		gzlines_close(in);
		if (!c.ranks)
			return NULL;
	}
	made = make_program(&c, path);
	free_nodes(&c);
	return made;
}
#endif
