/* looks -- first bytes that no log, table, trace, program, matrix or machine begins with. */
#include "lib/stream/source.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/stream/gzlines.h"

#define KIND(begin, name) { (begin), sizeof(begin) - 1, (name) }

static const struct {
	const char *begin;
	size_t length;
	const char *name;
} kinds[] = {
	KIND("\x1f\x8b", "a gzip file"), KIND("BZh", "a bzip2 file"), KIND("\xfd" "7zXZ", "an xz file"), KIND("\x28\xb5\x2f\xfd", "a zstd file"),
	KIND("PK\x03\x04", "a ZIP archive"), KIND("%PDF-", "PDF"), KIND("\x89PNG", "a PNG picture"), KIND("\x7f" "ELF", "a program"),
	KIND("\x89HDF", "HDF5"), KIND("SQLite format 3", "an SQLite database"), KIND("PAR1", "Parquet"), KIND("\x80\x02", "a pickle of Python"),
	KIND("\xff\xfe", "text in UTF-16, of which iconv -f UTF-16 makes UTF-8"),
	KIND("%YAML", "YAML"), KIND("---\n", "YAML"), KIND("---\r\n", "YAML"), KIND("--- ", "YAML"),
	KIND("<?xml", "XML"), KIND("<!doctype html", "HTML"), KIND("<!DOCTYPE html", "HTML"), KIND("<html", "HTML"), KIND("<!", "XML"),
};

#define TOPOLOGY "--machine graph:topology=FILE"
#define LOG "gen-workload log --format"
#define NOT_LSF "what bacct, bhist or bjobs prints, which is not read: lsb.acct is, by " LOG "=lsf"
#define NOT_PBS "what qstat prints, which is not read: PBS's accounting is, by " LOG "=pbs"
#define NOT_SLURM "what scontrol or sinfo prints, which is not read: switches (scontrol show topology) are, by map --topology, and jobs (squeue, " \
	"sacct), by gen-workload log"
#define NOT_FABRIC "a list of InfiniBand in a form that is not read: what ibnetdiscover prints is, by map --topology or " TOPOLOGY

/* What our readers take: a kind of those above, or how the first line that says something begins; and who reads it.  What is no text is
 * known by what its name ends in.  Without a reader the kind says what to have instead. */
enum { FIRST, NAME, ANYWHERE, JOB };	/* JOB: the first line is a job of the Standard Workload Format */
static const struct { const char *kind, *begin, *reader; int where; } ours[] = {
	{ "JSON", NULL, LOG " sacct, squeue or batsim, and gen-workload trace" }, { "XML", NULL, "--matrix (of IPM)" },
	{ "YAML", NULL, TOPOLOGY " (of Slurm)" }, { LOOKS_TABLE, "#hopline", "alloc, map, netsim and metrics" },
	{ "OTF2", ".otf2", "gen-workload trace", NAME }, { LOOKS_CHAKRA, ".et", "gen-workload trace", NAME },
	{ "switches of Slurm", "SwitchName", TOPOLOGY }, { "blocks of Slurm", "BlockName", TOPOLOGY },
	{ LOOKS_IBNETDISCOVER, "\nvendid=", TOPOLOGY, ANYWHERE }, { LOOKS_IBNETDISCOVER, "Switch\t", TOPOLOGY },
	{ LOOKS_ARIES, "c0-0c0s0a", TOPOLOGY }, { LOOKS_ARIES, "c00-0c0s0a", TOPOLOGY },
	{ "a table of sacct", "JobID", LOG " sacct" }, { "a table of sacct", "|JobID", LOG " sacct", ANYWHERE },
	{ "a table of sacct", "jobid", LOG " sacct" }, { "a table of sacct", "|jobid", LOG " sacct", ANYWHERE },
	{ "a table of squeue", "JOBID", LOG " squeue" }, { "a table of squeue", "|JOBID", LOG " squeue", ANYWHERE },
	{ "a table of squeue", "CLUSTER: ", LOG " squeue" }, { "jobs of squeue --json", "\"job_state\":", LOG " squeue", ANYWHERE },
	{ "a log of PBS", "00/00/0000 00:00:00;", LOG " pbs" }, { "a log of LSF", "\"JOB_", LOG " lsf" },
	{ "a log of Argonne's", "\"JOB_NAME\"", LOG " alcf" }, { "a log of Argonne's", "JOB_NAME,", LOG " alcf" },
	{ LOOKS_SWF, ";", "gen-workload swf" }, { LOOKS_SWF, NULL, "gen-workload swf", JOB },
	{ "a program in GOAL", "num_ranks ", "the column program of a table" },
	{ "a matrix", "src,dst,bytes", "--matrix" }, { "a matrix", "%%MatrixMarket", "--matrix" },
	{ "a profile of TAU", "0 templated_functions", "--matrix" }, { "a report of mpiP", "@ mpiP", "--matrix" },
	{ LOOKS_MONITORING, " msgs sent", "--matrix", ANYWHERE },
	{ NOT_LSF, "Accounting information about" }, { NOT_LSF, "Job <" }, { NOT_LSF, "Summary of time in seconds" }, { NOT_LSF, "JOBID   USER" },
	{ NOT_PBS, "Job Id: " }, { NOT_PBS, "Job id " }, { NOT_PBS, "\"pbs_version\"", NULL, ANYWHERE },
	{ NOT_SLURM, "JobId=" }, { NOT_SLURM, "NodeName=" }, { NOT_SLURM, "PARTITION " },
	{ NOT_FABRIC, "CA: " }, { NOT_FABRIC, "Switch: 0x" }, { NOT_FABRIC, "CA  " }, { NOT_FABRIC, "SW  " }, { NOT_FABRIC, "{ CA Ports:" },
	{ NOT_FABRIC, "{ SW Ports:" },
};

