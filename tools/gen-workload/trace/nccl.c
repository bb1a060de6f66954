/* nccl -- collectives as NCCL's inspector (a plugin of its profiler) and PyTorch's flight recorder write them in JSON, as nodes of Chakra.
 *
 *	{"header": {"id": "0x7f8c", "rank": 2, "n_ranks": 8, ...}, "coll_perf": {"coll": "AllReduce", "coll_sn": 7, "coll_msg_size_bytes": 4096}}
 *	{"pg_config": {"0": {"ranks": "[0, 1]"}}, "entries": [{"process_group": ["0", "default_pg"], "collective_seq_id": 1, "p2p_seq_id": 0,
 *		"record_id": 0, "profiling_name": "nccl:all_reduce", "input_sizes": [[3, 4]], "input_dtypes": ["Float"], "is_p2p": false}]}
 *
 * A group's collectives follow one another, those that PyTorch coalesces side by side; what is computed between them neither says.  Sizes
 * are made those of Chakra: the inspector's are what a rank gives, of a reduce-scatter what it gets. */
#ifdef HAVE_JANSSON
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen-workload/trace/readers.h"
#include "lib/json/json.h"

/* Chakra's words, as PyTorch has them in small letters, and NCCL's; of several that a name has in it the first one. */
static const char *const kinds[][2] = {
	{ "BARRIER", "Barrier" }, { "ALL_REDUCE", "AllReduce" }, { "REDUCE_SCATTER", "ReduceScatter" }, { "ALL_GATHER", "AllGather" },
	{ "ALL_TO_ALL", "AllToAll" }, { "BROADCAST", "Broadcast" }, { "REDUCE", "Reduce" },
};

static const struct { const char *name; int bytes; } types[] = {
	{ "ComplexDouble", 16 }, { "ComplexFloat", 8 }, { "Double", 8 }, { "Float8", 1 }, { "Float", 4 }, { "Half", 2 }, { "BFloat16", 2 },
	{ "Long", 8 }, { "UInt64", 8 }, { "Int", 4 }, { "UInt32", 4 }, { "Short", 2 }, { "UInt16", 2 }, { "Char", 1 }, { "Byte", 1 },
	{ "Bool", 1 },
};

/* Chakra's word for a collective; the name itself where it is none, for Chakra to refuse. */
static json_t *
kind_of(const char *name)
{
	const char *found = name;

	for (size_t i = sizeof kinds / sizeof *kinds; i-- > 0;)
		found = strcasestr(name, kinds[i][0]) || strcasestr(name, kinds[i][1]) ? kinds[i][0] : found;
	return json_string(found);
}

/* A node with its id that waits for those of the step before on its line; the place among those of its step. */
static size_t
chain(json_t *lines, const char *line, json_int_t step, json_t *node)
{
	json_t *at = json_object_get(lines, line), *ids;

	if (!at || json_integer_value(json_object_get(at, "step")) != step) {
		at = json_pack("{s:I,s:[],s:O*}", "step", step, "ids", "before", json_object_get(at, "ids"));
		json_object_set_new(lines, line, at);
	}
	ids = json_object_get(at, "ids");
	if (json_object_get(at, "before"))
		json_object_set(node, "ctrl_deps", json_object_get(at, "before"));
	json_array_append(ids, json_object_get(node, "id"));
	return json_array_size(ids) - 1;
}

/* --- the inspector: a value a collective */

static json_t *
inspected(json_t *header, json_t *perf, json_t *lines)
{
	const char *group = json_string_value(json_object_get(header, "id")), *coll = json_string_value(json_object_get(perf, "coll"));
	json_int_t number = json_integer_value(json_object_get(perf, "coll_sn")), ranks = json_integer_value(json_object_get(header, "n_ranks"));
	double size = json_number_value(json_object_get(perf, "coll_msg_size_bytes"));
	const json_t *last = group ? json_object_get(lines, group) : NULL;
	json_t *node;

	if (!group || !coll || (last && json_integer_value(json_object_get(last, "step")) >= number))	/* written again */
		return NULL;
	node = json_pack("{s:s,s:s,s:o,s:o,s:f,s:s,s:I,s:I}", "type", "COMM_COLL_NODE", "name", coll,
		"id", json_sprintf("%s #%" JSON_INTEGER_FORMAT, group, number), "comm_type", kind_of(coll),
		"comm_size", strcasecmp(coll, "ReduceScatter") == 0 ? size * (double)ranks : size,
		"pg_name", group, "nccl_ranks", ranks, "nccl_number", number);
	chain(lines, group, number, node);
	return node;
}

