public import DatabaseTypes

/// Something in which a table's type and a PostgreSQL database do not agree, and its mend.
public struct PostgresSchemaDifference: Sendable, Hashable {
  /// In what they differ.
  public enum Kind: String, Sendable, Hashable {
    /// There is no such table or view.
    case missingTable
    /// The table has no such column.
    case missingColumn
    /// The type has no property for a column that must be given a value: inserting would fail.
    case missingProperty
    /// The column does not take what the property holds.
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
  /// The schema of the table in the database.
  public let schema: String
  /// The table in the database.
  public let table: String
  /// The column in the database, unless it is the table that differs.
  public let column: String?
  /// The name of the table's type.
  public let type: String
  /// What differs, in a sentence.
  public let problem: String
  /// The Swift or the SQL to write, in a sentence or two.
  public let mend: String
}

extension PostgresSchemaDifference: CustomStringConvertible {
  /// The place, what differs, and its mend.
  public var description: String {
    let place = schema == "public" ? table : "\(schema).\(table)"
    return "\(place)\(column.map { ".\($0)" } ?? ""): \(problem) \(mend)"
  }
}

/// Tables' types and a PostgreSQL database do not agree.
///
/// It lists all differences of all types that were checked, not only the first.
public struct PostgresSchemaMismatch: Error, Sendable, Hashable {
  /// The differences, in the order of the types that were checked.
  public let differences: [PostgresSchemaDifference]

  /// Makes an error.
  public init(differences: [PostgresSchemaDifference]) { self.differences = differences }
}

extension PostgresSchemaMismatch: _DescribedError {
  /// All differences, a line each, with their mends.
  public var description: String {
    let lines = differences.map { "- \($0)" }
    return (["The database and its types in Swift do not agree:"] + lines).joined(separator: "\n")
  }
}
