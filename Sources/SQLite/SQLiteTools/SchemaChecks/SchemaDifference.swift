public import DatabaseTypes
import SQLiteDatabase

/// A difference between a table's type and the database, with its fix.
public struct SchemaDifference: Sendable, Hashable {
  /// A kind of difference.
  public enum Kind: String, Sendable, Hashable {
    /// There is no such table or view.
    case missingTable
    /// The table has no such column.
    case missingColumn
    /// The type has no property for a column that needs a value, so an insert would fail.
    case missingProperty
    /// The column does not store the values of the property, or changes them.
    case type
    /// Either the column or the property can be NULL, but not both.
    case nullability
    /// The primary keys differ.
    case primaryKey
    /// Either the column or the property is generated, but not both.
    case generated
  }

  /// The kind of difference.
  public let kind: Kind
  /// The table in the database.
  public let table: TableName
  /// The column in the database; `nil` if the table itself differs.
  public let column: String?
  /// The name of the table's type.
  public let type: String
  /// The difference, as a sentence.
  public let problem: String
  /// The fix: the Swift or the SQL to write, in a sentence or two.
  public let fix: String
}

extension SchemaDifference: CustomStringConvertible {
  /// The location, the difference, and its fix.
  public var description: String {
    let place = column.map { "\(table).\($0)" } ?? "\(table)"
    return "\(place): \(problem) \(fix)"
  }
}

/// An error that lists the differences between types and the database.
///
/// It lists all differences of all types that were checked, not only the first.
public struct SchemaMismatch: Error, Sendable, Hashable {
  /// The differences, in the order of the types that were checked.
  public let differences: [SchemaDifference]

  /// Creates an error.
  public init(differences: [SchemaDifference]) { self.differences = differences }
}

extension SchemaMismatch: _SelfDescribingError {
  /// All differences, one per line, with their fixes.
  public var description: String {
    let lines = differences.map { "- \($0)" }
    return (["The database does not match its Swift types:"] + lines).joined(separator: "\n")
  }
}
