/* chakra -- execution traces of MLCommons' Chakra: nodes, each with the nodes that it depends on.
 *
 * Read are the protobuf, what chakra_jsonizer prints (a message of it after the other), a list of nodes, or an object with a list
 * "nodes", of one rank, or a file with a name of such a file a line, a rank each.  Nodes without an order between them run side by side.  The k-th
 * collective of a process group on one of its ranks is the k-th on all; the group are the ranks that name it.  Sizes are those of
 * ASTRA-sim's ring algorithms: what each gives to an all-gather, all that each has of the others. */
#ifdef HAVE_JANSSON
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen-workload/trace/readers.h"
#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/json/json.h"
#include "lib/program/collective.h"
#include "lib/stream/bounds.h"
#include "lib/stream/names.h"

#define COLLECTIVE_TAGS (UINT32_C(1) << 31)

/* Nodes and collectives by Chakra's numbers; collectives as lib/program calls them, NULL: they are not played. */
enum {
	METADATA = 1, LOAD, STORE, COMPUTE, SEND, RECEIVE, COLLECTIVE, ALL_TO_ALL = 6, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, BARRIER, TYPES = 11
};
static const char *const node_types[TYPES] = {
	NULL, "METADATA_NODE", "MEM_LOAD_NODE", "MEM_STORE_NODE", "COMP_NODE", "COMM_SEND_NODE", "COMM_RECV_NODE", "COMM_COLL_NODE",
	"STORAGE_NODE", "BATCH_NODE", "CHECKPOINT_NODE"
};
static const char *const comm_types[TYPES] = {
	"ALL_REDUCE", "REDUCE", "ALL_GATHER", NULL, NULL, "BROADCAST", "ALL_TO_ALL", "REDUCE_SCATTER", "REDUCE_SCATTER_BLOCK", "BARRIER"
};
static const char *const collective_of[TYPES] = {
	"allreduce", "reduce", "allgather", NULL, NULL, "broadcast", "alltoall", "reduce-scatter", "reduce-scatter", "barrier"
};

typedef struct chakra_node {
	json_t *json;
	char *name;
	const char *file;
	long line;
	uint32_t rank, group, sequence;	/* of a collective: its process group, and how many of this came before on its rank */
	uint32_t members;	/* of its group, where NCCL says which of all it is; 0: it does not, or not how many */
	bool numbered;		/* NCCL says so */
	uint32_t place;		/* among all */
	int type, comm;
	int64_t size;
	double start;		/* us; 0: unknown */
	uint32_t op, end;	/* of the draft: where it begins, and what ends it */
	uint32_t sooner;	/* where those on which it depends begin, among all such */
} chakra_node;

typedef struct chakra {
	const trace_pace *pace;
	chakra_node *node;	/* of all ranks, one after the other */
	size_t room, first;	/* first: of the rank that is read */
	uint32_t ranks;
	names groups, id;	/* id: of all nodes, the rank in front */
	uint32_t *sooner, dependencies;	/* the nodes on which they depend, node by node */
	size_t sooner_room;
	draft *draft;
	uint32_t tag;
} chakra;

static _Noreturn void __attribute__((format(printf, 2, 3)))
bad(const chakra_node *n, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	die_at(n->file, n->line, "%s: %s", n->name, xvprintf(format, args));
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
	json_object_foreach(found, key, value)	/* "value", or "int64Val" and its like */
		if (strcmp(key, "value") == 0 || (strlen(key) > 3 && strcasecmp(key + strlen(key) - 3, "val") == 0))
			return json_word(value);
	return xstrdup("");
}

/* A number up to `most`, written as such or as text; `fallback` where it is missing, below 0: it must be there. */
static double
number(const chakra_node *n, const char *name, double fallback, double most)
{
	char *word = attribute(n, name);
	double value = fallback;

	if ((*word || fallback < 0) && !read_real(word, 0, most, &value))
		bad(n, "%s: '%s': must be a number from 0 to %.15g", name, word, most);
	free(word);
	return value;
}

/* Which of the types that is, by its name or number; -1: none. */
static int
type_of(const chakra_node *n, const char *name, const char *const *types)
{
	char *word = attribute(n, name);
	int64_t given = -1;
	int found = TYPES - 1;

	read_int(word, 0, TYPES - 1, &given);
	while (found >= 0 && (!types[found] || (given != found && strcasecmp(word, types[found]) != 0)))
		found--;
	free(word);
	return found;
}

