/* json-table -- a log in JSON as the table that a program of Slurm would have written: a column a value, a line a job. */
#pragma once

#include "lib/stream/gzlines.h"

#define JSON_DELIMITER "\x1f"	/* between the columns */

/* A column: what its header says, and where a job has it (lib/json); an empty header ends a table of these. */
typedef struct json_column {
	const char *title, *paths;
	enum { JSON_TEXT, JSON_TIME, JSON_MINUTES } kind;	/* a time of 0 is none; minutes become MM:SS */
} json_column;

/* What sacct --json, squeue --json and Batsim write. */
extern const json_column json_sacct[], json_squeue[], json_batsim[];

/* The jobs of the file `in`, which is closed, as lines; a job's line is its place among them, from 1.  Ends the tool with status 1 when it
 * has no list "jobs", or of Batsim no "profiles". */
gzlines *json_table(gzlines *in, const json_column *columns);
