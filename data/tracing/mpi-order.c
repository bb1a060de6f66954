/* mpi-order -- MPI_Cart_create, MPI_Dist_graph_create_adjacent and MPI_Graph_create with reorder=1 order the ranks, as map says.
 *
 *	hopline preload --build
 *	mpirun -n 64 -x LD_PRELOAD=$(hopline preload) -x HOPLINE_TOPOLOGY=/etc/slurm/topology.conf ./program
 *
 * MPI libraries return the old order.  Here the first rank of the communicator asks `map --nodes` for one on the hosts that the ranks
 * have, and ranks change places within the new communicator.  Where ranks filled host after host, map's figures must say that the new
 * order is better, and in nothing worse; where they did not, it must send less between hosts, and be no worse than host after host.
 * The topology is that of HOPLINE_TOPOLOGY (a topology.conf), HOPLINE_MACHINE (a machine's spec), or /etc/slurm/topology.conf.  Without
 * one, or where map refuses, one line on standard error says so, once, and the order stays.  HOPLINE_HOSTS may name the host of each
 * rank of the world, in place of those that run them: names separated by commas. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef MAP
#define MAP "map"
#endif

enum { NAME = MPI_MAX_PROCESSOR_NAME };

/* Who talks to whom: the messages of rank r go to the ranks to[first[r]] … to[first[r + 1] - 1]. */
typedef struct neighbours {
	int ranks, *first, *to, *weight;
} neighbours;

/* The hosts of a communicator's ranks, in the order in which they come first. */
typedef struct places {
	int ranks, hosts, *host;	/* host: of each rank */
	char (*name)[NAME];	/* [hosts] */
} places;

static void
stay(const char *why)
{
	static int said;

	if (!said++)
		fprintf(stderr, "hopline: the order of ranks stays: %s\n", why);
}

static void *
room(size_t n, size_t size)
{
	void *new = calloc(n + 1, size);

	if (!new)
		PMPI_Abort(MPI_COMM_WORLD, 1);
	return new;
}