/* Does the text begin so, where 0 is any digit? */
static bool
begins(const char *s, const char *end, const char *begin)
{
	while (*begin && s < end && (*begin == *s || (*begin == '0' && isdigit((unsigned char)*s))))
		begin++, s++;
	return !*begin;
}

/* Where the next line begins that says something; `end` when none does. */
static const char *
next_line(const char *s, const char *end)
{
	const char *stop;

	for (; s < end; s = stop + (stop < end)) {
		const char *word = s;

		stop = memchr(s, '\n', (size_t)(end - s));
		stop = stop ? stop : end;
		while (word < stop && isspace((unsigned char)*word))
			word++;
		if (word < stop && *word != '#')
			return s;
	}
	return end;
}

/* Is it "key:" or "key: value", behind a hyphen or blanks or not? */
static bool
is_key(const char *s, const char *end)
{
	const char *word;

	while (s < end && (*s == ' ' || *s == '-'))
		s++;
	for (word = s; s < end && (isalnum((unsigned char)*s) || strchr("_-.", *s)); s++)
		;
	return s > word && isalpha((unsigned char)*word) && s < end && *s++ == ':' && (s == end || isspace((unsigned char)*s));
}

/* The mark of a document; a key that has a value in its line, or lines below it that are further in or items, and then another key. */
static bool
is_yaml(const char *s, const char *end)
{
	const char *below, *line = next_line(s, end), *stop = memchr(line, '\n', (size_t)(end - line));

	if (end - line > 3 && memcmp(line, "---", 3) == 0 && isspace((unsigned char)line[3]))
		return true;
	if (line == end || *line == ' ' || !stop || !is_key(line, end) || begins(line, end, "ibwarn:"))
		return false;
	below = next_line(stop + 1, end);
	return below < end && is_key(below, end);
}

static const char *
foreign(const char *text, size_t length)
{
	const char *end = text + length, *s = text;

	if (length >= 3 && memcmp(s, "\xef\xbb\xbf", 3) == 0)
		s += 3;
	while (s < end && isspace((unsigned char)*s))
		s++;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if ((size_t)(end - s) >= kinds[i].length && memcmp(s, kinds[i].begin, kinds[i].length) == 0)
			return kinds[i].name;
	if (s < end && (*s == '{' || *s == '[')) {
		const char *next = s + 1;

		while (next < end && isspace((unsigned char)*next))
			next++;
		if (next < end && strchr(*s == '{' ? "\"}" : "\"{[]-0123456789", *next))
			return "JSON";
	}
	if (end - s > 2 && *s == '<' && isalpha((unsigned char)s[1]) && memchr(s, '>', (size_t)(end - s)))
		return "XML";
	return is_yaml(s, end) ? "YAML" : NULL;
}

bool
gzlines_named(const char *file, const char *end)
{
	size_t n = strlen(file), k = strlen(end);

	n -= n > 3 && strcmp(file + n - 3, ".gz") == 0 ? 3 : 0;
	return n >= k && memcmp(file + n - k, end, k) == 0;
}

/* Have messages about the beginning of the file say what it is, row i of our kinds. */
static void
hint(const char *file, long line, size_t i)
{
	char *text = xprintf("%s%s%s", ours[i].kind, ours[i].reader ? ", read by " : "", ours[i].reader ? ours[i].reader : "");

	die_hint(file, line, text);
	free(text);
}

/* Eighteen numbers, as a job of the Standard Workload Format has. */
static bool
is_swf_job(const char *s, const char *end)
{
	const char *stop = memchr(s, '\n', (size_t)(end - s));
	int numbers = 0;

	for (stop = stop ? stop : end; s < stop; numbers++) {
		const char *word = s;

		while (s < stop && (isdigit((unsigned char)*s) || strchr("+-.eE", *s)))
			s++;
		if (s == word)
			return false;
		while (s < stop && isspace((unsigned char)*s))
			s++;
	}
	return numbers == 18;
}

/* Is the file of row i of our kinds?  Its first line that says something is at `line`. */
static bool
is_row(size_t i, const char *file, const char *text, const char *line, const char *end)
{
	const char *begin = ours[i].begin;

	if (ours[i].where == NAME)
		return gzlines_named(file, begin);
	if (ours[i].where == ANYWHERE)
		return memmem(text, (size_t)(end - text), begin, strlen(begin));
	while (line < end && *line == ' ')
		line++;
	if (ours[i].where == JOB)
		return is_swf_job(line, end);
	return begin && (begins(line, end, begin) || begins(text, end, begin));
}

const char *
looks_like(const char *file, const char *text, size_t length, const char *own, const char **is)
{
	const char *kind = foreign(text, length), *end = text + length, *line = next_line(text, end);
	long number = 1;

	for (const char *s = text; s < line; s++)
		number += *s == '\n';
	die_hint(file, number, NULL);
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
		if ((kind && ours[i].where != ANYWHERE) || !is_row(i, file, text, line, end))
			continue;
		if (own && strcmp(ours[i].kind, own) == 0)
			break;
		*is = ours[i].kind;
		hint(file, number, i);
	}
	return kind;
}

void
looks_check(const char *file, const char *kind, const char *is, const char *wanted)
{
	if (!kind)
		return;
	for (size_t i = 0; !is && i < sizeof ours / sizeof *ours; i++)
		if (strcmp(ours[i].kind, kind) == 0)
			hint(file, 1, i);
	die_at(file, 1, "this looks like %s: must be %s", kind, wanted);
}

const char *
gzlines_reader(const gzlines *f)
{
	for (size_t i = 0; f->ours && i < sizeof ours / sizeof *ours; i++)
		if (strcmp(ours[i].kind, f->ours) == 0)
			return ours[i].reader;
	return NULL;
}
