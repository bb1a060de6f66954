/* counted -- nodes with counts: a line or a word a core, as in PBS_NODEFILE and LSB_HOSTS; a count behind each name, as in LSB_MCPU_HOSTS
 * ("n1 4 n2 4"), in a hostfile of Open MPI ("n1 slots=4", or cpu=4, whatever the word, but for max_slots), in one of MPICH ("n1:4") or in PE_HOSTFILE of Grid Engine ("n1 4 all.q@n1
 * UNDEFINED"); what PBS says of a job ("n1/0*16+n2/0*16", "n1/0-3,8", "(n1:ncpus=8+n2[0]:ncpus=8)"), and LSF ("4*n1 4*n2"); # begins a
 * comment. */
#include "lib/hostlist/counted.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/cli/cli.h"
#include "lib/hostlist/hostlist.h"

/* A count of tasks: digits alone; 0: it is none. */
static uint32_t
count_of(const char *text)
{
	size_t digits = strspn(text, "0123456789");

	return digits && digits < 10 && !text[digits] ? (uint32_t)strtoul(text, NULL, 10) : 0;
}

static void
add(counted_hosts *l, const char *name, uint32_t tasks)
{
	bool added;
	uint32_t i = names_add(&l->name, name, &added);

	l->tasks = xgrow(l->tasks, &l->room, (size_t)i + 1, sizeof *l->tasks);
	l->tasks[i] = added ? tasks : l->tasks[i] + tasks;
	l->last = i;
	l->counts |= tasks > 1;
	l->again |= !added;
}

/* A word that says how many tasks the node before it takes, or may take at most, or what Grid Engine says behind that. */
static bool
is_count(counted_hosts *l, const char *word)
{
	const char *equals = strchr(word, '=');
	uint32_t n = count_of(equals ? equals + 1 : word);

	if (equals && strncmp(word, "max", 3) == 0)
		return true;
	if (l->name.count && (strchr(word, '@') || strcmp(word, "UNDEFINED") == 0 || *word == '<'))
		return true;
	if (n == 0 || l->name.count == 0 || isdigit((unsigned char)names_at(&l->name, l->last)[0]))
		return false;
	l->tasks[l->last] += n - 1;
	return l->counts = true;
}

/* Processors in PBS's "0*16", "0-3,8-11" or "0". */
static uint32_t
processors(const char *at)
{
	const char *times = strchr(at, '*');
	uint32_t all = 0, low;
	char *end;

	if (times)
		return count_of(times + 1);
	do {
		low = (uint32_t)strtoul(at, &end, 10);
		all += *end == '-' ? (uint32_t)strtoul(end + 1, &end, 10) - low + 1 : 1;
		at = end + 1;
	} while (*end == ',');
	return all;
}

/* A word of PBS: a host, or a vnode of it in brackets, and its processors. */
static void
add_pbs(counted_hosts *l, char *word)
{
	char *end = word + strcspn(word, "/:["), *ncpus = strstr(end, ":ncpus=");
	uint32_t n = *end == '/' ? processors(end + 1) : 1;

	if (ncpus) {
		ncpus += strlen(":ncpus=");
		ncpus[strspn(ncpus, "0123456789")] = '\0';
		n = count_of(ncpus);
	}
	*end = '\0';
	add(l, word, n ? n : 1);
}

static void
add_word(counted_hosts *l, char *word)
{
	char *sign = strrchr(word, ':'), *times = strchr(word, '*');
	uint32_t n = sign ? count_of(sign + 1) : 0;

	if (is_count(l, word) || (l->name.count == 0 && strcasecmp(word, "NODELIST") == 0))	/* the header of squeue and sacct */
		return;
	if (times) {
		*times = '\0';
		n = count_of(word);
		*times = n ? '\0' : '*';
		word = n ? times + 1 : word;
	} else if (n) {
		*sign = '\0';
	}
	add(l, word, n ? n : 1);
}

counted_hosts
hosts_counted(const char *text)
{
	counted_hosts l = { 0 };
	char *words = xstrdup(text), *at;
	bool pbs, lsf;
	const char *between;

	for (at = words; (at = strchr(at, '#'));)
		memset(at, ' ', strcspn(at, "\n"));
	pbs = strpbrk(words, "/(");
	lsf = !pbs && strchr(words, '*');
	between = pbs ? "+()\" \t\r\n" : lsf ? ",:+\" \t\r\n" : ",+\" \t\r\n";
	l.commas = !pbs && !lsf && strchr(words, ',');
	for (at = words; *(at += strspn(at, between));) {
		char *end = at + hostlist_span(at, between), sign = *end;

		*end = '\0';
		(pbs ? add_pbs : add_word)(&l, at);
		at = end + (sign != '\0');
	}
	free(words);
	return l;
}

char *
counted_list(const counted_hosts *l)
{
	char *list = xstrdup("");

	for (uint32_t i = 0; i < l->name.count; i++)
		list = xappend(list, "%s%s", i ? "," : "", names_at(&l->name, i));
	return list;
}

void
counted_free(counted_hosts *l)
{
	names_free(&l->name);
	free(l->tasks);
}
