/* fuzz: the column circuits; what is written is what was read. */
#include "fuzz/fuzz.h"
#include "lib/machine/circuits/circuits.h"

void
fuzz_one(const char *text, size_t length)
{
	machine *m = machine_build("rdragonfly:g=6,a=3,p=1,h=4,ocs=6,ocs-ports=14", NULL, 0, "input", 1);
	circuits a = { 0 }, b = { 0 };
	const char *why = NULL;
	char *written, *again;

	(void)length;
	if (!circuits_read(&a, m, text, &why)) {
		FUZZ_LAW(why);
		return;
	}
	written = circuits_write(&a, m);
	FUZZ_LAW(circuits_read(&b, m, written, &why) && a.count == b.count);
	again = circuits_write(&b, m);
	FUZZ_LAW(strcmp(written, again) == 0);
	FUZZ_LAW(circuits_connect(m, &a, &why));
	circuits_clear(m);
}
