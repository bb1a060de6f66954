/* build -- what the kinds share when they fill in a machine's arrays. */
#pragma once

#include "lib/cli/wide.h"
#include "lib/machine/machine.h"
#include "lib/machine/spec/spec.h"

/* The keys of the speed of a class of links. */
#define SPEED_KEYS(class, of) \
	{ class "-bw", KEY_BANDWIDTH, "8Gb/s", NULL, "bandwidth of " of, false }, \
	{ class "-latency", KEY_TIME, "40ns", NULL, "latency of " of, false }

/* Refuse counts that do not fit 32 bits; `name` is the key to blame. */
void machine_limit(const spec *s, const char *name, wide nodes, wide routers, wide router_links);

/* The largest number up to `most` that divides `count`, for messages. */
uint32_t machine_fitting(uint32_t count, uint32_t most);

/* Set the counts, make the arrays of that size. */
void machine_size(machine *m, uint32_t nodes, uint32_t routers, uint32_t router_links);

/* Another link class, with its own speed at the same index; "node" is class 0 and there already. */
void machine_class(machine *m, const char *name, uint64_t bits_per_s, int64_t latency);

/* Such a class by those keys. */
void machine_class_read(machine *m, const spec *s, const char *class);

/* Class and speed apart, for a kind whose links of one class differ in speed: another class, the name not
 * copied; the index of a speed, which is added when it is new. At most 256 of either fit a link's bytes. */
void machine_class_name(machine *m, const char *name);
int machine_speed(machine *m, uint64_t bits_per_s, int64_t latency);

/* Fill in a port between routers, or an empty one: to and back NONE. */
static inline void
machine_port(machine *m, uint32_t link, uint32_t from, uint32_t to, uint32_t back, uint8_t class)
{
	m->from[link] = from;
	m->to[link] = to;
	m->reverse[link] = back;
	m->class[link] = m->speed_of[link] = class;
}

/* Fill in the two ports of a cable, of routers a and b. */
static inline void
machine_join(machine *m, uint32_t there, uint32_t a, uint32_t back, uint32_t b, uint8_t class)
{
	machine_port(m, there, a, b, back, class);
	machine_port(m, back, b, a, there, class);
}

/* The links between node v and port `port`, a link number, of its router. */
void machine_attach(machine *m, uint32_t v, uint32_t port);

/* Attach the nodes, p to each router from 0 on, at its first ports, once first[] is there; and add the level "router". */
void machine_nodes(machine *m, uint32_t p);

/* As machine_nodes, of routers that all have `degree` ports, the numbers of which are set first. */
void machine_nodes_alike(machine *m, uint32_t p, uint32_t degree);

/* A level whose domains are `routers` routers each, from 0 on; the nodes are there. */
void machine_level_blocks(machine *m, const char *name, uint32_t domains, uint32_t routers);

/* Another level; of[] has a domain a node and is the machine's from now on. */
void machine_level_add(machine *m, const char *name, uint32_t domains, uint32_t *of);

/* Copy what the kind has built, if the key `planes` says so (planes.c); levels, and what is kept by node, stay those of the first plane. */
void planes_add(machine *m, const spec *s);

/* The checked spec that `text` is, without the machine; `files`: it may name a file.  For the rest see machine_build. */
spec *machine_spec(const char *text, bool files, char **set, int sets, const char *where, int status);