/* --- the flight recorder: a value a rank */

/* Bytes of all tensors of an entry; -1: of a type that is not known. */
static json_int_t
bytes_of(json_t *entry, const char *sizes, const char *dtypes)
{
	json_t *tensor, *extent;
	json_int_t all = 0;
	size_t i, k;

	json_array_foreach(json_object_get(entry, sizes), i, tensor) {
		const char *type = json_string_value(json_array_get(json_object_get(entry, dtypes), i));
		double bytes = -1;

		for (size_t t = sizeof types / sizeof *types; type && t-- > 0;)
			bytes = strncmp(type, types[t].name, strlen(types[t].name)) == 0 ? types[t].bytes : bytes;
		if (bytes < 0)
			return -1;
		json_array_foreach(tensor, k, extent)
			bytes *= (double)json_integer_value(extent);
		all += bytes > 0 && bytes < 1e15 ? (json_int_t)bytes : 0;
	}
	return all;
}

/* The ranks of a group, a list or the text of one; NULL: it does not say. */
static json_t *
ranks_of(json_t *of, const char *group)
{
	json_t *ranks = json_object_get(json_object_get(json_object_get(of, "pg_config"), group), "ranks");

	return json_is_string(ranks) ? json_loads(json_string_value(ranks), 0, NULL) : json_incref(ranks);
}

/* "nccl:send 0->1", "nccl:recv 0<-1": the peer's place in its group as a rank of all. */
static bool
set_peer(json_t *node, const char *title, json_t *ranks)
{
	unsigned here, peer;
	bool sends = sscanf(title, "%*[^ ] %u->%u", &here, &peer) == 2;

	if (!sends && sscanf(title, "%*[^ ] %u<-%u", &here, &peer) != 2)
		return false;
	json_object_set_new(node, "type", json_string(sends ? "COMM_SEND_NODE" : "COMM_RECV_NODE"));
	json_object_set_new(node, sends ? "comm_dst" : "comm_src",
		ranks ? json_incref(json_array_get(ranks, peer)) : json_integer(peer));
	return true;
}

static json_t *
recorded_entry(json_t *of, json_t *entry, json_t *lines)
{
	json_t *node, *by = json_object_get(entry, "process_group");
	const char *title = json_string_value(json_object_get(entry, "profiling_name"));
	char *group = json_word(json_array_size(by) ? json_array_get(by, 0) : json_object_get(entry, "pg_id"));
	json_t *ranks = ranks_of(of, group), *number = json_find(entry, "collective_seq_id seq_id");
	bool single = json_is_true(json_object_get(entry, "is_p2p"));
	json_int_t step = json_integer_value(single ? json_object_get(entry, "p2p_seq_id") : number);
	json_int_t size = bytes_of(entry, "input_sizes", "input_dtypes");
	size_t beside;

	node = json_pack("{s:O*,s:s,s:I}", "id", json_object_get(entry, "record_id"), "name", title,
		"comm_size", size ? size : bytes_of(entry, "output_sizes", "output_dtypes"));
	beside = chain(lines, group, (json_int_t)(2 * (uint64_t)step + single), node);
	if (!set_peer(node, title, ranks)) {
		json_t *more = json_pack("{s:s,s:o,s:o,s:I,s:I}", "type", "COMM_COLL_NODE", "comm_type", kind_of(title),
			"pg_name", json_sprintf("%s %zu", group, beside), "nccl_ranks", (json_int_t)json_array_size(ranks), "nccl_number", step);

		json_object_update(node, more);
		json_decref(more);
	}
	json_decref(ranks);
	free(group);
	return node;
}

json_t *
nccl_nodes(json_t *value, json_t *lines)
{
	json_t *perf = json_object_get(value, "coll_perf"), *entries = json_object_get(value, "entries"), *nodes, *entry;
	size_t i;

	if (!perf && !json_is_array(entries))
		return NULL;
	nodes = json_array();
	if (perf)
		json_array_append_new(nodes, inspected(json_object_get(value, "header"), perf, lines));
	json_array_foreach(entries, i, entry) {
		const char *title = json_string_value(json_object_get(entry, "profiling_name"));

		if (title && strcmp(title, "nccl:coalesced") != 0)	/* the end of those that stand in front */
			json_array_append_new(nodes, recorded_entry(value, entry, lines));
	}
	return nodes;
}
#endif
