/* machine -- a parallel machine as flat arrays: nodes, routers, links.
 *
 * Built once a run from a spec ("dragonfly:g=17,a=4,p=4"); later only circuits (circuits.h) change where some links lead.  The engine, the
 * policies and the mappings ask this structure, never the kind; what depends on the shape of a kind comes from that kind's one file.
 *
 * Links are directed.  Numbers, everywhere: nodes 0 … nodes-1, routers 0 … routers-1, and links as follows.  The links that leave router r
 * are its ports, first[r] … first[r+1]-1: those to its own nodes first (in label order), then those to other routers in the kind's port
 * order.  A node has one network interface, or several (interfaces.h).  Where it has one, that has the node's number; the link from
 * interface i into its router is router_links + i.  A link and its reverse are one cable, so the input port of a link at a router is
 * reverse[link] - first[router]. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/cli/cli.h"
#include "lib/stream/table.h"

struct spec_key;
struct spec;

#define NONE UINT32_MAX	/* no node, router or link; in to[], a port that leads nowhere */
#define LISTED_TWICE (UINT32_MAX - 1)
enum {
	CLASS_NODE = 0,		/* the class of links between a node and its router */
	MACHINE_LEVELS = 4,
	MACHINE_DIMS = 32,	/* a hypercube has that many; the other kinds at most 8 */
	MACHINE_NICS = 64,	/* interfaces of a node */
};

/* The speeds that links of this machine have; a link names one by its index. */
typedef struct speed {
	uint64_t bits_per_s;
	int64_t latency;	/* ps */
} speed;

/* What a node is. */
enum {
	NODE_COMPUTE,
	NODE_SERVICE,		/* input and output, logins, launching: passes messages on, takes no job */
	NODE_OTHER,		/* computes, but is not of the kind that the jobs want */
	NODE_ABSENT,		/* a place at a router where no node is */
	NODE_KINDS
};

/* A network level: a partition of the nodes into domains (a router's nodes, a group's), in label order. The nodes of domain d are
 * member[first[d]] … member[first[d+1]-1], ascending. */
typedef struct level {
	const char *name;	/* "router", "group" */
	uint32_t domains;
	uint32_t *of;		/* [nodes] */
	uint32_t *first;	/* [domains+1] */
	uint32_t *member;	/* [nodes] */
} level;

/* What messages cost the ranks of a program, as in LogGOPS. */
typedef struct rank_costs {
	int64_t send, recv;	/* ps of a cpu, a message */
	int64_t byte;		/* ps of a cpu, a byte, of sender and receiver */
	int64_t gap;		/* ps between two messages of a rank, on either side */
	int64_t eager;		/* bytes: larger sends end when their message is received; INT64_MAX: none do */
	int64_t rendezvous;	/* thousandths of a round trip on the idle network, that larger ones take before their bytes leave */
	uint64_t copy_bw;	/* bits a second, of copies of messages up to `eager`; 0: they cost nothing */
	uint64_t sum_bw;	/* and of sums; 0: likewise */
	int64_t sum_large;	/* bytes: larger sums are made at */
	uint64_t sum_bw_large;	/* bits a second; 0: all are alike */
} rank_costs;

/* Do messages cost the ranks anything, sums apart? */
static inline bool
ranks_cost(const rank_costs *c)
{
	return c->send || c->recv || c->byte || c->gap || c->copy_bw || c->eager != INT64_MAX;
}

/* Which of its node's interfaces a message takes. */
typedef enum nic_choice {
	NIC_OF_TASK,		/* from the sending task's to the receiving task's; tasks share them out in order */
	NIC_ROUND_ROBIN,	/* packet after packet takes the next one */
	NIC_LEAST		/* each packet takes the one that is free first, of several any */
} nic_choice;

