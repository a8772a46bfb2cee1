import DatabaseTypes

/// A statement that writes records.
struct RecordWrite {
  let sql: String
  /// The indices of the columns that it writes, among those of the record.
  let places: [Int]
}

/// The part of a record on which the statement that writes it depends, besides its table's columns.
struct WriteShape {
  enum Kind: Hashable {
    case insertion(ignoresConflicts: Bool, returnsKey: Bool)
    /// An update of some columns; `nil` for all.
    case update([ByteText]?, returnsRow: Bool)
  }

  let kind: Kind
  let table: String
  /// The columns of the record.
  let columns: [String]
}

extension WriteShape: Hashable {
  /// Names are compared by their bytes, as the server does.
  static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && ByteText(left.table) == ByteText(right.table)
      && left.columns.elementsEqual(right.columns) { ByteText($0) == ByteText($1) }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(ByteText(table))
    for column in columns { hasher.combine(ByteText(column)) }
  }
}
