/* choices -- what a message says of a name that is not known: the names that there are, and the one that was perhaps meant. */
#pragma once

#include <stddef.h>

typedef struct choice_list {
	const char *typed;	/* what was given */
	const char *between;	/* the names of the list, such as ", " */
	char *names;		/* the list */
	const char *nearest;	/* the first of those with the fewest letters changed, at most two and less than half; NULL: none */
	size_t apart;		/* how many these are */
} choice_list;

/* No names yet. */
choice_list choices_begin(const char *typed, const char *between);

/* A name for the list, or another name of something that is in the list. Both live as long as the message. */
void choices_add(choice_list *c, const char *name);
void choices_alias(choice_list *c, const char *name);

/* "did you mean 'simple'? ", or "" where nothing is near. */
const char *choices_hint(const choice_list *c);