typedef struct machine {
	const struct kind *kind;
	char *spec;		/* canonical, as #machine writes it */
	uint32_t nodes, routers;
	uint32_t nics, interfaces;	/* interfaces a node, and of all nodes */
	uint32_t planes;	/* copies of the network that meet in the nodes alone (planes.c) */
	nic_choice nic_choice;
	bool shares;		/* large messages of a task leave packet by packet in turn, not in order */
	int64_t stripe;		/* bytes: larger messages leave by whichever of the node's interfaces is free; INT64_MAX: none do */
	uint32_t domain;	/* nodes that have a network of their own, from node 0 on; 0: none have */
	speed domain_speed;	/* of a node's port into it */
	uint32_t links;		/* all; router_links of them leave routers */
	uint32_t router_links;
	uint32_t cores;		/* processors a node */
	int64_t router_latency;	/* ps */
	int64_t memory_latency;	/* ps; what two tasks of a node pay for a message */
	uint64_t memory_bw;	/* bits a second; 0: no cost a byte */
	rank_costs costs;
	int64_t vc_buffer;	/* bytes, a virtual channel and input link of a router; 0: as large as a stream needs (buffers.h) */
	uint32_t *node_router;	/* [nodes], that of its first interface */
	uint32_t *interface_router;	/* [interfaces]; where a node has one, node_router */
	uint32_t *node_interface;	/* [nodes * nics], those of node 0, of node 1, …; NULL: a node has one, of its own number */
	uint32_t *interface_node;	/* [interfaces]; NULL: likewise */
	uint8_t *unavailable;	/* [nodes], 1: no job may have it; NULL when all may be had */
	char **node_name;	/* [nodes] what people call them, NULL: nothing; NULL when no node has a name */
	uint8_t *node_kind;	/* [nodes], NODE_COMPUTE …; NULL: all compute. All but these are unavailable too */
	uint32_t *nid;		/* [nodes], their numbers in the machine's own order (NONE where no node is); NULL: the labels */
	uint32_t *first;	/* [routers+1] */
	uint32_t *from, *to;	/* [links]: a router, or an interface at the node's end of a class-0 link */
	uint32_t *reverse;	/* [links]; NONE for an empty port */
	uint8_t *class;		/* [links], an index into class_name */
	uint8_t *speed_of;	/* [links], an index into speeds */
	const char **class_name;	/* "node", "local", "global"; "node", "x", "y"; … */
	int classes;
	speed *speeds;
	int speed_count;
	int levels;		/* from the smallest domain up; levels >= 1 and level 0 is "router" */
	level level[MACHINE_LEVELS];
	int dims;		/* coordinates a router has; 0: none */
	uint32_t extent[MACHINE_DIMS];
	bool ring[MACHINE_DIMS];	/* rows of that dimension close: a link joins the last router to the first */
	uint32_t *above;	/* [routers] the switch that lists it in a topology.conf: NONE at the top, LISTED_TWICE where several do; NULL: no such
				 * file */
	uint32_t *fabric;	/* [nodes] which of several networks that nothing joins but the file's reader, in the order in which they are tried for
				 * a job; NULL: there is one */
	uint32_t fabrics;	/* how many; 0: fabric is NULL */
	uint32_t *block_size;	/* the BlockSizes of a topology.conf; NULL: none */
	int block_sizes;
	struct torus *torus;	/* the rings and tori of a topology.yaml (tori.h); NULL: none */
	uint32_t tori;
	bool rings;		/* they are rings */
	struct graph_search *search;	/* where distances are searched for (graph-search.h); NULL: the kind knows them */
	struct broken *broken;	/* what of it is broken (broken.h); NULL: nothing */
	struct kind *searched;	/* `kind` without what its shape tells, where the network is another (graph-search.h); NULL: it is as its shape
				 * says */
	void *shape;		/* what the kind keeps for itself and its routings (dragonfly.h) */
} machine;

/* What a topology must provide.
 *
 * To add one: write NAME.c with a `const kind kind_NAME`, and name it twice in kinds.c: among the extern ones, and in
 * the table.  No other source changes, but a routing for it is wanted (netsim/routing.h). */
typedef struct kind {
	const char *name;	/* as in a spec */
	const char *about;	/* one line for --list */
	const struct spec_key *keys;	/* its own keys, in canonical order, shape first, ended by a NULL name; the keys common to all kinds follow
					 * them */
	/* Check the values together and fill in the machine: counts, first, from, to, reverse,
	 * class, speed_of, node_router, levels, dims, shape.  Dies through
	 * spec_bad(). */
	void (*build)(machine *m, struct spec *s);
	/* Links between routers a and b on a shortest path (0 when a = b), of those that minimal routes take; on an rdragonfly the
	 * least that any circuits could give. */
	uint32_t (*distance)(const machine *m, uint32_t a, uint32_t b);
	/* A way over a third router may be that many links shorter than that. */
	uint32_t slack;
	/* The coordinates of a router, dims of them; NULL when dims is 0.  The distance of two routers is then a sum over the
	 * dimensions, of what their two coordinates there give, unless it is `uneven`. */
	void (*coordinates)(const machine *m, uint32_t router, uint32_t *at);
	bool uneven;
	bool grid;		/* of any extents, with links between next neighbours of a row only (and round a ring): a mesh or torus */
	/* Where the kind knows it from its shape (else NULL): the mean distance of two routers that have nodes, over
	 * all ordered pairs and each with itself, and the largest. */
	double (*hops)(const machine *m, uint32_t *diameter);
	/* Where the kind knows it from its shape: the least weight of cables that part the machine in two halves, `weight` being that of a
	 * cable of each speed. False where no formula covers this shape. */
	bool (*bisection)(const machine *m, const uint64_t *weight, uint64_t *cut);
	void (*free_shape)(machine *m);
	bool circuits;	/* circuits, which a run brings, may join its empty ports (circuits.h) */
} kind;

