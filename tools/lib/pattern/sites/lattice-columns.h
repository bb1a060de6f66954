/* lattice-columns -- from the columns of a row to a lattice that is cut among tasks. */
#ifndef HOPLINE_LIB_PATTERN_SITES_LATTICE_COLUMNS_H
#define HOPLINE_LIB_PATTERN_SITES_LATTICE_COLUMNS_H

#include "lib/pattern/sites/lattice-cut.h"

/* The extents in the column `lattice`.  Dies through table_bad, as what follows does. */
void lattice_sites(lattice_cut *c, const table *from, const row *r, const traffic_columns *at);

/* Fill in t->cut, and t->site_bytes: by the column `volumes` where it says something, else a block a task of the
 * process grid t->dim, which is the most cubic one of as many dimensions as the lattice where t->dims is 0. */
void lattice_of(traffic *t, const table *from, const row *r, const traffic_columns *at);

#endif
