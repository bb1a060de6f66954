/* spec-source -- where the key=value pairs of a spec come from: inline text, a file, --set. */
#pragma once

#include "lib/machine/spec/key.h"

/* One key=value as it was found. */
typedef struct spec_pair {
	char *key, *text;
	char *said;		/* the comment behind it; NULL */
	char *where;		/* as messages name the place: "--machine", "big.conf:3" */
	int status;		/* of the tool when the pair is wrong */
	char *folder;		/* of the file it was found in, with the last '/'; NULL: the working folder */
	bool replaces;		/* from --set: may follow a pair with the same key */
} spec_pair;

typedef struct spec_pairs {
	char *kind;
	char *where;		/* of the spec as a whole */
	int status;
	spec_pair *pair;
	int count;
} spec_pairs;

/* Take `text` apart (see machine_build); `files`: it may name a file. */
void pairs_read(spec_pairs *p, const spec_kind *kinds, const char *text, bool files, char **set, int sets, const char *where, int status);
void pairs_free(spec_pairs *p);

/* The path of a file or folder that comes with Hopline, by its name in data/, as "columns.csv" or "machines/": beside the programs in the
 * source tree, or where they are installed; the caller frees.  NULL: there is none. */
char *shipped(const char *name);