extern const kind *const kinds[];	/* ended by NULL */
extern const char *const node_kinds[];	/* "compute", "service", … by NODE_…; ended by NULL */

/* Build the machine of `text`: an inline spec, or the name of a file with one key=value a line.  `set` (sets of them) are key=value that
 * replace or add.  `where` words the place in messages ("--machine", "jobs.csv:2") and `status` is the exit status when it is wrong. */
machine *machine_build(const char *text, char **set, int sets, const char *where, int status);
void machine_free(machine *m);

/* The first plane of a machine of several as a machine of its own: the same routers, links and nodes there; machine_free frees it. */
machine *machine_first_plane(const machine *m);

/* The machine of a run: the stream's, the command line's, or both when they agree; --set applied.  `t` is NULL at the head of a pipe.  Exit
 * 2 when the command line contradicts the stream or neither names a machine, 1 when the stream's spec is wrong. */
machine *machine_of(const cli *c, const table *t);

/* Bytes over a link of speed `s`: whole picoseconds, rounded up; at most INT64_MAX / 2, far beyond any simulated time. */
int64_t transfer_ps(int64_t bytes, const speed *s);

/* Name of a link's end for people and files: "r3", "n17", or "n17.0" where nodes have several interfaces (lives until the next
 * but three calls); "" for the far end of an empty port. */
const char *machine_end(const machine *m, uint32_t link, bool far_end);

/* The level called `name`; NULL when the machine has none. */
const level *machine_level(const machine *m, const char *name);

/* Is the machine's kind one of `names`, kinds with a space between two? */
bool kind_among(const machine *m, const char *names);

static inline bool
machine_has(const machine *m, uint32_t node)
{
	return !m->unavailable || !m->unavailable[node];
}

static inline int
kind_of_node(const machine *m, uint32_t node)
{
	return m->node_kind ? m->node_kind[node] : NODE_COMPUTE;
}

/* Interface k of a node, and the node of an interface. */
static inline uint32_t
interface_of(const machine *m, uint32_t node, uint32_t k)
{
	return m->node_interface ? m->node_interface[(size_t)node * m->nics + k] : node;
}

static inline uint32_t
node_of_interface(const machine *m, uint32_t interface)
{
	return m->interface_node ? m->interface_node[interface] : interface;
}

/* Are two nodes in one domain? */
static inline bool
share_domain(const machine *m, uint32_t u, uint32_t v)
{
	return m->domain && u / m->domain == v / m->domain;
}

/* Do messages between two nodes stay off the routers? */
static inline bool
stay_within(const machine *m, uint32_t u, uint32_t v)
{
	return u == v || share_domain(m, u, v);
}

/* Links between the routers of two nodes on a shortest path; none in a domain. */
static inline uint32_t
node_distance(const machine *m, uint32_t u, uint32_t v)
{
	return share_domain(m, u, v) ? 0 : m->kind->distance(m, m->node_router[u], m->node_router[v]);
}

/* Is it a link between routers that leads somewhere? */
static inline bool
is_cable(const machine *m, uint32_t link)
{
	return m->class[link] != CLASS_NODE && m->to[link] != NONE;
}

/* Is this the link of a port that leads nowhere, whatever circuits there are? */
static inline bool
port_empty(const machine *m, uint32_t link)
{
	return m->to[link] == NONE && !m->kind->circuits;
}

/* Coordinate d of a router by name, as the class of the links along it: "x", "y", … */
static inline const char *
coordinate_name(const machine *m, int d)
{
	return m->class_name[1 + d];
}
