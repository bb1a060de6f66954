/* keys -- the keys of a machine that measurements may tell, as numbers that times grow with. */
#pragma once

#include "lib/machine/spec/spec.h"

typedef enum key_form {
	FORM_TIME,		/* s */
	FORM_RATE,		/* a bandwidth, as s a byte: 0 is one without bound, where the key is not given */
	FORM_NUMBER
} key_form;

/* One number, and the keys that have it. */
typedef struct fit_key {
	const char *name;	/* as --keys calls it */
	const char *keys[3];	/* of the machine, ended by NULL; none: it is of the benchmark, and fitted only where --keys names it */
	key_form form;
	double guess;		/* where the base has none, and the least step by which a derivative is taken, ten times that */
	bool needs_eager;	/* means something only where `eager` is given */
} fit_key;

/* In the order in which they are told apart: what two of them would explain alike, the former does.  Ended by a NULL name. */
extern const fit_key fit_keys[];

/* Does the machine's kind have it? */
bool fit_key_known(const fit_key *k, const spec *s);

/* The number in a spec; 0 when it has none. */
double fit_key_value(const fit_key *k, const spec *s);

/* KEY=VALUE for --set, one for each of its keys, as `digits` significant ones; NULL: a value of 0 of a key that has no default. */
char *fit_key_setting(const fit_key *k, int which, double value, int digits);

/* A value as people write it: "742ns". */
char *fit_key_text(const fit_key *k, double value, int digits);
