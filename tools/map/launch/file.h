/* file -- the file for a launcher, from the one job of a table that it is for. */
#ifndef HOPLINE_MAP_LAUNCH_FILE_H
#define HOPLINE_MAP_LAUNCH_FILE_H

#include "map/hosts.h"
#include "map/place.h"

typedef struct launch_file {
	const options *opt;
	hosts hosts;
	FILE *out;		/* held back until the whole table has been read */
	char *text;
	size_t size;
	char *found;		/* the case of the job in it; NULL: it has not come yet */
} launch_file;

/* The machine's nodes have the names `names`. */
void launch_file_open(launch_file *f, const options *opt, hosts names);

/* Is the row the job that --job and --case ask for?  Dies when it is the second. */
bool launch_file_wants(launch_file *f, const placer *p, const char *id, const row *r);

/* Take the job that has been placed. */
void launch_file_put(launch_file *f, const placer *p, const row *r);

/* Write it all to standard output; dies when there was no such job in `in`. */
void launch_file_close(launch_file *f, const table *in);

#endif
