/* fuzz: numbers, quantities, dates, spans and grids as people write them: in their ranges, and all of the text. */
#include "fuzz/fuzz.h"
#include "lib/cli/units.h"
#include "lib/logtime/logtime.h"
#include "lib/pattern/pattern.h"

void
fuzz_one(const char *text, size_t length)
{
	uint32_t dim[PATTERN_DIMS];
	uint64_t rate;
	int64_t n;
	double x;
	bool dated;
	int dims;

	(void)length;
	if (read_int(text, -7, 1 << 20, &n))
		FUZZ_LAW(n >= -7 && n <= 1 << 20);
	read_int(text, INT64_MIN, INT64_MAX, &n);
	if (read_real(text, -2.5, 1e30, &x))
		FUZZ_LAW(x >= -2.5 && x <= 1e30);
	if (read_bytes(text, &n))
		FUZZ_LAW(n >= 0);
	if (read_bandwidth(text, &rate))
		FUZZ_LAW(rate > 0);
	if (read_time(text, &n))
		FUZZ_LAW(n >= 0 && n <= INT64_C(1000000000000000000));
	if (read_real(text, 0, 1e7, &x) && seconds_to_ps(x, &n))
		FUZZ_LAW(n >= 0 && n <= INT64_C(1000000000000000000));
	if (read_dims(text, &dims, dim))
		for (int d = 0; d < dims; d++)
			FUZZ_LAW(dims <= PATTERN_DIMS && dim[d] > 0);
	read_when(text, &n, &dated);
	read_span(text, &n);
}
