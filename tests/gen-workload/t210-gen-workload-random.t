#!/usr/bin/env bash
# gen-workload random: the rule of section VI-D, its bounds and its distribution.
. "$(dirname "$0")/../lib.sh"

gen() { gen-workload random --machine "${machine:-dragonfly:g=17,a=4,p=4}" "$@"; }
# workloads: a line each: small size, number, pattern, large size, number, pattern, nodes in all
workloads() {
	awk -F, '!header && /^#/ { next } !header { header = 1; next }
		$1 != id && id != "" { print s, ns, ps, l, nl, pl, all; ns = nl = all = 0 }
		{ id = $1; all += $4; if ($3 == "small") { s = $4; ns++; ps = $6 } else { l = $4; nl++; pl = $6 } }
		END { print s, ns, ps, l, nl, pl, all }' "$@"
}
gen --cases 4000 --seed 11 >"$shared_dir/w"
workloads "$shared_dir/w" >"$shared_dir/list"
export shared_dir
list=$shared_dir/list

t 'as many cases as asked for, numbered from 1' '
	[ "$(column case "$shared_dir/w" | uniq | tr "\n" " ")" = "$(seq -s " " 4000) " ]'

t 'sizes and numbers are within their bounds, both kinds always there' '
	awk "\$4 < 17 || \$4 > 136 || \$5 < 1 || \$1 < 2 || \$1 > 16 || \$2 < 1 || \$7 > 272 { print; bad = 1 } END { exit bad }" $list'

t 'the bounds are reached' '
	[ "$(cut -d" " -f4 $list | sort -nu | sed -n "1p;\$p" | xargs)" = "17 136" ] &&
	[ "$(cut -d" " -f1 $list | sort -nu | xargs)" = "2 3 4 5 6 7 8 9 10 11 12 13 14 15 16" ] &&
	awk "\$7 == 272 { full = 1 } END { exit !full }" $list'

# 4,000 draws of a uniform on 120 values: chi-square with 119 degrees, 99.99% at 184
t 'the large size is uniform' '
	awk "{ n[\$4]++ } END { for (l = 17; l <= 136; l++) x += (n[l] - 4000 / 120) ^ 2 / (4000 / 120)
		print x; exit !(x < 184 && x > 70) }" $list'

# 4,000 draws of a uniform on 15 values: chi-square with 14 degrees, 99.99% at 42; and of large jobs of 128 to 136 nodes, of which one or two
# leave 0 to 16 nodes, about as many draws of each half
t 'the small size is uniform on 2 to 16, whatever the large jobs leave' '
	awk "{ n[\$1]++ } \$4 > 127 { many++; low += \$1 < 9 } END { for (s = 2; s <= 16; s++) x += (n[s] - 4000 / 15) ^ 2 / (4000 / 15)
		print x, low / many; exit !(x < 42 && x > 2 && low / many > 0.37 && low / many < 0.57) }" $list'

# given both sizes, the number is uniform on 1 ... floor(272 / L), without those that leave no room for a small job
t 'the number of large jobs is uniform given both sizes' '
	awk "{ m = int((272 - \$1) / \$4); u += (\$5 - 0.5) / m; n++; last += \$5 == m && m > 1; many += m > 1 ? 1 / m : 0 }
		END { print u / n, last / many; exit !(u / n > 0.49 && u / n < 0.51 && last / many > 0.92 && last / many < 1.08) }" $list'

t 'the number of small jobs is uniform given what is left' '
	awk "{ u += (\$2 - 0.5) / int((272 - \$4 * \$5) / \$1); n++ } END { print u / n; exit !(u / n > 0.48 && u / n < 0.52) }" $list'

