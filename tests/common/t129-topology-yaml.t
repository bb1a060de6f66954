#!/usr/bin/env bash
# topology.yaml of Slurm 25.05 and later: what Slurm takes is taken, and what keeps its daemon from starting is one clear error, with its line.
source "$(dirname "$0")/../lib.sh"

# Elements of the list: a tree, blocks, rings, a torus.
tree='- topology: A
  cluster_default: true
  tree:
    switches:
      - switch: top
        children: s[1-2]
      - switch: s1
        nodes: n[00-07]
      - switch: s2
        nodes: n[08-15]'
block='- topology: B
  block:
    block_sizes:
      - 4
      - 8
    blocks:
      - block: b1
        nodes: n[00-03]
      - block: b2
        nodes: n[04-07]'
ring='- topology: R
  ring:
    rings:
      - ring: r0
        nodes: n[03,01,00,02]
      - ring: r1
        nodes: n[04-09]'
torus='- topology: T
  torus3d:
    toruses:
      - name: t
        dims: {x: 4, y: 2, z: 2}
        nodes: n[00-15]
        placements:
          - dims: {x: 2, y: 2, z: 1}'
export tree block ring torus q="'"

# made TEXT [SED]: t.yaml of it, changed
made() { sed "${2-}" <<<"$1" >t.yaml; }
# takes NODES TEXT [SED]: it is a machine of so many nodes
takes() {
	made "${@:2}" && is "$(metrics nodes --machine graph:topology=t.yaml --no-preamble 2>err | sed 1d | wc -l)" "$1" || { cat t.yaml err; return 1; }
}
# wrong MESSAGE TEXT [SED]: it is refused so, behind the file's name
wrong() {
	made "${@:2}" && exits 1 metrics nodes --machine graph:topology=t.yaml --no-preamble >out 2>err || { cat err t.yaml; return 1; }
	grep -qF -- "t.yaml$1" err || { echo "not said: t.yaml$1"; cat err t.yaml; return 1; }
}
export -f made takes wrong

t 'what Slurm takes' '
	takes 16 "$tree" && takes 16 "---
# a comment
$tree" && takes 16 "$tree" "s/true$/yes/" && takes 16 "$tree" "/cluster_default/d" && takes 16 "$tree" "s/nodes: \(.*\)/nodes: \"\1\"/" &&
	takes 16 "$tree
$tree" && takes 16 "$tree" "s/switch: s1/switch: s1\n        rack: 7/" && takes 16 "$tree" "s/n.00-07./n[00-03],n[04-07]/" &&
	takes 15 "$tree" "s/08-15/08-14/" && takes 16 "$tree" "/switch: top/,+1d" && takes 16 "$tree" "s/nodes: n.00/nodes: n[00/;s/^      - /    - /;s/^        /      /" &&
	takes 8 "$block" && takes 8 "$block" "s/- 8/- \"8\"/" && takes 8 "$block" "/block_sizes/,/- 8/d" && takes 8 "$block" "s/block_sizes:/block_sizes: 4/;/- [48]$/d" &&
	takes 8 "$block" "s/block_sizes:/block_sizes: [4, 8]/;/- [48]$/d" && takes 10 "$ring" && takes 16 "$torus" && takes 16 "$torus" "/placements/,\$d"'
t 'JSON, and what scontrol show topoconf prints' '
	takes 16 "[{\"topology\": \"A\", \"tree\": {\"switches\": [{\"switch\":\"s1\",\"nodes\": \"n[00-15]\"}]}}]" &&
	takes 16 "%YAML 1.1
---
$tree
  block: {}
  flat: {}
  ring: {}
..." "s/switch: s1/switch: s1\n        children:/"'
t 'a switch with nodes and children keeps the nodes, and its children are roots' '
	made "$tree" "s/children: s.*/children: s2/;/switch: top/,+1s/children.*/&\n        nodes: n[00-07]/;/switch: s1/,+1d" &&
	printf "job,nodes\na,9\n" >j.csv && refuses 1 "no fabric has as many idle nodes" alloc --machine graph:topology=t.yaml --policy simple j.csv &&
	grep -q "switch .top. has nodes and children: as in Slurm the nodes count alone" err'
t 'a topology by name, the default, the first' '
	both="$block
$tree" && takes 16 "$both" && takes 8 "$both" "/cluster_default/d" && made "$both" && is "$(metrics nodes --machine graph:topology=t.yaml,name=B --no-preamble | sed 1d | wc -l)" 8 &&
	refuses 1 "t.yaml: no topology ${q}C${q}; known: A, B" metrics nodes --machine graph:topology=t.yaml,name=C'
