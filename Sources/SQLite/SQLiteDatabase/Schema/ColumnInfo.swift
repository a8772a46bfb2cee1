/// A column of a table or a view.
///
/// https://www.sqlite.org/pragma.html#pragma_table_xinfo
public struct ColumnInfo: Sendable, Hashable {
  /// The origin of a column's values.
  public enum Kind: String, Sendable, Hashable {
    /// The values are stored.
    case ordinary
    /// The column is a hidden column of a virtual table, which `SELECT *` omits.
    case hidden
    /// The values are computed when they are read. https://www.sqlite.org/gencol.html
    case virtualGenerated
    /// The values are computed when the row is written.
    case storedGenerated
  }

  /// The column's name.
  public let name: String
  /// The declared type as it is written; empty if no type is declared.
  public let type: String
  /// The affinity, which determines the preferred storage classes.
  public let affinity: ColumnAffinity
  /// Whether the column is declared `NOT NULL`.
  ///
  /// The primary key columns of a `WITHOUT ROWID` table are not null in any case.
  public let isNotNull: Bool
  /// The SQL of the default value; `nil` if no default is declared.
  public let defaultValueSQL: String?
  /// The position in the primary key, counted from 1; 0 if the column is not part of it.
  public let primaryKeyIndex: Int
  /// The origin of the values.
  public let kind: Kind

  /// Whether `SELECT *` omits the column.
  public var isHidden: Bool { kind == .hidden }
  /// Whether the values are computed, so that the column cannot be written.
  public var isGenerated: Bool { kind == .virtualGenerated || kind == .storedGenerated }
}

/// The preferred storage classes of a column, to which values are converted if that is lossless.
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
  /// Values are stored unchanged.
  case blob

  /// Returns the affinity of a declared type.
  ///
  /// The rules are applied in SQLite's order: `FLOATING POINT` has the affinity `integer`, since it
  /// contains `INT`.
  ///
  /// - Parameters:
  ///   - declaredType: The type as it is written in the table's definition.
  ///   - isStrict: Whether the table is `STRICT`, in which `ANY` means no conversion.
  public init(declaredType: String, isStrict: Bool = false) {
    // SQLite compares bytes, ignoring the case of ASCII letters only.
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

/// The columns that identify the rows of a table.
public struct PrimaryKeyInfo: Sendable, Hashable {
  /// The columns of the key, in order.
  ///
  /// If no key is declared, this is the name of the rowid. For a view, it contains the columns that
  /// ``Configuration/schemaSource`` provides, or none.
  public let columns: [String]
  /// The `INTEGER PRIMARY KEY`, which is an alias of the rowid.
  public let rowIDColumn: String?
  /// Whether the rows have rowids. https://www.sqlite.org/rowidtable.html
  public let hasRowID: Bool
  /// Whether the key is the rowid, declared or not.
  public let isRowID: Bool
  /// The columns of a declared key, in order; `nil` if no key is declared, so that it is the rowid.
  public let columnInfos: [ColumnInfo]?
  /// Whether the key identifies the rows of a view.
  package let isOfView: Bool

  /// Whether the rows have rowids: another name of ``hasRowID``.
  public var tableHasRowID: Bool { hasRowID }
}

extension PrimaryKeyInfo {
  /// Creates the key of a view.
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
