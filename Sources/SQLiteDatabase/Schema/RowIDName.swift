import DatabaseTypes

/// A name of the row number that is none of some columns'; `nil` where all three are.
///
/// https://www.sqlite.org/lang_createtable.html#rowid
package func rowIDName(besides columns: [String]) -> String? {
  ["rowid", "_rowid_", "oid"].first { name in
    !columns.contains { isSameIdentifier($0, name) }
  }
}