t 'kinds: two, none, flat' '
	wrong ":2: topology ${q}B${q} is of two kinds, tree and block" "$block
  tree:
    switches:
      - switch: s" && wrong ":1: topology ${q}A${q} is of no kind; tree, block, ring, torus3d or flat: true is missing" "- topology: A" &&
	wrong ":1: topology ${q}A${q} is of no kind" "- topology: A
  flat: false" && wrong ":1: topology ${q}A${q} is flat: it names no nodes, of which a machine could be made" "- topology: A
  flat: true"'
t 'lists where texts belong, and texts where lists do' '
	wrong ":6: ${q}children${q}: must be one text, as n[01-04]" "$tree" "s/s.1-2./[s1, s2]/" && wrong ":8: ${q}nodes${q}: must be one text" "$tree" "s/n.00-07./[n01, n02]/" &&
	wrong ":3: block_sizes: ${q}4,8${q}: must be numbers in a list, as [4, 8]" "$block" "s/block_sizes:/block_sizes: \"4,8\"/;/- [48]$/d" &&
	wrong ":3: ${q}switches${q}: must be a list" "$tree" "s/^    switches:/    switchs:/" && wrong ":1: must be a list of topologies" "topology: A
tree:
  switches:
    - switch: s1"'
t 'sizes of blocks' '
	wrong ":3: BlockSizes: ${q}4,12${q}: must be numbers of nodes" "$block" "s/- 8/- 12/" && wrong ":3: BlockSizes: ${q}8,4${q}" "$block" "s/- 8/- 9/;s/- 4/- 8/;s/- 9/- 4/"'
t 'switches, blocks, rings: unknown, twice, in a cycle' '
	wrong ":5: Switches: ${q}s3${q}: no line defines this switch" "$tree" "s/s.1-2./s[1-3]/" && wrong ":9: SwitchName: ${q}s1${q}: line 7 has it already" "$tree" "s/switch: s2/switch: s1/" &&
	wrong ":9: BlockName: ${q}b1${q}: line 7 has it already" "$block" "s/: b2/: b1/" && wrong ":6: ring ${q}r0${q}: line 4 has it already" "$ring" "s/: r1/: r0/" &&
	wrong ":7: switch ${q}s1${q} is below itself" "$tree" "s/nodes: n.00-07./children: s1/;s/s.1-2./s2/"'
