#include "map/torus/pairgrid.h"

#include <math.h>

exchange
pairgrid_time(const double *points, const bool *alone, double bytes, const double *bandwidth)
{
	double face[AXES], least, middle, most;

	for (int a = 0; a < AXES; a++)
		face[a] = alone && alone[a] ? 0 : points[(a + 1) % AXES] * points[(a + 2) % AXES] * bytes / bandwidth[a];
	/* added in the order of size, so that two grids with the same faces take equally long to the last bit */
	least = fmin(fmin(face[0], face[1]), face[2]);
	most = fmax(fmax(face[0], face[1]), face[2]);
	middle = fmax(fmin(face[0], face[1]), fmin(fmax(face[0], face[1]), face[2]));
	return (exchange){ most, least + middle + most };
}

void
pairgrid_best(double volume, const double *bandwidth, double *points)
{
	double side = cbrt(volume * bandwidth[0] * bandwidth[1] * bandwidth[2]);

	for (int a = 0; a < AXES; a++)
		points[a] = side / bandwidth[a];
}
