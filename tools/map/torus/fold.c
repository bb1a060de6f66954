#include "map/torus/fold.h"

int
sheet_first(const sheet *s)
{
	return s->tiles[1] < s->tiles[0];
}

folded
sheet_fold(const sheet *s, const uint32_t *at)
{
	int first = sheet_first(s), then = !first;
	uint32_t tile[2];
	folded f;

	for (int d = 0; d < 2; d++) {
		uint32_t within = at[d] % s->tile[d];

		tile[d] = at[d] / s->tile[d];
		f.at[d] = tile[d] % 2 ? s->tile[d] - 1 - within : within;
	}
	f.layer = tile[then] * s->tiles[first] + (tile[then] % 2 ? s->tiles[first] - 1 - tile[first] : tile[first]);
	return f;
}