/* The name of this rank's host: that of HOPLINE_HOSTS, or where it runs. */
static void
own_host(char name[NAME])
{
	const char *list = getenv("HOPLINE_HOSTS");
	int world, length;

	PMPI_Get_processor_name(name, &length);
	PMPI_Comm_rank(MPI_COMM_WORLD, &world);
	for (; list && world > 0; world--)
		list = strchr(list, ',') ? strchr(list, ',') + 1 : NULL;
	if (list)
		snprintf(name, NAME, "%.*s", (int)strcspn(list, ","), list);
	else
		name[strcspn(name, ".")] = '\0';
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int
by_place(const void *a, const void *b)
{
	return (*(char *const *)a > *(char *const *)b) - (*(char *const *)a < *(char *const *)b);
}

/* Find the hosts of the ranks whose names are name[0 …]. */
static places
find_places(char (*name)[NAME], int ranks)
{
	places p = { .ranks = ranks, .host = room((size_t)ranks, sizeof *p.host), .name = room((size_t)ranks, NAME) };
	char **sorted = room((size_t)ranks, sizeof *sorted), **first = room((size_t)ranks, sizeof *first);
	int different = 0;

	for (int i = 0; i < ranks; i++)
		sorted[i] = name[i];
	qsort(sorted, (size_t)ranks, sizeof *sorted, by_name);
	for (int i = 0, begin = 0; i <= ranks; i++) {
		if (i > 0 && (i == ranks || strcmp(sorted[i], sorted[i - 1]) != 0)) {
			qsort(sorted + begin, (size_t)(i - begin), sizeof *sorted, by_place);
			first[different++] = sorted[begin];
			for (int k = begin; k < i; k++)
				p.host[(sorted[k] - name[0]) / NAME] = (int)((sorted[begin] - name[0]) / NAME);	/* the first rank there, for now */
			begin = i;
		}
	}
	qsort(first, (size_t)different, sizeof *first, by_place);
	for (p.hosts = 0; p.hosts < different; p.hosts++)
		memcpy(p.name[p.hosts], first[p.hosts], NAME);
	for (int i = 0; i < ranks; i++) {
		char *at = name[p.host[i]];

		p.host[i] = (int)((char **)bsearch(&at, first, (size_t)different, sizeof *first, by_place) - first);
	}
	free(sorted);
	free(first);
	return p;
}

static void
forget_places(places *p)
{
	free(p->host);
	free(p->name);
}

/* How many ranks each host has, if all have as many; else 0. */
static int
ranks_a_host(const places *p)
{
	int *count = room((size_t)p->hosts, sizeof *count), even = p->ranks / p->hosts;

	for (int i = 0; i < p->ranks; i++)
		count[p->host[i]]++;
	for (int h = 0; h < p->hosts; h++)
		even = count[h] == even ? even : 0;
	free(count);
	return even;
}

static int
host_after_host(const places *p)
{
	for (int i = 1; i < p->ranks; i++)
		if (p->host[i] < p->host[i - 1])
			return 0;
	return 1;
}

/* Weights of messages between hosts when rank r sits where rank[r] does now; NULL: where it does. */
static double
between(const places *p, const neighbours *n, const int *rank)
{
	double sum = 0;

	for (int r = 0; r < n->ranks; r++)
		for (int k = n->first[r]; k < n->first[r + 1]; k++)
			if (p->host[rank ? rank[r] : r] != p->host[rank ? rank[n->to[k]] : n->to[k]])
				sum += n->weight ? n->weight[k] : 1;
	return sum;
}

/* map's command line: the job's nodes, its machine, what it sends, and where it reports; false: there is no topology. */
static int
command(FILE *out, const places *p, int each, const char *traffic, const char *folder)
{
	const char *usual = "/etc/slurm/topology.conf", *tree = getenv("HOPLINE_TOPOLOGY"), *machine = getenv("HOPLINE_MACHINE");
	const char *map = getenv("HOPLINE_MAP");

	if (!tree && !machine && access(usual, R_OK) == 0)
		tree = usual;
	if (!tree && !machine)
		return 0;
	fprintf(out, "'%s' --nodes '", map ? map : MAP);
	for (int h = 0; h < p->hosts; h++)
		fprintf(out, "%s%s", h ? "," : "", p->name[h]);
	fprintf(out, "' %s '%s' --tasks-per-node %d %s --format hostfile --launcher srun --no-preamble --report '%s/gain' 2>'%s/said'", tree ? "--topology" : "--machine",
		tree ? tree : machine, each, traffic, folder, folder);
	return 1;
}

/* The figure of a column of map's report behind `commas` commas. */
static double
figure(const char *row, int commas)
{
	for (; row && commas > 0; commas--)
		row = strchr(row, ',') ? strchr(row, ',') + 1 : NULL;
	return row ? strtod(row, NULL) : 0;
}

/* Do the figures say that the mapping, the second row, is worse somewhere than ranks that fill host after host (-1), or only better (1)? */
static int
verdict(const char *folder)
{
	enum { INSIDE = 6, HOP_BYTES, FULLEST };
	char path[4096], row[3][1024] = { "", "", "" };
	int worse, better;
	FILE *in;

	snprintf(path, sizeof path, "%s/gain", folder);
	if (!(in = fopen(path, "r")))
		return -1;
	for (int i = 0; i < 3; i++)
		if (!fgets(row[i], sizeof row[i], in))
			row[i][0] = '\0';
	fclose(in);
	worse = !*row[2] || figure(row[2], INSIDE) < figure(row[1], INSIDE);
	better = figure(row[2], INSIDE) > figure(row[1], INSIDE);
	for (int k = HOP_BYTES; k <= FULLEST; k++) {
		worse |= figure(row[2], k) > figure(row[1], k);
		better |= figure(row[2], k) < figure(row[1], k);
	}
	return worse ? -1 : better;
}

/* Read where each rank shall sit, a host a line, and find the rank that is there: those of a host in their order.  False: map says else. */
static int
read_order(FILE *in, const places *p, int *rank)
{
	int *next = room((size_t)p->hosts, sizeof *next), n = 0, h = 0;
	char line[NAME + 2];

	while (n < p->ranks && fgets(line, sizeof line, in)) {
		line[strcspn(line, "\n")] = '\0';
		if (*line == '#' || !*line)
			continue;
		for (int tries = 0; tries < p->hosts && strcmp(line, p->name[h]) != 0; tries++)	/* mostly the host of the line before, or the next */
			h = (h + 1) % p->hosts;
		while (next[h] < p->ranks && p->host[next[h]] != h)
			next[h]++;
		if (strcmp(line, p->name[h]) != 0 || next[h] == p->ranks)
			break;
		rank[n++] = next[h]++;
	}
	free(next);
	return n == p->ranks;
}

/* What map said first, of what went wrong. */
static void
say_refusal(const char *folder)
{
	char path[4096], line[1024] = "map: says nothing";
	FILE *in;

	snprintf(path, sizeof path, "%s/said", folder);
	if ((in = fopen(path, "r"))) {
		if (fgets(line, sizeof line, in))
			line[strcspn(line, "\n")] = '\0';
		fclose(in);
	}
	stay(line);
}

/* Ask map, without this library in its address space; rank[r]: the rank that takes the place r.  False: none is better. */
static int
ask(const places *p, const neighbours *n, const char *traffic, const char *folder, int *rank)
{
	char *text, *loaded = getenv("LD_PRELOAD") ? strdup(getenv("LD_PRELOAD")) : NULL;
	int each = ranks_a_host(p), good = 0;
	size_t length;
	FILE *line = open_memstream(&text, &length), *in;

	if (!each)
		stay("the hosts have different numbers of ranks");
	else if (!command(line, p, each, traffic, folder))
		stay("neither HOPLINE_TOPOLOGY nor HOPLINE_MACHINE is set, and there is no /etc/slurm/topology.conf");
	fclose(line);
	if (*text) {
		unsetenv("LD_PRELOAD");
		in = popen(text, "r");
		if (loaded)
			setenv("LD_PRELOAD", loaded, 1);
		good = in && read_order(in, p, rank);
		if ((in && pclose(in) != 0) || !good)
			say_refusal(folder), good = 0;
		good = good && (host_after_host(p) ? verdict(folder) > 0 && between(p, n, rank) <= between(p, n, NULL) :
			verdict(folder) >= 0 && between(p, n, rank) < between(p, n, NULL));
	}
	free(text);
	free(loaded);
	return good;
}

/* The traffic as a matrix, and the option by which map reads it. */
static void
write_matrix(const neighbours *n, const char *folder, char *option, size_t size)
{
	char path[4096];
	FILE *out;

	snprintf(path, sizeof path, "%s/matrix.csv", folder);
	snprintf(option, size, "--matrix '%s'", path);
	if (!(out = fopen(path, "w")))
		return;
	fputs("src,dst,bytes\n", out);
	for (int r = 0; r < n->ranks; r++)
		for (int k = n->first[r]; k < n->first[r + 1]; k++)
			if (n->to[k] != r && (!n->weight || n->weight[k] > 0))
				fprintf(out, "%d,%d,%d\n", r, n->to[k], n->weight ? n->weight[k] : 1000);
	fprintf(out, "%d,%d,0\n", n->ranks - 1, n->ranks - 1);
	fclose(out);
}

static void
clean(const char *folder)
{
	static const char *const file[] = { "gain", "said", "matrix.csv" };
	char path[4096];

	for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, file[i]);
		unlink(path);
	}
	rmdir(folder);
}

