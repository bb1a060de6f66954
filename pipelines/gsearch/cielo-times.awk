# cielo-times -- communication times of an iteration become run times: computing takes so long that GEOM's runs
# communicate for thirty percent of the time, all sets and sizes of one traffic and message size taken together (III-A).
#	awk -f cielo-times.awk runs.csv runs.csv

BEGIN { FS = OFS = ","; share = 0.3 }
FNR == 1 { file++; if (file == 2) print $0, "time_s"; next }
file == 1 { if ($5 == "geom") { sum[$3, $4] += $8; count[$3, $4]++ } next }
{ printf "%s,%.9g\n", $0, $8 + sum[$3, $4] / count[$3, $4] * (1 - share) / share }
