/* hostlist -- host names as Slurm abbreviates them: "nid[0001-0016,0020],login1", "x[1000-1001]c[0-7]s0".
 *
 * Items are separated by commas.  An item is text with any number of groups in brackets; a group is numbers and ascending ranges, separated
 * by commas, and stands for each of them in turn, the last group fastest.  A number of a range is as wide as the range's first one, filled
 * up with zeros.  Text behind the last group is taken, too; Slurm 22.05 refuses it, and hostlist_write never writes it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	HOSTLIST_RANGE = 1 << 16,	/* hosts in a range, at most: Slurm's limit */
	HOSTLIST_MOST = 1 << 22,	/* hosts in all */
	HOSTLIST_GROUPS = 16		/* groups in an item */
};

/* Names in an order, any of them more than once.  Start with `(hostlist){ 0 }`. */
typedef struct hostlist {
	uint32_t count;
	size_t *at;		/* [count], where a name begins in text */
	char *text;
	size_t room, used, text_room;
} hostlist;

/* Put the hosts of `text` behind those that are there.  On failure returns false and *why says where and what is
 * wanted: "character 5: '3-1': a range must ascend"; it lives until the next call. */
bool hostlist_read(hostlist *h, const char *text, const char **why);

/* How long an item of a list is, which ends at one of these signs; but in brackets they are part of it: "n[1,3]". */
size_t hostlist_span(const char *item, const char *between);

/* The text of the hosts, each once, short and sorted; the caller frees.
 *
 * Hosts that differ in the digits at their end are one item, "n[1-3,7]".  Digits with a leading zero are a class of their own
 * width: "n[9-10]" and "n[09-10]" are different hosts.  Items go by the text before those digits, numbers within it by value (x9y
 * before x10y), and within an item the numbers without leading zeros go first, then the narrower.  `scontrol show
 * hostlistsorted` writes the same where the hosts of an item are of one class. */
char *hostlist_write(const hostlist *h);

/* Is it a host's name: letters, digits and -_.: only, and no '-' at the beginning?  Names end up in files of launchers and on command
 * lines, where other signs mean something. */
bool hostlist_name(const char *name);

void hostlist_push(hostlist *h, const char *name);
void hostlist_free(hostlist *h);

/* Name i; lives until the next push or read. */
static inline const char *
hostlist_at(const hostlist *h, uint32_t i)
{
	return h->text + h->at[i];
}