/* The communicator with its ranks in the better order; MPI_COMM_NULL: it stays as it is.  At its rank 0 n says who talks; `grid` is what
 * map is told, NULL: n as a matrix.  *rank: as ask() has it, for all; free() it. */
static MPI_Comm
reordered(MPI_Comm comm, const neighbours *n, const char *grid, int **rank)
{
	char folder[] = "/tmp/hopline-order-XXXXXX", own[NAME] = "", (*name)[NAME] = NULL, traffic[4096];
	int me, ranks, good = 0, place = 0;
	MPI_Comm new = MPI_COMM_NULL;

	PMPI_Comm_rank(comm, &me);
	PMPI_Comm_size(comm, &ranks);
	*rank = room((size_t)ranks, sizeof **rank);
	own_host(own);
	if (me == 0)
		name = room((size_t)ranks, NAME);
	PMPI_Gather(own, NAME, MPI_CHAR, name, NAME, MPI_CHAR, 0, comm);
	if (me == 0 && mkdtemp(folder)) {
		places p = find_places(name, ranks);

		if (grid)
			snprintf(traffic, sizeof traffic, "%s", grid);
		else
			write_matrix(n, folder, traffic, sizeof traffic);
		good = p.hosts > 1 && ask(&p, n, traffic, folder, *rank);
		clean(folder);
		forget_places(&p);
	}
	free(name);
	PMPI_Bcast(&good, 1, MPI_INT, 0, comm);
	if (!good)
		return MPI_COMM_NULL;
	PMPI_Bcast(*rank, ranks, MPI_INT, 0, comm);
	while ((*rank)[place] != me)
		place++;
	PMPI_Comm_split(comm, 0, place, &new);
	return new;
}