# what was written before there was an order to choose
t 'counts-first: the same rows as ever, tiny jobs where large ones leave little' '
	gen --cases 300 --seed 11 --draw counts-first >old && [ "$(grep -v "^#" old | cksum)" = "2691257846 120780" ] &&
	machine=dragonfly:g=9,a=2,p=2 gen --cases 300 --order large --distinct --pattern halo2d,halo3d --repeat 2 --draw counts-first | grep -v "^#" | cksum | grep -qx "378806814 119952" &&
	cmp <(gen --cases 30 --draw sizes-first | rows) <(gen --cases 30 | rows) &&
	workloads old | awk "{ left = 272 - \$4 * \$5; top = left < 16 ? left : 16; n += top < 16; u += top < 16 ? (\$1 - 1.5) / (top - 1) : 0 } \$1 > top { bad = 1 }
		END { print n, u / n; exit bad || n < 9 || u / n < 0.3 || u / n > 0.7 }"'

# 36 pairs, 4,000 draws: chi-square with 35 degrees, 99.99% at 77
t 'two patterns are drawn independently from the six' '
	awk "{ n[\$3 \" \" \$6]++ } END { for (k in n) { pairs++; x += (n[k] - 4000 / 36) ^ 2 / (4000 / 36) }
		print pairs, x; exit !(pairs == 36 && x < 77) }" $list'

t 'distinct: always two different patterns of those given, each pair about as often' '
	gen --cases 2000 --distinct --pattern alltoall,broadcast,halo2d,halo3d,halo3d26 | workloads >l &&
	awk "\$3 == \$6 || /fft3d/ { print; bad = 1 } { n[\$3 \" \" \$6]++ }
		END { for (k in n) { pairs++; if (n[k] < 60 || n[k] > 145) bad = 1 } exit bad || pairs != 20 }" l'

t 'the patterns leave sizes and numbers as they are' '
	gen --cases 50 --seed 11 --pattern halo2d >a && rows "$shared_dir/w" | awk -F, "\$1 <= 50" | cut -d, -f1-5 >b &&
	rows a | cut -d, -f1-5 | cmp - b && [ "$(column pattern a | sort -u)" = halo2d ]'

t 'a part equals the same rows of the whole' '
	gen --cases 101-200 --seed 11 | rows >part && rows "$shared_dir/w" | awk -F, "\$1 > 100 && \$1 <= 200" | cmp - part &&
	for k in 1 2 3 4 5; do gen --cases $k-$k --seed 11 | rows; done >single &&
	gen --cases 5 --seed 11 | rows | cmp - single'

t 'the same seed gives the same bytes, another seed others' '
	gen --cases 20 --seed 5 >a && gen --cases 20 --seed 5 >b && cmp a b &&
	gen --cases 20 --seed 6 >c && ! cmp -s <(rows a) <(rows c) &&
	gen --cases 20 >d && gen --cases 20 --seed 1 | rows | cmp - <(rows d)'

t 'order large: the same jobs, the large ones first' '
	gen --cases 30 --order large >a && gen --cases 30 >b &&
	[ "$(rows a | cut -d, -f1,3 | uniq | sed -n 1,2p | xargs)" = "1,large 1,small" ] &&
	cmp <(workloads a) <(workloads b)'

t 'repeat: a workload again as cases side by side' '
	gen --cases 4-5 --repeat 3 >a &&
	[ "$(rows a | cut -d, -f1-3 | uniq | xargs)" = "10,4,1 11,4,2 12,4,3 13,5,1 14,5,2 15,5,3" ] &&
	gen --cases 5-5 --repeat 3 | rows | cmp - <(rows a | awk -F, "\$2 == 5") &&
	cmp <(rows a | awk -F, "\$3 == 2" | cut -d, -f2,4-) <(gen --cases 4-5 | rows)'

t 'the bounds follow the machine' '
	machine=dragonfly:g=9,a=2,p=2 gen --cases 500 | workloads | awk "{ if (\$4 < 5 || \$4 > 18 || \$1 < 2 || \$1 > 4 || 36 - \$4 * \$5 < \$1) bad = 1; l[\$4]; s[\$1] } END { exit bad || !(5 in l && 18 in l && 4 in s) }"'

done_testing
