/* fuzz: hostlists; what is written is as it is read again. */
#include "fuzz/fuzz.h"
#include "lib/hostlist/hostlist.h"

void
fuzz_one(const char *text, size_t length)
{
	hostlist a = { 0 }, b = { 0 };
	const char *why = NULL;
	char *written, *again;
	bool names = true;

	(void)length;
	if (!hostlist_read(&a, text, &why)) {
		FUZZ_LAW(why);
		return;
	}
	FUZZ_LAW(a.count <= HOSTLIST_MOST);
	if (a.count > 2000)
		return;
	for (uint32_t i = 0; i < a.count; i++)
		names = names && hostlist_name(hostlist_at(&a, i));
	written = hostlist_write(&a);
	if (!names)
		return;
	FUZZ_LAW(hostlist_read(&b, written, &why) && b.count <= a.count);
	again = hostlist_write(&b);
	FUZZ_LAW(strcmp(written, again) == 0);
}
