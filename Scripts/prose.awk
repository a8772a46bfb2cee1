# Prints the lines of documents that have more than 100 columns; but for code, tables, pictures, lists of links, and a single URL
# or link. Run with LC_ALL=C, which counts bytes; continuation bytes of UTF-8 are left out here.
FNR == 1 { fenced = 0 }
/^[ \t]*```/ { fenced = !fenced }
fenced || /^(\||!\[|<!--)/ { next }
/^- ([A-Za-z ]+: )?\[[^]]*\]\([^)]*\)( · \[[^]]*\]\([^)]*\))*$/ { next }
{
  line = $0
  gsub(/[\200-\277]/, "", line)
  if (length(line) <= 100 || line ~ /^[^ ]*(https?:\/\/|\]\()[^ ]*$/) next
  printf "%s:%d: %d columns\n", FILENAME, FNR, length(line)
}
