/* values -- what stands behind the '=' of a machine's key. */
#ifndef HOPLINE_LIB_MACHINE_VALUES_H
#define HOPLINE_LIB_MACHINE_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/machine/spec/spec.h"

enum { VALUES = 8 };		/* most numbers a value may have: one a dimension */

typedef struct value {
	int count;
	uint64_t number[VALUES];	/* none for KEY_WORD, KEY_NODES and KEY_FILE */
} value;

/* Read `text` as the key's type demands; false when it is not that. */
bool value_read(const spec_key *k, const char *text, value *v);

/* What value_read wants, worded for a message; the caller frees. */
char *value_wanted(const spec_key *k);

#endif
