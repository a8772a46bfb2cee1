/// A column of a table or a view.
///
/// https://www.sqlite.org/pragma.html#pragma_table_xinfo
public struct ColumnInfo: Sendable, Hashable {
  /// Where the values of a column come from.
  public enum Kind: String, Sendable, Hashable {
    /// They are stored.
    case ordinary
    /// It is a hidden column of a virtual table, which `SELECT *` leaves out.
    case hidden
    /// They are computed when they are read. https://www.sqlite.org/gencol.html
    case virtualGenerated
    /// They are computed when the row is written.
    case storedGenerated
  }

  /// Its name.
  public let name: String
  /// The declared type, as it is written; empty where none is.
  public let type: String
  /// Which storage classes it prefers.
  public let affinity: ColumnAffinity
  /// Whether it is declared `NOT NULL`.
  ///
  /// The columns of the primary key of a `WITHOUT ROWID` table are not null in any case.
  public let isNotNull: Bool
  /// The SQL of its default value; `nil` where there is none.
  public let defaultValueSQL: String?
  /// Its place in the primary key, from 1; 0 where it is not part of it.
  public let primaryKeyIndex: Int
  /// Where its values come from.
  public let kind: Kind

  /// Whether `SELECT *` leaves it out.
  public var isHidden: Bool { kind == .hidden }
  /// Whether its values are computed, so that it cannot be written.
  public var isGenerated: Bool { kind == .virtualGenerated || kind == .storedGenerated }
}

/// The storage classes that a column prefers: what it is given is converted where that loses nothing.
///
/// https://www.sqlite.org/datatype3.html#type_affinity
public enum ColumnAffinity: String, Sendable, Hashable {
  /// Numbers are stored as text.
  case text
  /// Text that looks like a number is stored as one.
  case numeric
  /// Like `numeric`, and a number without a fraction is stored as an integer.
  case integer
  /// Like `numeric`, and an integer is stored as a floating-point number.
  case real
  /// Everything is stored as it comes.
  case blob

  /// The affinity of a declared type.
  ///
  /// The order of the rules is SQLite's: `FLOATING POINT` is `integer`, for the sake of its `INT`.
  ///
  /// - Parameters:
  ///   - declaredType: The type as it is written in the table's definition.
  ///   - isStrict: Whether the table is `STRICT`, in which `ANY` converts nothing.
  public init(declaredType: String, isStrict: Bool = false) {
    // SQLite looks at bytes, and knows the case of ASCII letters only.
    let type = declaredType.utf8.map { (97...122).contains($0) ? $0 - 32 : $0 }
    let rules: [(words: [String], affinity: ColumnAffinity)] = [
      (["INT"], .integer), (["CHAR", "CLOB", "TEXT"], .text), (["BLOB"], .blob),
      (["REAL", "FLOA", "DOUB"], .real),
    ]
    let rule = rules.first { $0.words.contains { type.contains($0.utf8) } }
    let isUntyped = type.isEmpty || isStrict && type.elementsEqual("ANY".utf8)
    self = rule?.affinity ?? (isUntyped ? .blob : .numeric)
  }
}

/// What identifies the rows of a table.
public struct PrimaryKeyInfo: Sendable, Hashable {
  /// Its columns, in its order; the name of the row number where none is declared; of a view, those that
  /// ``Configuration/schemaSource`` tells, or none.
  public let columns: [String]
  /// The `INTEGER PRIMARY KEY`, which is another name of the row number.
  public let rowIDColumn: String?
  /// Whether the rows have numbers. https://www.sqlite.org/rowidtable.html
  public let hasRowID: Bool
  /// Whether the key is the row number, declared or not.
  public let isRowID: Bool
  /// The columns of a declared key, in its order; `nil` where none is declared, so that the key is the row number.
  public let columnInfos: [ColumnInfo]?
  /// Whether it identifies the rows of a view.
  package let isOfView: Bool

  /// Whether the rows have numbers, by its other name.
  public var tableHasRowID: Bool { hasRowID }
}

extension PrimaryKeyInfo {
  /// What identifies the rows of a view.
  init(ofView columns: [ColumnInfo]) {
    self.init(
      columns: columns.map(\.name),
      rowIDColumn: nil,
      hasRowID: false,
      isRowID: false,
      columnInfos: columns.isEmpty ? nil : columns,
      isOfView: true
    )
  }
}
