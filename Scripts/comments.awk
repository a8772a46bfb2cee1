# Judges comments: their lines have at most 100 columns, and the summary of a type is a noun phrase. Run with LC_ALL=C, which
# counts bytes; continuation bytes of UTF-8 are left out here.
function judge() {
  if (summary ~ /^(What|How|Who|Whom|Whose|Those|Which|Where|Whether|That|Why|When) /)
    printf "%s:%d: a type is a noun phrase, not “%s …”\n", FILENAME, at, substr(summary, 1, 40)
}
FNR == 1 && /[Gg]enerated/ { next }
FNR == 1 { summary = ""; open = 0; quotes = 0 }
{ line = $0; n = gsub(/"""/, "", line) }
quotes { if (n % 2) quotes = 0; next }
n % 2 { quotes = 1 }
/^[ \t]*\/\// { shown = $0; gsub(/[\200-\277]/, "", shown); if (length(shown) > 100 && $0 !~ /https?:|swift-format-ignore/) printf "%s:%d: a comment of %d columns\n", FILENAME, FNR, length(shown) }
/^[ \t]*\/\/\// { if (summary == "" && !open) { summary = $0; sub(/^[ \t]*\/\/\/ ?/, "", summary); at = FNR; open = 1 } next }
/^[ \t]*@/ && !/(struct|class|enum|protocol|actor|typealias) / { next }
{ if (open && $0 ~ /^[ \t]*(@[A-Za-z_]+(\([^)]*\))? )*((public|package|private|fileprivate|internal|final|indirect|open|nonisolated) )*(struct|class|enum|protocol|actor|typealias) /) judge(); open = 0; summary = "" }