/* What a node says of a collective. */
static void
read_collective(chakra *c, chakra_node *n)
{
	char *group = attribute(n, "pg_name"), *given = attribute(n, "nccl_number");

	n->comm = type_of(n, "comm_type", comm_types);
	if (n->comm < 0)
		bad(n, "not a trace that is known: comm_type must be a collective that is played: ALL_REDUCE, REDUCE, ALL_GATHER, BROADCAST, ALL_TO_ALL, "
			"REDUCE_SCATTER or BARRIER");
	n->size = n->comm == BARRIER ? 0 : (int64_t)number(n, "comm_size", -1, MOST_BYTES);
	n->group = names_add(&c->groups, group, NULL);
	n->numbered = *given;
	n->members = (uint32_t)number(n, "nccl_ranks", 0, INT32_MAX);
	n->sequence = (uint32_t)number(n, "nccl_number", 0, INT32_MAX);
	for (const chakra_node *m = n; m > &c->node[c->first] && !n->sequence && !n->numbered;)
		if ((--m)->type == COLLECTIVE && m->group == n->group)
			n->sequence = m->sequence + 1;
	free_all(group, given);
}

static void
add_node(chakra *c, json_t *json, const char *file, long line)
{
	const json_t *given = json_object_get(json, "id");
	char *id = given ? json_word(given) : xstrdup("0"), *title = json_word(json_object_get(json, "name"));	/* JSON of protobuf has no zeros */
	chakra_node *n;
	char *key = xprintf("%" PRIu32 " %s", c->ranks, id);
	bool added;
	uint32_t place = names_add(&c->id, key, &added);

	if (!*id || !added)
		die_at(file, line, "not a trace that is known: a node of Chakra must have an \"id\" of its own, and one has '%s'", id);
	c->node = xgrow(c->node, &c->room, (size_t)place + 1, sizeof *c->node);
	n = &c->node[place];
	*n = (chakra_node){ .json = json_incref(json), .name = xprintf("node %s '%.60s'", id, title), .file = file, .line = line, .rank = c->ranks,
		.place = place };
	n->type = type_of(n, "type", node_types);
	if (n->type < 0)
		bad(n, "not a trace that is known: type must be COMP_NODE, COMM_COLL_NODE, COMM_SEND_NODE, COMM_RECV_NODE, MEM_LOAD_NODE, "
			"MEM_STORE_NODE or METADATA_NODE");
	n->start = number(n, "startTimeMicros", number(n, "start_time_micros", 0, 1e18), 1e18);
	if (n->type == COLLECTIVE)
		read_collective(c, n);
	free_all(id, title, key);
}

/* Is it a node?  The metadata in front has no type. */
static bool
is_node(const json_t *value)
{
	return json_object_get(value, "id") || json_object_get(value, "type");
}

/* The nodes of a rank: in a list, or a value each. */
static void
read_values(chakra *c, gzlines *in)
{
	json_reader r = json_open(in);
	json_t *value, *item, *lines = json_object();
	size_t i;

	while ((value = json_next(&r))) {
		json_t *nccl = nccl_nodes(value, lines);

		json_array_foreach(nccl ? nccl : is_node(json_array_get(value, 0)) ? value : json_object_get(value, "nodes"), i, item)
			add_node(c, item, r.file, r.line);
		json_decref(nccl);
		if (is_node(value))
			add_node(c, value, r.file, r.line);
		json_decref(value);
	}
	json_decref(lines);
	json_close(&r);
}

/* Those of a file in protobuf, where the number of a message stands for a line. */
static void
read_messages(chakra *c, gzlines *in)
{
	const char *file = gzlines_name(in), *at;
	size_t length;
	char *text = gzlines_rest(in, &length);
	long message = 1;
	bool bad;
	json_t *node;

	for (at = text; (node = chakra_message(&at, text + length, &bad)); message++) {
		if (is_node(node))
			add_node(c, node, file, message);
		json_decref(node);
	}
	if (bad)
		die_at(file, message, "not a trace that is known: this message is no node of Chakra, or is cut short");
	free(text);
}

static void
read_rank(chakra *c, gzlines *in)
{
	const char *file = gzlines_name(in);
	bool json = gzlines_look(in, "JSON");

	c->first = c->id.count;
	(json ? read_values : read_messages)(c, in);
	if (c->id.count == c->first)
		die_at(file, 1, "not a trace that is known: this %s has no nodes of Chakra", json ? "JSON" : "file");
	c->ranks++;
}

/* --- the program */

