/* fastest -- of several mappings of a job the one that a judge finds fastest. */
#pragma once

#include "map/gain/judge.h"

/* Beside the mapping in rank[] there are the launcher's own order, and four mappings that take load off the fullest links
 * (relieve), each with other random numbers; these where p->loads is not NULL.  The best of all into rank[], at a tie the first. */
void fastest(judge *j, const placement *p, uint32_t *rank);
