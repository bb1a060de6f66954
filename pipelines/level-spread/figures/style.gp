# style -- how policies and patterns are called and drawn in every picture.
#	load here.'/style.gp'
# Policies that group a job's nodes are warm diamonds, those that spread them cool
# circles, Level-Spread a green star and Jokanovic's a grey square.

load lib.'/table.gp'

# The policies in the order of bars and legends; grouping and spreading ones apart.
grouping = 'simple slurm rdg'
spreading = 'rdr rrr rdn rrn'
baselines = grouping.' '.spreading
policies = 'level-spread '.baselines
all_policies = policies.' jokanovic-as-published'
policy_name(policy) = word('Level-Spread Simple Slurm RDG RDR RRR RDN RRN "Jokanovic as published"', place(all_policies, policy))
colour(policy) = word('#1a9641 #d7301f #fc8d59 #f1b500 #08306b #2171b5 #41b6c4 #7a5ab5 #636363', place(all_policies, policy))
# What `pointtype` wants: a number, or the star as a character.  (gnuplot 5.4 falls over when the only
# point of a plot is NaN and drawn as a character: put it beyond the axes instead.)
symbol(policy) = policy eq 'level-spread' ? '★' : place(grouping, policy) ? 13 : place(spreading, policy) ? 7 : 5
# The star is a character and needs more of `pointsize`.
size(policy) = policy eq 'level-spread' ? 1.9 : 1

patterns = 'alltoall broadcast fft3d halo2d halo3d halo3d26'
pattern_name(pattern) = pattern eq 'mixed' ? 'mixed' : word('All-to-all Broadcast FFT3d Halo2d Halo3d Halo3d26', place(patterns, pattern))

# Local links are 8 Gb/s.
ratio_name(global_gbps) = global_gbps < 8 ? sprintf('1/%g', 8.0 / global_gbps) : sprintf('%g', global_gbps / 8.0)
machine_name(g, a, p) = (g * a * p >= 1000 ? sprintf('%d,%03d', g * a * p / 1000, g * a * p % 1000) : sprintf('%d', g * a * p)).' nodes'
