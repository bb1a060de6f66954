#include "alloc/grap/links.h"

#include <stdlib.h>

#include "lib/cli/cli.h"

size_t
grap_links_size(const level *groups)
{
	return sizeof(grap_links) + groups->domains * sizeof ((grap_links *)NULL)->of[0];
}

uint32_t *
grap_groups(const level *groups, const uint32_t *node, uint32_t n, uint32_t *count)
{
	uint8_t *seen = xcalloc(groups->domains, 1);
	uint32_t *group = xalloc(groups->domains, sizeof *group);

	for (uint32_t i = 0; i < n; i++)
		seen[groups->of[node[i]]] = 1;
	*count = 0;
	for (uint32_t d = 0; d < groups->domains; d++)
		if (seen[d])
			group[(*count)++] = d;
	free(seen);
	return group;
}

/* Are these, more than one, all groups of a set? */
static bool
is_set(const grap_links *links, const uint32_t *group, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (links->of[group[i]].set != links->of[group[0]].set || links->of[group[i]].size != count)
			return false;
	return true;
}

void
grap_links_track(grap_links *links, const level *groups, const uint32_t *node, uint32_t n, bool arrives)
{
	uint32_t count, *group = grap_groups(groups, node, n, &count);

	if (arrives && count > 1 && !is_set(links, group, count)) {
		links->sets++;
		for (uint32_t i = 0; i < count; i++) {
			links->of[group[i]].set = links->sets;
			links->of[group[i]].size = count;
		}
	}
	for (uint32_t i = 0; count > 1 && i < count; i++)
		links->of[group[i]].large += arrives ? 1 : UINT32_MAX;
	free(group);
}

bool
grap_links_change(const grap_links *links, const level *groups, const uint32_t *node, uint32_t n)
{
	uint32_t count, *group = grap_groups(groups, node, n, &count);
	bool changes = count > 1 && !is_set(links, group, count);

	free(group);
	return changes;
}
