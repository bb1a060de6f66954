/* spec-items -- the inside of a spec: its keys and the values they have. */
#ifndef HOPLINE_LIB_MACHINE_SPEC_SPEC_ITEMS_H
#define HOPLINE_LIB_MACHINE_SPEC_SPEC_ITEMS_H

#include <stdbool.h>

#include "lib/machine/machine.h"
#include "lib/machine/spec/spec.h"
#include "lib/machine/values.h"

/* A key and the value it has. */
typedef struct item {
	const spec_key *key;
	char *text;		/* as given; NULL: not given */
	int place;		/* the how-many-th it was among those given */
	char *where;		/* where it was given, and the exit status when it is wrong */
	int status;
	bool by_stream;		/* given in a stream */
	bool has, is_default;
	value value;
} item;

struct spec {
	const kind *kind;
	item *item;		/* the kind's keys, then the common ones */
	int count;
	char *where;
	int status;
	bool of_stream;		/* what is not from --set is from a stream */
};

/* The item of a key; NULL when the kind has no such key. */
item *spec_find(const spec *s, const char *name);

#endif
