/* mix -- which code a job of a log may have run, by its width: codes of a machine with the node-hours and widths of their jobs, and how
 * much of their time they communicate on so many nodes. */
#pragma once

#include "gen-workload/patterns.h"
#include "lib/cli/command.h"
#include "lib/stream/names.h"

typedef struct mix_code mix_code;

typedef struct mix_option {
	const char *path, *shares;	/* NULL: not given */
	int64_t cores;			/* of a node of the machine that the mix is of */
	names code;
	mix_code *of;			/* [code.count] */
	size_t room;
} mix_option;

/* --mix, --mix-shares and --mix-cores, into a mix_option. */
extern const cli_option mix_settings[];

/* Read the files, if any; dies of what is wrong in them. */
void mix_open(mix_option *m);

/* Draw the code of a job. */
uint32_t mix_draw(const mix_option *m, uint32_t nodes, rng *r);

/* Its pattern; one of the list where the mix says none. */
const pattern *mix_pattern(const mix_option *m, uint32_t code, const pattern_list *list, uint64_t seed);

/* Its share on so many nodes: on the line through what was measured, over the logarithm of nodes.  One that was not measured has the share
 * of one that was, drawn by the seed.  NAN: nothing was. */
double mix_share(const mix_option *m, uint32_t code, uint32_t nodes, uint64_t seed);