/* A node waits for those on which it depends, which have begun before it. */
static void
require(chakra *c, const chakra_node *n)
{
	static const char *const lists[] = { "dataDeps", "data_deps", "ctrlDeps", "ctrl_deps" };
	json_t *item;
	size_t i;

	for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
		json_array_foreach(json_object_get(n->json, lists[k]), i, item) {
			char *id = json_word(item), *key = xprintf("%" PRIu32 " %s", n->rank, id);
			uint32_t at = names_find(&c->id, key);

			if (at == UINT32_MAX)
				bad(n, "depends on node %s, which the trace does not have", id);
			if (n->start > 0 && c->node[at].start > n->start)
				bad(n, "begins at %.15g us and depends on %s, which begins at %.15g us: what is depended on comes first", n->start,
					c->node[at].name, c->node[at].start);
			draft_require(c->draft, n->op, c->node[at].end);
			c->sooner = xgrow(c->sooner, &c->sooner_room, (size_t)c->dependencies + 1, sizeof *c->sooner);
			c->sooner[c->dependencies++] = at;
			free_all(id, key);
		}
}

/* Nodes that depend on each other: going from each to those on which it depends comes back to it. */
static void
refuse_circles(const chakra *c)
{
	uint32_t *way = xalloc((size_t)c->id.count + 1, sizeof *way), *next = xalloc((size_t)c->id.count + 1, sizeof *next);
	uint8_t *begun = xcalloc((size_t)c->id.count + 1, sizeof *begun), *done = xcalloc((size_t)c->id.count + 1, sizeof *done);

	for (uint32_t i = 0; i < c->id.count; i++)
		next[i] = c->node[i].sooner;
	for (uint32_t i = 0, length = 0; i < c->id.count; i++)
		for (way[length++] = i; length;) {
			uint32_t n = way[length - 1], end = n + 1 < c->id.count ? c->node[n + 1].sooner : c->dependencies, sooner;

			begun[n] = 1;
			if (done[n] || next[n] == end) {
				done[n] = 1;
				length--;
				continue;
			}
			sooner = c->sooner[next[n]++];
			if (begun[sooner] && !done[sooner])
				bad(&c->node[n], "depends on %s, which depends on it, itself or by others", c->node[sooner].name);
			if (!done[sooner])
				way[length++] = sooner;
		}
	free_all(way, next, begun, done);
}

/* The operation with which a node begins. */
static uint32_t
begin_node(const chakra *c, const chakra_node *n)
{
	bool sends = n->type == SEND;
	double us = 0;

	if (sends || n->type == RECEIVE) {
		uint32_t peer = (uint32_t)number(n, sends ? "comm_dst" : "comm_src", -1, c->ranks - 1.0);
		uint32_t tag = (uint32_t)number(n, "comm_tag", 0, INT32_MAX);
		int64_t size = (int64_t)number(n, "comm_size", -1, MOST_BYTES);

		return sends ? draft_send(c->draft, n->rank, peer, size, tag) : draft_recv(c->draft, n->rank, peer, size, tag);
	}
	if (n->type != COLLECTIVE && n->type != METADATA)
		us = number(n, "durationMicros", number(n, "duration_micros", number(n, "num_ops", 0, 1e18) / c->pace->flops * 1e6, 1e12), 1e12);
	us *= c->pace->scale;
	if (us > 1e12)
		bad(n, "computes for more than 10^6 s");
	return draft_calc(c->draft, n->rank, (int64_t)(us * 1e6 + 0.5));
}

/* A node of a collective: these of one group and sequence meet. */
typedef struct meeting_node {
	uint32_t group, sequence, rank;
	chakra_node *node;
} meeting_node;

ASCENDING_BY3(by_meeting, meeting_node, group, sequence, rank)

/* One collective: a node of each rank of the group. */
static void
play_collective(chakra *c, const meeting_node *m, uint32_t ranks)
{
	uint32_t *rank = xalloc(ranks, sizeof *rank), *last = xalloc(ranks, sizeof *last);
	const chakra_node *one = m->node;
	bool divided = one->comm >= ALL_TO_ALL && one->comm <= REDUCE_SCATTER_BLOCK;
	int64_t bytes = one->size / (divided ? ranks : 1);
	uint32_t root = (uint32_t)number(one, "root_rank", 0, ranks - 1.0);
	rank_group g = { .draft = c->draft, .rank = rank, .ranks = ranks, .last = last, .tag = c->tag };

	for (uint32_t i = 0; i < ranks; i++) {
		const chakra_node *n = m[i].node;

		if (n->comm != one->comm || n->size != one->size)
			bad(n, "%s of %" PRId64 " bytes, where rank %" PRIu32 " has %s, %s of %" PRId64 " bytes", comm_types[n->comm], n->size, one->rank,
				one->name, comm_types[one->comm], one->size);
		rank[i] = n->rank;
		last[i] = n->op;
	}
	collective_add(collective_find(collective_of[one->comm], NULL, ranks, bytes), &g, bytes, root);
	for (uint32_t i = 0; i < ranks; i++)
		m[i].node->end = last[i] == NOTHING ? m[i].node->op : last[i];
	c->tag = g.tag;
	free_all(rank, last);
}

