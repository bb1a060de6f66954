/* counted -- the nodes of a job as launchers and batch systems list them. */
#pragma once

#include "lib/stream/names.h"

/* The nodes of a job, each once, in any form in which launchers and batch systems list them (counted.c); a name may be a hostlist. */
typedef struct counted_hosts {
	names name;
	uint32_t *tasks;	/* [name.count], how often each came, or how many tasks it takes */
	bool counts, again, commas;	/* some were counted; some came again; the text has commas */
	size_t room;
	uint32_t last;		/* the name that was read last */
} counted_hosts;

counted_hosts hosts_counted(const char *text);
void counted_free(counted_hosts *l);

/* The names with commas between, which the caller frees. */
char *counted_list(const counted_hosts *l);
