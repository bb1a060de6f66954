# runs -- simulated exchanges of placed jobs: what milc, vpic, s3d and wrf share; they source it.
# shellcheck shell=bash
source "$(dirname "${BASH_SOURCE[0]}")/settings.sh"
columns=application,nodes,tasks,dims,site_bytes,schedule,comm_time_s,routers_mean,messages,packets

# job APPLICATION MACHINE NODES DIMS LATTICE [OPTION...]: its row
job() {
	gen-workload application "$1" --quiet --machine "$2" --nodes "$3" --dims "$4" --lattice "$5" "${@:6}"
}
# exchange TABLE PLACEMENT SCHEDULE [OPTION OF NETSIM...]: what the simulation comes to, a row
exchange() {
	netsim --quiet --routing dimension-order --router "$router" --packet "$packet" --schedule "$3" "${@:4}" "$1" |
		metrics select --no-preamble --columns "$columns" | sed 1d | sed "s/^/$2,/"
}
# loads PLACEMENT LINKS: how busy the links between routers are along each dimension
loads() { awk -v placement="$1" -f "$here/loads.awk" "$2"; }
# offnode [OPTION OF MAP...] <TABLE: the bytes that the tasks of its one job exchange so mapped, those that leave their node, and their share
offnode() {
	map --quiet "$@" --report "$tmp/report" >"$tmp/again"
	metrics select --no-preamble --columns bytes,inside_bytes "$tmp/report" | awk -F, 'END { printf "%.0f,%.0f,%.9g\n", $1, $1 - $2, ($1 - $2) / $1 }'
}
