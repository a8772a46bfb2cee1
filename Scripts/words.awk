# Judges identifiers: none is or contains a word that the glossary lists as not used; a part of camel case counts. Comments and
# texts are left out, and lines with the comment "glossary: quoted". Run as: awk -f Scripts/words.awk Documentation/Glossary.md FILES…
function strip(line) {
  gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
  sub(/\/\/.*/, "", line)
  return line
}
FILENAME ~ /Glossary\.md$/ {
  if (/^\| *Not /) table = 1
  else if (!/^\|/) table = 0
  if (!table || /^\| *(Not |-)/) next
  split($0, cells, "|")
  rest = cells[2]
  while (match(rest, /`[a-z]+`/)) {
    word = substr(rest, RSTART + 1, RLENGTH - 2)
    rest = substr(rest, RSTART + RLENGTH)
    small = small (small == "" ? "" : "|") word
    large = large (large == "" ? "" : "|") toupper(substr(word, 1, 1)) substr(word, 2)
  }
  next
}
FNR == 1 {
  quotes = 0
  if (pattern == "") pattern = "(^|[^A-Za-z])(" small ")([^a-z]|$)|(" large ")([^a-z]|$)"
}
small == "" { next }
{ line = $0; n = gsub(/"""/, "", line) }
quotes { if (n % 2) quotes = 0; next }
n % 2 { quotes = 1; sub(/"""[^"]*$/, "", $0) }
$0 !~ pattern || /glossary: quoted/ { next }
{
  line = strip($0)
  if (match(line, pattern)) {
    word = substr(line, RSTART, RLENGTH)
    sub(/^[^A-Za-z]/, "", word)
    sub(/[^a-z]$/, "", word)
    printf "%s:%d: “%s”\n", FILENAME, FNR, word
  }
}
