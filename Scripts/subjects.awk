# Judges commits: abbreviated name, subject and body, with separators of ASCII between them. Run with LC_ALL=C, which counts
# bytes; continuation bytes of UTF-8 are left out here.
BEGIN { FS = "\037"; RS = "\036" }
function complain(what) { printf "%s %s: %s\n", name, $2, what }
NF < 2 { next }
{
  name = $1
  sub(/^\n/, "", name)
  shown = $2
  gsub(/[\200-\277]/, "", shown)
  if (length(shown) > 72) complain("the subject has " length(shown) " characters")
  # Those of a machine; “read/write” and “and/or” are words.
  if ($2 ~ /(^|[^[:alnum:]_.\/)}>-])~?\/[[:alpha:]]/ || $2 ~ / of ~?\//) complain("the subject has a path")
  if ($3 !~ /[^ \t\n]/) complain("it has no body")
}
