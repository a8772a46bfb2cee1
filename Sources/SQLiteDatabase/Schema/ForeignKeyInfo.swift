public import DatabaseTypes
import SQLite

/// A foreign key of a table.
///
/// https://www.sqlite.org/foreignkeys.html
public struct ForeignKeyInfo: Sendable, Hashable {
  /// A column, and the one to which it refers.
  public struct ColumnPair: Sendable, Hashable {
    /// The column of the table that has the foreign key.
    public let origin: String
    /// The column of the table that is referred to.
    ///
    /// `nil` where the definition leaves it out and that table has no primary key of so many columns.
    public let destination: String?
  }

  /// What becomes of a row when the one that it refers to is deleted or gets another key.
  public enum Action: String, Sendable, Hashable {
    /// The change is an error, unless the foreign key holds again in the end.
    case noAction = "NO ACTION"
    /// The change is an error at once.
    case restrict = "RESTRICT"
    /// The columns become NULL.
    case setNull = "SET NULL"
    /// The columns get their defaults.
    case setDefault = "SET DEFAULT"
    /// The row is deleted too, or follows the key.
    case cascade = "CASCADE"
  }

  /// SQLite's number of the foreign key within its table.
  public let id: Int
  /// The table that is referred to, in the same schema.
  public let destinationTable: String
  /// The columns.
  public let mapping: [ColumnPair]
  /// What a deletion does.
  public let onDelete: Action
  /// What another key does.
  public let onUpdate: Action

  /// The columns of the table that has the foreign key.
  public var originColumns: [String] { mapping.map(\.origin) }
  /// The columns to which they refer, without those that are not known; see ``ColumnPair/destination``.
  public var destinationColumns: [String] { mapping.compactMap(\.destination) }
}

extension ForeignKeyInfo {
  /// Makes what another database says of a foreign key.
  package init(id: Int, destinationTable: String, columns: [(origin: String, destination: String)])
  {
    self.init(
      id: id,
      destinationTable: destinationTable,
      mapping: columns.map { ColumnPair(origin: $0.origin, destination: $0.destination) },
      onDelete: .noAction,
      onUpdate: .noAction
    )
  }
}

/// A row that refers to a row that does not exist.
public struct ForeignKeyViolation: Sendable, Hashable {
  /// The table of the row.
  public let originTable: TableName
  /// The number of the row; `nil` in a table without row numbers.
  public let originRowID: Int64?
  /// The table that is referred to.
  public let destinationTable: String
  /// The foreign key; `nil` where it is not known any more.
  public let foreignKey: ForeignKeyInfo?
}

extension ForeignKeyViolation: CustomStringConvertible {
  /// The row, and what it refers to, in a sentence without the row's values.
  public var description: String {
    let row = originRowID.map { "The row \($0)" } ?? "A row"
    return
      "\(row) of the table “\(originTable)” refers to a row of “\(destinationTable)” that does not exist\(columns)."
  }

  private var columns: String {
    guard let foreignKey else { return "" }
    let origins = foreignKey.mapping.map(\.origin).joined(separator: ", ")
    let destinations = foreignKey.mapping.compactMap(\.destination).joined(separator: ", ")
    return ": \(originTable)(\(origins)) → \(destinationTable)(\(destinations))"
  }

  /// The error that says so.
  ///
  /// - Parameter before: What to say first.
  package func error(saying before: String = "") -> DatabaseError {
    DatabaseError(
      code: .foreignKey,
      message: before + description,
      resultCode: .constraintForeignKey
    )
  }
}
