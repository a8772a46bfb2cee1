# Prints the lines of documents that are too wide for a terminal; but for code, tables, pictures and lists of links. Run with
# LC_ALL=C, which counts bytes; continuation bytes of UTF-8 are left out here.
FNR == 1 { fenced = 0 }
/^[ \t]*```/ { fenced = !fenced }
fenced || /^(\||!\[|- .*\]\(|<!--)/ { next }
{
  line = $0
  gsub(/[\200-\277]/, "", line)
  if (length(line) > 110) printf "%s:%d: %d columns\n", FILENAME, FNR, length(line)
}
