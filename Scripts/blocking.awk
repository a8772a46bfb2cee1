# Finds suites whose code blocks a thread, without a trait that gives them threads of their own. The files are given twice:
#
#   awk -f Scripts/blocking.awk FILES… again=1 FILES…
#
# The first time the traits of all suites are read, since the tests of a suite may be in several files. Code in the body of an
# exit test, and helpers of a suite with exit tests only, have a process of their own, so they may block.
function trait(text) { return text ~ /\.(mayBlock|requiresPostgres)([^[:alnum:]_]|$)/ }

# The target of a file, since suites of other targets may have the same name.
function target(part, n) {
  n = split(FILENAME, part, "/")
  return part[1] == "Examples" ? part[1] "/" part[2] "/" part[3] : part[2]
}

# What waits for a thread, a process or a server, or computes in a thread of its own.
function blocks(line) {
  return line ~ /(^|[^[:alnum:]_.])(DispatchSemaphore|DispatchGroup|PseudoTerminal)\(/ || line ~ /[.]waitUntilExit\(/ \
    || line ~ /(^|[^[:alnum:]_.])(Process\(\)|Thread( \{|\()|PostgresTestServer(\(|\.(shared|streaming|listening)))/
}

function name_of(line) {
  if (!match(line, /(struct|class|actor|enum|extension) [A-Za-z_][A-Za-z0-9_]*/)) return ""
  line = substr(line, RSTART, RLENGTH)
  sub(/^[a-z]* /, "", line)
  return line
}

# Prints the first line that blocks in each suite of the file that just ended without a trait.
function judge(  i, j, name) {
  for (i = 1; i <= found; i++) {
    for (j = 1; j <= suites; j++) {
      name = suite[j]
      # What stands outside of all suites is a helper of each.
      if (within[i] != name && within[i] in is_suite) continue
      if (has_trait[where, name] || tests[where, name] == exits[where, name] || name in told) continue
      told[name]
      printf "%s:%d: %s blocks\n", file, line_of[i], name
    }
  }
}

function begin_file() {
  if (again && file != "") judge()
  file = FILENAME
  where = target()
  found = suites = 0
  split("", is_suite); split("", told)
  type = attributes = ""
  quoted = inside_exit = inside_test = 0
}

FNR == 1 { begin_file() }
{ line = $0; marks = gsub(/"""/, "", line) }
quoted { if (marks % 2) quoted = 0; next }
marks % 2 { quoted = 1 }
# A suite whose comment says why it has none.
/^\/\/\/ Without `[.]mayBlock`: / { excuse = " .mayBlock" }
/^[ \t]*\/\// { next }

# Types at the left margin, with the attributes before them.
/^[^ ]/ || (/^  [.][a-z]/ && type == "") { attributes = attributes " " $0 }
/^(@|public |package |private |fileprivate |final |struct |class |actor |enum |extension )/ && name_of($0) != "" {
  type = name_of($0)
  if (!again && trait(attributes excuse)) has_trait[where, type] = 1
  attributes = excuse = ""
}
/^}/ { type = attributes = ""; next }

/@Test/ && type != "" {
  if (!again) tests[where, type]++
  if (!(type in is_suite)) { is_suite[type]; suite[++suites] = type }
}
/processExitsWith/ && !again { exits[where, type]++ }

# The attributes of a test, up to its function, and its end.
/^ +@Test/ { match($0, /^ +/); margin = RLENGTH; inside_test = 1; test_traits = ""; reads = 1 }
reads { test_traits = test_traits " " $0; if (/func /) reads = 0 }
inside_test && /^ *}/ { match($0, /^ */); if (RLENGTH == margin) inside_test = 0 }

# The body of an exit test.
/processExitsWith/ { awaits_body = 1 }
awaits_body && /\{( .* in)?$/ { match($0, /^ */); exit_margin = RLENGTH; inside_exit = 1; awaits_body = 0; next }
inside_exit && /^ *}/ { match($0, /^ */); if (RLENGTH <= exit_margin) inside_exit = 0 }

again && !inside_exit && blocks($0) && !(inside_test && trait(test_traits)) {
  line_of[++found] = FNR
  within[found] = type
}
END { if (again) judge() }
