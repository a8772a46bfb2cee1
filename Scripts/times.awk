# Prints the seconds that each test took, and its name, from the lines that events.awk makes of a run in which one test ran at a
# time. In another run a test counts as started while it waits for its turn.
BEGIN { FS = "\t" }
$3 !~ /\.swift:/ { next }
$1 == "testStarted" { seconds[$3] -= $2 }
$1 == "testEnded" {
  name = $3
  sub(/\/[^\/]*\.swift:[0-9:]*$/, "", name)
  printf "%.3f\t%s\n", seconds[$3] + $2, name
}