t 'lines that are no YAML' '
	wrong ":3: ${q}?switches:${q}: a tab, which YAML does not take as a blank in front" "- topology: A
  tree:
	switches:" && wrong ": is empty" "" && wrong ":1: must be a list of topologies" "[]" && wrong ":2: " "- topology: A
    tree: x" && wrong ":1: ${q}- topology: \"A${q}: a quote without its end in this line" "- topology: \"A" && wrong ":2: ${q}topology${q}: given twice, in line 1, too" "- topology: A
  topology: A" && wrong ":2: the file ends within a bracket" "[{" && wrong ":1: ${q}- topology: &a A${q}: anchors, tags" "- topology: &a A
  tree: *a"'
t 'rings: 17 nodes, none, a node in two' '
	wrong ":6: ring ${q}r1${q} has 17 nodes, and rings in Slurm have 1 to 16" "$ring" "s/04-09/04-20/" && wrong ":6: ring ${q}r1${q} has 0 nodes" "$ring" "\$d" &&
	wrong ":6: nodes: ${q}n03${q}: is at another place already" "$ring" "s/04-09/03-09/"'
t 'tori: places and nodes, sizes, placements, regions' '
	wrong ":4: torus ${q}t${q}: 4x2x2 places and 15 nodes" "$torus" "s/00-15/00-14/" && wrong ":4: torus ${q}t${q}: 3x2x2 places and 16 nodes" "$torus" "s/x: 4/x: 3/" &&
	wrong ":5: ${q}dims${q}: must be x, y and z, each a number of at least 1, as {x: 4, y: 4, z: 2}" "$torus" "s/, z: 2/, z: 0/" && wrong ":5: ${q}dims${q}: must be x, y and z" "$torus" "s/, z: 2//" &&
	wrong ":5: ${q}dims${q}: must be x, y and z" "$torus" "s/{x: 4, y: 2, z: 2}/[4, 2, 2]/" && wrong ":8: placement 5x2x1 is larger than torus ${q}t${q} of 4x2x2" "$torus" "s/x: 2/x: 5/" &&
	wrong ":4: torus ${q}t${q} has nodes and regions" "$torus" "s/placements:/regions:/" &&
	takes 16 "$torus" "s/nodes: .*/regions: [{anchor: {x: 2, y: 0, z: 0}, dims: {x: 2, y: 2, z: 2}, nodes: \"n[00-07]\"}]/" &&
	is "$(metrics nodes --machine graph:topology=t.yaml --no-preamble | awk -F, "/absent/ { n++ } END { print n, \$NF }")" "8 n07" &&
	wrong ":6: nodes: ${q}n08${q}: its place has ${q}n00${q} already" "$torus" "s/nodes: .*/regions: [{dims: {x: 2, y: 2, z: 2}, nodes: \"n[00-07]\"}, {dims: {x: 1, y: 1, z: 1}, nodes: n08}]/" &&
	wrong ":6: the region goes beyond torus" "$torus" "s/nodes: .*/regions: [{anchor: {x: 3, y: 0, z: 0}, dims: {x: 2, y: 2, z: 2}, nodes: \"n[00-07]\"}]/"'
t 'a ring and a torus are networks of their kind, several are joined' '
	made "$torus" && is "$(metrics machine --machine graph:topology=t.yaml --no-preamble | cells kind,links,diameter)" torus,32,4 && made "$ring" && is "$(metrics machine --machine graph:topology=t.yaml --no-preamble | cells kind,routers,links)" graph,11,12 && sed -i "/r1/,\$d" t.yaml && is "$(metrics machine --machine graph:topology=t.yaml --no-preamble | cells kind,links,diameter)" torus,4,2 && is "$(metrics nodes --machine graph:topology=t.yaml --no-preamble | cells name | paste -sd" ")" "n03 n01 n00 n02"'
t 'what scontrol shows of rings and tori' '
	printf "%s\n" "RingName=r0 Nodes=n[03,01,00,02] RingSize=4" "  RingName=r1 Nodes=n[04-09] RingSize=6" >r.conf &&
	printf "%s\n" "TorusName=t Dims=4x2x2 Nodes=n[00-15]" "   TorusName=t PlacementDims=2x2x1(4) Anchors=4" >t.conf && printf "job,nodes\na,4\n" >j.csv &&
	gives node_list "alloc --machine graph:topology=t.conf --policy slurm-torus3d j.csv" "0-1 4-5" && gives node_list "alloc --machine graph:topology=r.conf --policy slurm-ring j.csv" "2 1 3 0" &&
	sed -i "s/=4$/=8/" t.conf && refuses 1 "t.conf:2: placement 2x2x1(4) of ${q}t${q} has 8 anchors, and the topology.yaml alone says where" alloc --machine graph:topology=t.conf --policy slurm-torus3d j.csv &&
	sed -i "2d;s/^/RingName=r0 Nodes=n1\n/" t.conf && refuses 1 "t.conf:2: a file must have either switches, blocks, rings or tori" alloc --machine graph:topology=t.conf --policy simple j.csv'
t 'slurm-ring, slurm-torus3d: what waits and what is refused say so, and what machine they want' '
	data=$HOPLINE_ROOT/data/reference/slurm/26.05 && printf "%s\n" job,nodes,node_list,segment r,6,"0 8 16 24 32 40", a,4,,2 b,9,, c,5,,2 d,8,, >in.csv &&
	gives node_list "alloc --machine graph:topology=$data/ring8.yaml --policy slurm-ring --on-full skip in.csv 2>err" "0 8 16 24 32 40" "1-2 9-10" "\"\"" "\"\"" "\"\"" &&
	grep -q ": job .b.[: a-z]*: it wants 1 ring of at least 9 nodes, and there are 0" err && grep -q "its nodes, 5, are no multiple of its segment, 2" err &&
	grep -q "it wants 1 ring with 8 idle nodes in a row, and now there are 0" err && printf "%s\n" job,nodes,node_list r,1,0 a,16, b,3, >in.csv &&
	gives node_list "alloc --machine graph:topology=$data/torus442.yaml --policy slurm-torus3d --on-full skip in.csv 2>err" 0 16-31 "\"\"" && grep -q "no placement has 3 nodes" err &&
	refuses 1 "wants the 3-D tori of a topology.yaml, and ${q}torus:k=4x4x2$q has none" alloc --machine torus:k=4x4x2 --policy slurm-torus3d in.csv &&
	refuses 1 "wants the rings of a topology.yaml" alloc --machine graph:topology=$data/torus442.yaml --policy slurm-ring in.csv'
done_testing
