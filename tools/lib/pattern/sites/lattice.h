/* lattice -- what others may ask of the pattern `lattice`. */
#ifndef HOPLINE_LIB_PATTERN_SITES_LATTICE_H
#define HOPLINE_LIB_PATTERN_SITES_LATTICE_H

#include "lib/pattern/pattern.h"
#include "lib/pattern/sites/site-cut.h"

/* The extents in the column `lattice` of a row.  Dies through table_bad. */
void lattice_sites(site_cut *cut, const own_cells *c);

#endif
