/* packing -- jobs of a log that had a node together, and what becomes of them where a node belongs to one job. */
#pragma once

#include <stddef.h>

#include "gen-workload/log/records.h"

/* --shared: what a node holds is one job; each job has its nodes whole; they are left out. */
typedef enum packing { PACK, WHOLE, DROP } packing;
typedef struct packing_option {
	bool given;
	packing how;
} packing_option;
void set_shared(const char *option, const char *arg, void *to);
const char *packing_word(packing how);

/* Which of n jobs had a node of their lists while another had it: shares[i], and how many they are. */
size_t packing_find(const records *log, const interval *s, size_t n, bool *shares);

/* Put jobs in the place of those that share, and add them behind the others: *s grows.  A stretch of a node, from the first job on it until
 * it is empty, belongs to the widest of its jobs, of equals to the first; the stretches of one owner that begin and end together are
 * one job.  It was submitted with the first of their jobs, and asks for time until the last of them must have ended.  At one `moment`, at
 * which all of them run, the nodes of one owner are one job, with its own times.  How many jobs there are then. */
size_t packing_pack(records *log, interval **s, size_t n, const bool *shares, bool moment);

/* Have jobs that share without their lists: each wants nodes of its own. */
void packing_unlist(records *log, interval *s, size_t n, const bool *shares);