/* Room for the neighbours of that many ranks. */
static neighbours
neighbours_new(int ranks, size_t edges, int weighted)
{
	return (neighbours){ ranks, room((size_t)ranks + 1, sizeof(int)), room(edges, sizeof(int)), weighted ? room(edges, sizeof(int)) : NULL };
}

static void
neighbours_free(neighbours *n)
{
	free(n->first);
	free(n->to);
	free(n->weight);
}

/* The neighbours in a grid, the last dimension fastest. */
static neighbours
grid_neighbours(int dims, const int *extent, const int *wraps, int ranks)
{
	neighbours n = neighbours_new(ranks, 2 * (size_t)dims * (size_t)ranks, 0);
	int edges = 0;

	for (int r = 0; r < ranks; r++) {
		n.first[r] = edges;
		for (int d = dims - 1, stride = 1; d >= 0; stride *= extent[d--])
			for (int step = -1; step <= 1; step += 2) {
				int at = r / stride % extent[d], to = at + step;

				if ((to >= 0 && to < extent[d]) || (wraps[d] && extent[d] > 1))
					n.to[edges++] = r + ((to + extent[d]) % extent[d] - at) * stride;
			}
	}
	n.first[ranks] = edges;
	return n;
}

/* A grid as map's options; false: it has none of so many dimensions. */
static int
grid_options(char *text, size_t size, int dims, const int *extent, const int *wraps)
{
	char grid[256] = "", axes[8] = "";
	size_t used = 0;

	if (dims < 1 || dims > 4)
		return 0;
	for (int d = 0; d < dims; d++) {
		used += (size_t)snprintf(grid + used, sizeof grid - used, "%s%d", d ? "x" : "", extent[d]);
		if (wraps[d])
			strncat(axes, &"x\0y\0z\0w"[2 * d], 1);
	}
	snprintf(text, size, *axes ? "--dims %s --periodic %s" : "--dims %s", grid, axes);
	return 1;
}

int
MPI_Cart_create(MPI_Comm comm, int dims, const int *extent, const int *wraps, int reorder, MPI_Comm *new)
{
	int ranks, places = 1, result, *rank;
	char text[512];
	MPI_Comm better;
	neighbours n;

	PMPI_Comm_size(comm, &ranks);
	for (int d = 0; d < dims; d++)
		places *= extent[d];
	if (!reorder || places != ranks || !grid_options(text, sizeof text, dims, extent, wraps))
		return PMPI_Cart_create(comm, dims, extent, wraps, reorder, new);
	n = grid_neighbours(dims, extent, wraps, ranks);
	better = reordered(comm, &n, text, &rank);
	result = PMPI_Cart_create(better == MPI_COMM_NULL ? comm : better, dims, extent, wraps, 0, new);
	if (better != MPI_COMM_NULL)
		PMPI_Comm_free(&better);
	free(rank);
	neighbours_free(&n);
	return result;
}

int
MPI_Graph_create(MPI_Comm comm, int nodes, const int *index, const int *edges, int reorder, MPI_Comm *new)
{
	int ranks, result, *rank;
	MPI_Comm better;
	neighbours n;

	PMPI_Comm_size(comm, &ranks);
	if (!reorder || nodes != ranks)
		return PMPI_Graph_create(comm, nodes, index, edges, reorder, new);
	n = neighbours_new(ranks, (size_t)index[nodes - 1], 0);
	memcpy(n.first + 1, index, (size_t)nodes * sizeof *index);
	memcpy(n.to, edges, (size_t)index[nodes - 1] * sizeof *edges);
	better = reordered(comm, &n, NULL, &rank);
	result = PMPI_Graph_create(better == MPI_COMM_NULL ? comm : better, nodes, index, edges, 0, new);
	if (better != MPI_COMM_NULL)
		PMPI_Comm_free(&better);
	free(rank);
	neighbours_free(&n);
	return result;
}

