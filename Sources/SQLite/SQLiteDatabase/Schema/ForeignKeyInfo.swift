public import DatabaseTypes
import SQLite

/// A foreign key of a table.
///
/// https://www.sqlite.org/foreignkeys.html
public struct ForeignKeyInfo: Sendable, Hashable {
  /// A column and the column that it references.
  public struct ColumnPair: Sendable, Hashable {
    /// The column in the table with the foreign key.
    public let origin: String
    /// The column in the referenced table.
    ///
    /// It is `nil` if the definition omits it and the referenced table has no primary key with a
    /// matching number of columns.
    public let destination: String?
  }

  /// The reaction to deleting the referenced row or changing its key.
  public enum Action: String, Sendable, Hashable {
    /// The change is an error, unless the foreign key is satisfied again in the end.
    case noAction = "NO ACTION"
    /// The change is an immediate error.
    case restrict = "RESTRICT"
    /// The columns are set to NULL.
    case setNull = "SET NULL"
    /// The columns are set to their defaults.
    case setDefault = "SET DEFAULT"
    /// The row is deleted as well, or its columns follow the key.
    case cascade = "CASCADE"
  }

  /// SQLite's number of the foreign key within its table.
  public let id: Int
  /// The referenced table, in the same schema.
  public let destinationTable: String
  /// The pairs of columns.
  public let mapping: [ColumnPair]
  /// The action when the referenced row is deleted.
  public let onDelete: Action
  /// The action when the key of the referenced row changes.
  public let onUpdate: Action

  /// The columns in the table with the foreign key.
  public var originColumns: [String] { mapping.map(\.origin) }
  /// The columns in the referenced table, if they are known: see ``ColumnPair/destination``.
  public var destinationColumns: [String] { mapping.compactMap(\.destination) }
}

extension ForeignKeyInfo {
  /// Creates a foreign key from the description of another database.
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

/// A row that refers to a missing row.
public struct ForeignKeyViolation: Sendable, Hashable {
  /// The table of the row.
  public let originTable: TableName
  /// The rowid of the row; `nil` in a `WITHOUT ROWID` table.
  public let originRowID: Int64?
  /// The referenced table.
  public let destinationTable: String
  /// The foreign key; `nil` if it is no longer known.
  public let foreignKey: ForeignKeyInfo?
}

extension ForeignKeyViolation: CustomStringConvertible {
  /// A sentence with the row and the row it refers to, without values.
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

  /// Returns the corresponding error.
  ///
  /// - Parameter before: The beginning of the message.
  package func error(messagePrefix before: String = "") -> DatabaseError {
    var error = DatabaseError(
      code: .foreignKey,
      message: before + description,
      resultCode: .constraintForeignKey
    )
    error.violation = .foreignKey(
      table: originTable.name,
      columns: foreignKey?.originColumns ?? [],
      constraint: nil
    )
    return error
  }
}
