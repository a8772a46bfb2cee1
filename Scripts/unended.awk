# Prints the tests that have begun and not ended, from the lines that events.awk makes.
BEGIN { FS = "\t" }
$1 == "testStarted" && $3 ~ /\.swift:/ { open[$3] }
$1 == "testEnded" { delete open[$3] }
END { for (test in open) print "  " test }
