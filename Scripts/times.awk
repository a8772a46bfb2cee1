# Prints the seconds that each test took, and its name, from the lines that events.awk makes. They are given twice:
#
#   awk -f Scripts/times.awk -v width=8 EVENTS again=1 EVENTS
#
# The runner tells when each case of a test with arguments began. A test without arguments is told to have started before it waits
# for one of `width` places, in order; so the time at which it got one is found by doing the same here.
BEGIN { FS = "\t"; first = 1 }

# Gives free places to the tests that wait for one.
function fill(now) {
  while (taken < width && first <= last) {
    test = queue[first++]
    if (test in ended) continue
    taken++
    began[test] = now
    order[++placed] = test
  }
}

# Takes the place of the test that got the last one, which waits again, and returns when it got it.
function take_back(    test) {
  while (placed > 0) {
    test = order[placed--]
    if (test in ended || !(test in began)) continue
    queue[--first] = test
    taken--
    at = began[test]
    delete began[test]
    return at
  }
  return -1
}

$3 !~ /\.swift:/ { next }
!again { if ($1 == "testCaseStarted") has_cases[$3]; next }
$1 == "testStarted" && !($3 in has_cases) { started[$3] = $2; queue[++last] = $3; fill($2) }
$1 == "testCaseStarted" {
  if (taken >= width) take_back()
  taken++
  seconds[$3] -= $2
}
# Which case has ended does not matter: the sum is the same.
$1 == "testCaseEnded" {
  seconds[$3] += $2
  taken--
  fill($2)
}
$1 == "testEnded" && $3 in started {
  # It got a place earlier than it was given one here, so another one had none.
  if (!($3 in began)) { at = take_back(); began[$3] = at < started[$3] ? started[$3] : at; taken++ }
  seconds[$3] = $2 - began[$3]
  ended[$3]
  taken--
  fill($2)
}
END {
  for (test in seconds) {
    name = test
    sub(/\/[^\/]*\.swift:[0-9:]*$/, "", name)
    printf "%.3f\t%s\n", seconds[test], name
  }
}