static void
play_collectives(chakra *c)
{
	meeting_node *all = xalloc((size_t)c->id.count + 1, sizeof *all);
	uint32_t count = 0, members = 0, alone = 0, partly = 0, ranks;

	for (chakra_node *n = c->node; n < &c->node[c->id.count]; n++)
		if (n->type == COLLECTIVE)
			all[count++] = (meeting_node){ n->group, n->sequence, n->rank, n };
	qsort(all, count, sizeof *all, by_meeting);
	for (uint32_t i = 0; i < count; i += ranks) {
		const meeting_node *m = &all[i];

		for (ranks = 1; i + ranks < count && m[ranks].group == m->group && m[ranks].sequence == m->sequence; ranks++)
			;
		members = m->node->numbered ? m->node->members : m->sequence == 0 ? ranks : members;
		if (ranks < members && m->node->numbered) {
			partly++;
			continue;
		}
		if (ranks < members)
			bad(m->node, "number %" PRIu32 " of its process group on rank %" PRIu32 "; another of the group's %" PRIu32 " ranks has fewer",
				m->sequence + 1, m->rank, members);
		if (ranks > 1)
			play_collective(c, m, ranks);
		alone += ranks == 1;
	}
	if (partly)
		warn("%s: left out: collectives that not all ranks of their group have: %" PRIu32 " (all ranks: a file with a name of a trace a line)",
			c->node->file, partly);
	if (alone)
		warn("%s: collectives of one rank alone, which send nothing: %" PRIu32 " (several ranks: a file with a name of a trace a line)",
			c->node->file, alone);
	free(all);
}

static program *
make_program(chakra *c, const char *name)
{
	c->draft = draft_new(c->ranks);
	c->tag = COLLECTIVE_TAGS;
	for (chakra_node *n = c->node; n < &c->node[c->id.count]; n++)
		n->op = n->end = begin_node(c, n);
	play_collectives(c);
	for (chakra_node *n = c->node; n < &c->node[c->id.count]; n++) {
		n->sooner = c->dependencies;
		require(c, n);
	}
	refuse_circles(c);
	for (chakra_node *n = c->node; n < &c->node[c->id.count]; n++) {
		json_decref(n->json);
		free(n->name);
	}
	names_free(&c->id);
	names_free(&c->groups);
	free_all(c->node, c->sooner);
	return draft_finish(c->draft, name);
}

/* The file that a line of an index names, beside the index unless that is a pipe; NULL where it is no regular file. */
static gzlines *
open_beside(const char *index, const char *line)
{
	const char *slash = strncmp(index, "/dev/fd/", 8) == 0 ? NULL : strrchr(index, '/'), *word = line + strspn(line, " \t");
	char *path = xprintf("%.*s%.*s", *word == '/' || !slash ? 0 : (int)(slash + 1 - index), index, (int)strcspn(word, " \t"), word);

	return access(path, R_OK) == 0 && file_for_streams(path) ? gzlines_open(path) : NULL;
}

static bool
is_trace(const gzlines *in)
{
	return gzlines_look(in, "JSON") || gzlines_look(in, LOOKS_CHAKRA);
}

program *
chakra_read(const char *path, const trace_pace *p)
{
	chakra c = { .pace = p };
	gzlines *in = gzlines_open(path), *of;
	size_t length;
	char *line;

	if (is_trace(in)) {
		read_rank(&c, in);
		return make_program(&c, path);
	}
	while ((line = gzlines_next(in, &length))) {
		if (!line[strspn(line, " \t")] || *line == '#')
			continue;
		of = open_beside(path, line);
		if (!of || !is_trace(of)) {
			if (c.ranks)
				die_at(path, gzlines_line(in), "'%s': must be the name of a trace of Chakra, as those above", line);
			return NULL;	/* another kind of trace */
		}
		read_rank(&c, of);
	}
	return c.ranks ? make_program(&c, path) : NULL;
}
#endif
