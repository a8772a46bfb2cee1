public import DatabaseTypes
import SQLiteDatabase

/// Something in which a table's type and the database do not agree, and its mend.
public struct SchemaDifference: Sendable, Hashable {
  /// In what they differ.
  public enum Kind: String, Sendable, Hashable {
    /// There is no such table or view.
    case missingTable
    /// The table has no such column.
    case missingColumn
    /// The type has no property for a column that must be given a value: inserting would fail.
    case missingProperty
    /// The column does not store what the property holds, or stores it changed.
    case type
    /// NULL is for one of them a value, and not for the other.
    case nullability
    /// The key is another.
    case primaryKey
    /// For one of them the database computes the column, and not for the other.
    case generated
  }

  /// In what they differ.
  public let kind: Kind
  /// The table in the database.
  public let table: TableName
  /// The column in the database, unless it is the table that differs.
  public let column: String?
  /// The name of the table's type.
  public let type: String
  /// What differs, in a sentence.
  public let problem: String
  /// The Swift or the SQL to write, in a sentence or two.
  public let mend: String
}

extension SchemaDifference: CustomStringConvertible {
  /// The place, what differs, and its mend.
  public var description: String {
    let place = column.map { "\(table).\($0)" } ?? "\(table)"
    return "\(place): \(problem) \(mend)"
  }
}

/// Tables' types and the database do not agree.
///
/// It lists all differences of all types that were checked, not only the first.
public struct SchemaMismatch: Error, Sendable, Hashable {
  /// The differences, in the order of the types that were checked.
  public let differences: [SchemaDifference]

  /// Makes an error.
  public init(differences: [SchemaDifference]) { self.differences = differences }
}

extension SchemaMismatch: _DescribedError {
  /// All differences, a line each, with their mends.
  public var description: String {
    let lines = differences.map { "- \($0)" }
    return (["The database and its types in Swift do not agree:"] + lines).joined(separator: "\n")
  }
}
