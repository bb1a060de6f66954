#!/usr/bin/env bash
# metrics claims: what was measured beside what is claimed.
source "$(dirname "$0")/../lib.sh"

printf '%s\n' id,paper,where,kind,claim,paper_value 'X-01,x,Fig. 1,number,"runs, and fast",3%' 'X-02,x,II-A,ordering,a < b,as stated' \
	'X-03,x,Fig. 2,number,"a sentence that is so long that no line of a table for people has the room to hold all its words",7' >"$shared_dir/claims.csv"
printf '%s\n' id,routing,measured,holds,why 'X-03,minimal,6.5,partly,' 'X-01,minimal,4%,yes,"ours is near, enough"' 'X-01,ugal-l,9%,no,' >"$shared_dir/measured.csv"
run() { metrics claims --claims "$shared_dir/claims.csv" "$@"; }

t 'the rows of the measured table, in its order, with what is printed; other columns in front of the measured one' '
	run --no-preamble "$shared_dir/measured.csv" >out &&
	printf "%s\n" id,where,claim,paper_value,routing,measured,holds,why \
		"X-03,Fig. 2,a sentence that is so long that no line of a table for people has the room to hold all its words,7,minimal,6.5,partly," \
		"X-01,Fig. 1,\"runs, and fast\",3%,minimal,4%,yes,\"ours is near, enough\"" "X-01,Fig. 1,\"runs, and fast\",3%,ugal-l,9%,no," | diff - out'
t 'holds and why may be absent' '
	printf "%s\n" measured,id 12,X-02 | run --no-preamble >out && printf "%s\n" id,where,claim,paper_value,measured,holds,why "X-02,II-A,a < b,as stated,12,," | diff - out'
t 'several files, columns in any order' '
	printf "%s\n" measured,id 12,X-02 >a.csv && printf "%s\n" id,measured X-01,13 >b.csv && run --no-preamble a.csv b.csv | cut -d, -f1 | tr "\n" " " >out &&
	test "$(cat out)" = "id X-02 X-01 "'
t 'an id without a claim, a claim twice: exit 1' '
	printf "%s\n" id,measured X-01,1 X-09,1 >a.csv && exits 1 run a.csv 2>err >out && grep -qx "metrics: a.csv:3: id: .X-09.: no claim has this id" err &&
	printf "%s\n" id,where,claim,paper_value a,b,c,d a,b,c,d >c.csv && exits 1 metrics claims --claims c.csv a.csv 2>err && grep -q "^metrics: c.csv:3: id: .a.: " err'
t 'holds is yes, no, partly or empty' '
	printf "%s\n" id,measured,holds X-01,1,maybe >a.csv && exits 1 run a.csv 2>err && grep -qx "metrics: a.csv:2: holds: .maybe.: must be yes, no or partly" err'
t 'a missing column, a missing file: exit 1' '
	printf "%s\n" id,value X-01,1 >a.csv && exits 1 run a.csv 2>err && grep -q "^metrics: a.csv:1: measured: " err &&
	exits 1 metrics claims --claims a.csv a.csv 2>err && grep -q "^metrics: a.csv:1: where: " err &&
	exits 1 metrics claims --claims none.csv a.csv 2>err && grep -q "cannot open .none.csv." err'
t 'a measured table with a column of the claims: exit 2' '
	printf "%s\n" id,measured,where X-01,1,y >a.csv && exits 2 run a.csv 2>err && grep -q "would be called .where." err'
t '--format text: columns in line, sentences last and wrapped' '
	run --format text "$shared_dir/measured.csv" >out && cat >want <<END && diff want out
id    where   paper_value  routing  measured  holds   claim
X-03  Fig. 2  7            minimal  6.5       partly  a sentence that is so long that no line of a
                                                      table for people has the room to hold all its
                                                      words
X-01  Fig. 1  3%           minimal  4%        yes     runs, and fast
                                                      why: ours is near, enough
X-01  Fig. 1  3%           ugal-l   9%        no      runs, and fast
END'
t '--format text: widths in characters, not bytes; newlines in line' '
	printf "%s\n" "id,site,measured,why" "X-01,Zürich,1," "X-02,Bern,2,\"because
of b\"" >a.csv && run --format text a.csv >out && cat >want <<END && diff want out
id    where   paper_value  site    measured  holds  claim
X-01  Fig. 1  3%           Zürich  1                runs, and fast
X-02  II-A    as stated    Bern    2                a < b
                                                    why: because
                                                    of b
END'
t '--format text: lines are filled up to 100 characters' '
	{ echo id,where,claim,paper_value; printf "A,x,\"%s\",1\n" "$(yes a | sed 100q | tr "\n" " " | sed "s/ \$//")"; } >c.csv &&
	for m in 1 12345678 123456789; do
		printf "%s\n" id,measured "A,$m" | metrics claims --claims c.csv --format text >out && wc -L <out >>longest && test "$(tr -dc a <out | wc -c)" -gt 100 || exit 1
	done && test "$(sort -nu longest | tr "\n" " ")" = "99 100 "'
t 'another format: exit 2' 'exits 2 run --format html "$shared_dir/measured.csv" 2>err && grep -q "^metrics: --format: .html.: " err'
t 'the project'\''s own table of claims is one, where it is at hand' '
	claims=$HOPLINE_ROOT/data/claims/claims.csv; test -e "$claims" || exit 0
	printf "%s\n" id,measured LS-14,4% | metrics claims --claims "$claims" --no-preamble | grep -q "^LS-14,Fig. 10,.*,3%,4%,,"'

done_testing