/* The lists of all ranks, at rank 0 of the communicator. */
static neighbours
gather(MPI_Comm comm, int count, const int *to, const int *weight, int ranks, int me)
{
	neighbours n = neighbours_new(ranks, 0, 0);
	int *counts = room((size_t)ranks, sizeof *counts), all = 0;

	PMPI_Gather(&count, 1, MPI_INT, counts, 1, MPI_INT, 0, comm);
	for (int r = 0; r < ranks; r++) {
		n.first[r] = all;
		all += me == 0 ? counts[r] : 0;
	}
	n.first[ranks] = all;
	free(n.to);
	n.to = room((size_t)all, sizeof *n.to);
	PMPI_Gatherv(to, count, MPI_INT, n.to, counts, n.first, MPI_INT, 0, comm);
	if (weight) {
		n.weight = room((size_t)all, sizeof *n.weight);
		PMPI_Gatherv(weight, count, MPI_INT, n.weight, counts, n.first, MPI_INT, 0, comm);
	}
	free(counts);
	return n;
}

/* This rank's list goes to the one that has its place in the new communicator, and that place's list comes; *count ints in place of count. */
static int *
pass(MPI_Comm comm, int to, int from, int count, const int *list, int *got)
{
	int *new;

	PMPI_Sendrecv(&count, 1, MPI_INT, to, 0, got, 1, MPI_INT, from, 0, comm, MPI_STATUS_IGNORE);
	new = room((size_t)*got, sizeof *new);
	PMPI_Sendrecv(list, count, MPI_INT, to, 1, new, *got, MPI_INT, from, 1, comm, MPI_STATUS_IGNORE);
	return new;
}

int
MPI_Dist_graph_create_adjacent(MPI_Comm comm, int in, const int *source, const int *source_weight, int out, const int *target,
	const int *target_weight, MPI_Info info, int reorder, MPI_Comm *new)
{
	int weighted = source_weight != MPI_UNWEIGHTED && source_weight != MPI_WEIGHTS_EMPTY && target_weight != MPI_UNWEIGHTED &&
		target_weight != MPI_WEIGHTS_EMPTY;
	int me, ranks, everywhere, place = 0, result, *rank, *list[4], n_in, n_out;
	MPI_Comm better;
	neighbours n;

	PMPI_Comm_rank(comm, &me);
	PMPI_Comm_size(comm, &ranks);
	PMPI_Allreduce(&weighted, &everywhere, 1, MPI_INT, MPI_SUM, comm);
	if (!reorder || (everywhere != 0 && everywhere != ranks))
		return PMPI_Dist_graph_create_adjacent(comm, in, source, source_weight, out, target, target_weight, info, reorder, new);
	n = gather(comm, out, target, weighted ? target_weight : NULL, ranks, me);
	better = reordered(comm, &n, NULL, &rank);
	neighbours_free(&n);
	if (better == MPI_COMM_NULL) {
		free(rank);
		return PMPI_Dist_graph_create_adjacent(comm, in, source, source_weight, out, target, target_weight, info, 0, new);
	}
	while (rank[place] != me)
		place++;
	/* Rank r of old is rank `place` of `better`, and r's lists are for rank r of `better`. */
	for (int at = 0; at < ranks; at++)
		if (rank[at] == place) {
			list[0] = pass(better, me, at, in, source, &n_in);
			list[1] = pass(better, me, at, out, target, &n_out);
			list[2] = weighted ? pass(better, me, at, in, source_weight, &n_in) : NULL;
			list[3] = weighted ? pass(better, me, at, out, target_weight, &n_out) : NULL;
		}
	result = PMPI_Dist_graph_create_adjacent(better, n_in, list[0], weighted ? list[2] : MPI_UNWEIGHTED, n_out, list[1],
		weighted ? list[3] : MPI_UNWEIGHTED, info, 0, new);
	for (int i = 0; i < 4; i++)
		free(list[i]);
	free(rank);
	PMPI_Comm_free(&better);
	return result;
}
