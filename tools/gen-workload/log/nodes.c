#include "gen-workload/log/nodes.h"

#include <stdlib.h>
#include <string.h>

#include "gen-workload/log/fields.h"
#include "lib/cli/cli.h"
#include "lib/stream/lists.h"

/* The node that is called so; a machine whose nodes have no names has one more for each new name. */
static uint32_t
node_called(log_nodes *l, const char *name)
{
	bool added;
	uint32_t v = l->named ? node_names_find(&l->known, name) : names_add(&l->known.full, name, &added);

	if (v != NONE)
		l->seen = xgrow(l->seen, &l->seen_room, (size_t)v + 1, sizeof *l->seen);
	return v;
}

void
nodes_init(log_nodes *l, const machine *m)
{
	*l = (log_nodes){ .machine = m };
	node_names_add_all(&l->known, m);
	l->named = l->known.full.count > 0;
}

void
nodes_free(log_nodes *l)
{
	node_names_free(&l->known);
	hostlist_free(&l->hosts);
	free_all(l->found, l->seen);
}

/* The hosts of `text`: how many; 0 when it is no list. */
static uint32_t
read_hosts(log_nodes *l, const char *text)
{
	const char *why;

	l->hosts.count = 0;
	l->hosts.used = 0;
	if (!hostlist_read(&l->hosts, text, &why))
		l->hosts.count = 0;
	return l->hosts.count;
}

/* The hosts read last as a node list of the stream, in their order, which lives until the next list is written anywhere; NULL when the
 * machine does not have one of them, or has it twice in the list: *host is that one. */
static const char *
list_hosts(log_nodes *l, const char **host)
{
	uint32_t n = 0;

	*host = NULL;
	l->found = xgrow(l->found, &l->found_room, l->hosts.count, sizeof *l->found);
	while (n < l->hosts.count && !*host) {
		const char *name = hostlist_at(&l->hosts, n);
		uint32_t v = node_called(l, name);

		if (v == NONE || l->seen[v]) {
			*host = name;
		} else {
			l->seen[v] = 1;
			l->found[n++] = v;
		}
	}
	for (uint32_t i = 0; i < n; i++)
		l->seen[l->found[i]] = 0;
	return *host ? NULL : list_write(l->found, n, false);
}

record_oddity
nodes_find(log_nodes *l, log_record *record, const char **cell, const char **what)
{
	uint32_t hosts;

	*cell = "";
	if (fields_nothing(*what))
		return ODD_NO_LIST;
	hosts = read_hosts(l, *what);
	if (!hosts)
		return ODD_UNREADABLE;
	if (record->nodes <= 0)
		record->nodes = hosts;
	if (record->nodes != hosts)
		return ODD_OTHER_LIST;
	*cell = list_hosts(l, what);
	if (*cell)
		return ODDITIES;
	*cell = "";
	return ODD_STRANGE_NODE;
}

void
nodes_odd(records *log, record_oddity odd, long line, const char *field, const char *what)
{
	if (!log->named)
		return;
	if (odd == ODD_UNREADABLE)
		records_unreadable(log, line, field, what);
	else if (odd == ODD_STRANGE_NODE)
		records_odd_one(log, odd, line, what);
	else if (odd != ODDITIES)
		records_odd(log, odd, line);
}

/* A host in a list of PBS or LSF: "n01/0*16", "(n01:ncpus=2", "4*n01". */
static char *
host_of(char *word)
{
	size_t digits = strspn(word, "0123456789");

	word += word[digits] == '*' ? digits + 1 : 0;
	word += *word == '(';
	word[strcspn(word, "/:*)")] = '\0';
	return word;
}

char *
nodes_plain(const char *text)
{
	char *words = xstrdup(text), *rest = words, *word, *plain;
	names seen = { 0 };
	bool added;

	if (strchr(text, '['))
		return words;
	plain = xstrdup("");
	while ((word = strsep(&rest, "+ ,\""))) {
		word = host_of(word);
		if (!*word)
			continue;
		names_add(&seen, word, &added);
		if (added)
			plain = xappend(plain, "%s%s", *plain ? "," : "", word);
	}
	names_free(&seen);
	free(words);
	return plain;
}
