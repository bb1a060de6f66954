/* choices -- what coll/tuned of Open MPI 4.1.4 calls when nothing is forced, asked of the library itself for 2 to 20,000
 * ranks and 1 to 2^31 bytes, with a commutative sum; it never sends pieces by itself.  Its algorithms that send the same messages have
 * one name here: segmented_ring is ring, chain with its fan-out of 0 is pipeline, linear_sync is linear, two_proc is pairwise or ring. */
#include "lib/program/collectives/collectives.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* From that many ranks and bytes on; the last of those with the most ranks counts. */
typedef struct choice_rule {
	uint32_t ranks;
	int64_t bytes;
	const char *algorithm;
} choice_rule;

/* Of each operation, those of the most ranks last; `all`: it looks at the bytes of all blocks. */
static const struct {
	const char *name;
	bool all;
	const choice_rule *rules;
} choices[] = {
	{ "allreduce", false, (const choice_rule[]){
		{ 0, 0, "ring" }, { 0, 8, "recursive-doubling" }, { 0, 4096, "ring" }, { 0, 8192, "recursive-doubling" },
		{ 0, 16384, "ring" }, { 0, 262144, "rabenseifner" },
		{ 4, 0, "ring" }, { 4, 16, "recursive-doubling" }, { 4, 8192, "rabenseifner" },
		{ 8, 0, "recursive-doubling" }, { 8, 8192, "rabenseifner" },
		{ 16, 0, "ring" }, { 16, 64, "recursive-doubling" }, { 16, 4096, "rabenseifner" },
		{ 32, 0, "ring" }, { 32, 128, "rabenseifner" },
		{ 64, 0, "recursive-doubling" }, { 64, 262144, "rabenseifner" },
		{ 128, 0, "reduce-broadcast" }, { 128, 131072, "recursive-doubling" }, { 128, 262144, "rabenseifner" },
		{ 256, 0, "reduce-broadcast" }, { 256, 4096, "rabenseifner" },
		{ 512, 0, "reduce-broadcast" }, { 512, 2048, "recursive-doubling" }, { 512, 16384, "rabenseifner" },
		{ 2048, 0, "reduce-broadcast" }, { 2048, 2048, "ring" }, { 2048, 4096, "recursive-doubling" },
		{ 2048, 16384, "rabenseifner" },
		{ 4096, 0, "reduce-broadcast" }, { 4096, 2048, "ring" }, { 4096, 16384, "recursive-doubling" },
		{ 4096, 32768, "rabenseifner" },
		{ UINT32_MAX, 0, NULL } } },
	{ "reduce-scatter", true, (const choice_rule[]){
		{ 0, 0, "ring" }, { 0, 65536, "butterfly" }, { 0, 131072, "ring" },
		{ 4, 0, "reduce-then-scatter" }, { 4, 8, "recursive-halving" }, { 4, 262144, "ring" },
		{ 8, 0, "recursive-halving" }, { 8, 262144, "ring" },
		{ 32, 0, "reduce-then-scatter" }, { 32, 64, "recursive-halving" }, { 32, 2048, "butterfly" }, { 32, 524288, "ring" },
		{ 64, 0, "reduce-then-scatter" }, { 64, 256, "recursive-halving" }, { 64, 512, "butterfly" },
		{ 64, 2048, "recursive-halving" }, { 64, 4096, "butterfly" },
		{ 128, 0, "reduce-then-scatter" }, { 128, 256, "recursive-halving" }, { 128, 512, "butterfly" },
		{ 256, 0, "reduce-then-scatter" }, { 256, 256, "recursive-halving" }, { 256, 1024, "butterfly" },
		{ 512, 0, "reduce-then-scatter" }, { 512, 512, "recursive-halving" }, { 512, 2048, "butterfly" },
		{ 512, 8192, "recursive-halving" }, { 512, 16384, "butterfly" },
		{ 1024, 0, "reduce-then-scatter" }, { 1024, 512, "recursive-halving" }, { 1024, 4096, "butterfly" },
		{ 1024, 16384, "recursive-halving" }, { 1024, 32768, "butterfly" },
		{ 2048, 0, "reduce-then-scatter" }, { 2048, 512, "recursive-halving" }, { 2048, 4096, "butterfly" },
		{ 4096, 0, "reduce-then-scatter" }, { 4096, 1024, "recursive-halving" }, { 4096, 8192, "butterfly" },
		{ UINT32_MAX, 0, NULL } } },
	{ "allgather", false, (const choice_rule[]){
		{ 0, 0, "ring" },
		{ 3, 0, "recursive-doubling" },
		{ 32, 0, "recursive-doubling" }, { 32, 1024, "neighbor" }, { 32, 65536, "ring" },
		{ 64, 0, "recursive-doubling" }, { 64, 512, "neighbor" }, { 64, 65536, "ring" },
		{ 128, 0, "recursive-doubling" }, { 128, 512, "neighbor" }, { 128, 131072, "ring" }, { 128, 524288, "neighbor" },
		{ 128, 1048576, "ring" },
		{ 256, 0, "recursive-doubling" }, { 256, 32, "bruck" }, { 256, 128, "recursive-doubling" }, { 256, 1024, "neighbor" },
		{ 256, 131072, "ring" }, { 256, 524288, "neighbor" }, { 256, 1048576, "ring" },
		{ 512, 0, "recursive-doubling" }, { 512, 64, "bruck" }, { 512, 256, "recursive-doubling" }, { 512, 2048, "neighbor" },
		{ 1024, 0, "recursive-doubling" }, { 1024, 4, "bruck" }, { 1024, 8, "recursive-doubling" }, { 1024, 16, "bruck" },
		{ 1024, 32, "recursive-doubling" }, { 1024, 256, "bruck" }, { 1024, 512, "recursive-doubling" },
		{ 1024, 4096, "neighbor" },
		{ 2048, 0, "bruck" }, { 2048, 32, "recursive-doubling" }, { 2048, 128, "bruck" }, { 2048, 512, "recursive-doubling" },
		{ 2048, 4096, "neighbor" },
		{ 4096, 0, "recursive-doubling" }, { 4096, 2, "bruck" }, { 4096, 8, "recursive-doubling" }, { 4096, 16, "bruck" },
		{ 4096, 512, "recursive-doubling" }, { 4096, 4096, "neighbor" },
		{ UINT32_MAX, 0, NULL } } },
	{ "alltoall", false, (const choice_rule[]){
		{ 0, 0, "pairwise" }, { 0, 32768, "linear" }, { 0, 262144, "pairwise" },
		{ 3, 0, "linear" }, { 3, 524288, "pairwise" }, { 3, 1048576, "linear" },
		{ 8, 0, "linear" },
		{ 16, 0, "linear" }, { 16, 4, "bruck" }, { 16, 512, "linear" },
		{ 32, 0, "bruck" }, { 32, 512, "linear" },
		{ 64, 0, "bruck" }, { 64, 1024, "linear" }, { 64, 262144, "pairwise" },
		{ 256, 0, "bruck" }, { 256, 1024, "linear" }, { 256, 32768, "pairwise" },
		{ 512, 0, "bruck" }, { 512, 512, "linear" }, { 512, 262144, "pairwise" },
		{ 1024, 0, "bruck" }, { 1024, 512, "linear" },
		{ 2048, 0, "bruck" }, { 2048, 1024, "linear" },
		{ 4096, 0, "bruck" }, { 4096, 2048, "linear" },
		{ UINT32_MAX, 0, NULL } } },
	{ "broadcast", false, (const choice_rule[]){
		{ 0, 0, "pipeline" }, { 0, 32, "binary" }, { 0, 256, "pipeline" }, { 0, 512, "knomial" }, { 0, 1024, "linear" },
		{ 0, 32768, "binary" }, { 0, 131072, "pipeline" }, { 0, 262144, "linear" }, { 0, 524288, "binomial" },
		{ 0, 1048576, "binary" },
		{ 4, 0, "binary" }, { 4, 64, "binomial" }, { 4, 128, "binary" }, { 4, 2048, "binomial" }, { 4, 8192, "linear" },
		{ 4, 1048576, "pipeline" },
		{ 8, 0, "knomial" }, { 8, 8, "binary" }, { 8, 64, "knomial" }, { 8, 4096, "binary" }, { 8, 16384, "binomial" },
		{ 8, 32768, "linear" },
		{ 16, 0, "knomial" }, { 16, 4096, "binomial" }, { 16, 1048576, "scatter-allgather" },
		{ 32, 0, "binomial" }, { 32, 2048, "knomial" },
		{ 64, 0, "knomial" },
		{ 128, 0, "binomial" }, { 128, 2, "binary" }, { 128, 16384, "linear" }, { 128, 32768, "binary" },
		{ 128, 65536, "knomial" },
		{ 256, 0, "knomial" }, { 256, 16384, "split-binary" }, { 256, 32768, "knomial" },
		{ 1024, 0, "knomial" }, { 1024, 524288, "scatter-allgather" },
		{ 2048, 0, "knomial" }, { 2048, 262144, "scatter-allgather" },
		{ 4096, 0, "knomial" }, { 4096, 8192, "binary" }, { 4096, 16384, "knomial" }, { 4096, 262144, "scatter-allgather" },
		{ UINT32_MAX, 0, NULL } } },
	{ "reduce", false, (const choice_rule[]){
		{ 0, 0, "rabenseifner" }, { 0, 8, "binary" }, { 0, 16, "pipeline" }, { 0, 32, "linear" }, { 0, 262144, "pipeline" },
		{ 4, 0, "binary" }, { 4, 4096, "pipeline" }, { 4, 65536, "binomial" }, { 4, 262144, "linear" }, { 4, 524288, "binomial" },
		{ 4, 1048576, "linear" },
		{ 8, 0, "binary" }, { 8, 8192, "binomial" },
		{ 16, 0, "binary" }, { 16, 4096, "binomial" },
		{ 32, 0, "binomial" },
		{ 256, 0, "binomial" }, { 256, 8192, "in-order-binary" }, { 256, 16384, "binomial" },
		{ 512, 0, "binomial" },
		{ 2048, 0, "binomial" }, { 2048, 512, "in-order-binary" }, { 2048, 1024, "binomial" }, { 2048, 8192, "in-order-binary" },
		{ 2048, 16384, "binomial" },
		{ 4096, 0, "binomial" }, { 4096, 16, "in-order-binary" }, { 4096, 32, "binomial" }, { 4096, 1024, "in-order-binary" },
		{ 4096, 2048, "binomial" }, { 4096, 8192, "in-order-binary" }, { 4096, 16384, "binomial" },
		{ UINT32_MAX, 0, NULL } } },
	{ "barrier", false, (const choice_rule[]){
		{ 0, 0, "recursive-doubling" },
		{ 4, 0, "linear" },
		{ 8, 0, "recursive-doubling" },
		{ 64, 0, "dissemination" },
		{ 256, 0, "tree" },
		{ 512, 0, "dissemination" },
		{ 1024, 0, "tree" },
		{ 4096, 0, "dissemination" },
		{ UINT32_MAX, 0, NULL } } },
};

const char *
choice_of(const char *name, uint32_t ranks, int64_t bytes)
{
	for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
		const choice_rule *best = choices[i].rules;

		if (strcmp(choices[i].name, name) != 0)
			continue;
		if (choices[i].all)
			bytes *= ranks;
		for (const choice_rule *r = best; r->ranks <= ranks; r++)
			if (r->bytes <= bytes)
				best = r;
		return best->algorithm;
	}
	return NULL;
}
