/* cell-options -- values of the options of algorithms that cut a process grid into cells; what is wrong ends the tool. */
#ifndef HOPLINE_MAP_SUPPORT_CELL_OPTIONS_H
#define HOPLINE_MAP_SUPPORT_CELL_OPTIONS_H

#include "map/mapping.h"

extents read_cell(const char *text);		/* --cell 2x2x4 */
extents read_tiles(const char *text);		/* --tiles 2x4 */
int read_split(const char *text);		/* --split 2, --split z */
void read_along(knobs *k, const char *text);	/* --along xzy; --along zx: y comes last */

/* Refuse algorithms that need --cell where there is none. */
void check_cell(const knobs *k, const mapping *m);

#endif
