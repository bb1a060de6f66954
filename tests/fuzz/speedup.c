/* fuzz: tables of speedups. */
/* link: alloc */
#include "fuzz/fuzz.h"

static const char jobs[] = "#hopline 1\n#machine rdragonfly:g=6,a=2,p=2,h=3\njob,submit_s,nodes,runtime_s,walltime_s,mode\n"
	"a,0,8,100,100,adaptive\nb,20,16,100,200,custom-balance\nc,40,24,100,100,\nd,60,8,100,,minimal-balance\ne,60,3,100,100,\nf,60,5,100,100,adaptive\n";

void
fuzz_one(const char *text, size_t length)
{
	fuzz_tool("alloc", "--policy", "grap", "--schedule", "easy", "--speedup", fuzz_file(0, text, length), fuzz_file(1, jobs, sizeof jobs - 1), (char *)NULL);
}
