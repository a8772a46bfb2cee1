import DatabaseTypes

/// Returns a name of the rowid that differs from some columns, or `nil` if all three are taken.
///
/// https://www.sqlite.org/lang_createtable.html#rowid
package func rowIDName(besides columns: [String]) -> String? {
  ["rowid", "_rowid_", "oid"].first { name in
    !columns.contains { isSameIdentifier($0, name) }
  }
}
