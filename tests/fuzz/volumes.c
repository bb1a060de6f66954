/* fuzz: the column volumes: who holds what of a lattice. */
#include "fuzz/fuzz.h"
#include "lib/pattern/sites/site-cut.h"

void
fuzz_one(const char *text, size_t length)
{
	site_cut c = { 0 }, d = { 0 };
	const char *why = NULL;

	(void)length;
	c.dims = d.dims = 2;
	c.sites[0] = d.sites[0] = 8;
	c.sites[1] = d.sites[1] = 6;
	if (!cut_read(&c, text, 4, &why)) {
		FUZZ_LAW(why);
		return;
	}
	FUZZ_LAW(cut_read(&d, cut_write(&c), 4, &why));
	FUZZ_LAW(strcmp(cut_write(&c), cut_write(&d)) == 0);
}
