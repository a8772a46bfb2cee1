# Reads the events that a run of the tests has reported, a line of JSON each, and prints those about tests as lines of four parts
# between tabs: what happened, when (in seconds), to which test, and what the runner says. The end of the run has a line, too.
# Backslashes are left out. The identity of a test ends in its file, line and column; that of a suite does not.
BEGIN { OFS = "\t" }
{ gsub(/\\/, "") }
!/^\{"kind":"event"/ || !match($0, /"kind":"(test[A-Za-z]*|issue[A-Za-z]*|runEnded)"/) { next }
{
  kind = substr($0, RSTART + 8, RLENGTH - 9)
  # A known issue is none, and neither is a warning.
  if (kind == "issueRecorded" && (/"isKnown":true/ || /"isFailure":false/)) next
  when = match($0, /"absolute":[0-9.eE+-]*/) ? substr($0, RSTART + 11, RLENGTH - 11) : 0
  if (kind == "runEnded") { print kind, when, "", ""; next }
  test = $0
  if (!sub(/^.*"testID":"/, "", test)) next
  sub(/"\}.*$/, "", test)
  text = $0
  if (!sub(/^.*"messages":\[\{"symbol":"[A-Za-z]*","text":"/, "", text)) text = ""
  sub(/"\}\].*$/, "", text)
  gsub(/"\},\{"symbol":"[A-Za-z]*","text":"/, ": ", text)
  gsub(/\t/, " ", test); gsub(/\t/, " ", text)
  print kind, when, test, text
}
