/// Options for reading and inserting rows.
public struct RowImportOptions: Sendable, Hashable {
  /// A format of the input.
  public enum Format: Sendable, Hashable {
    /// Comma-separated values, https://www.rfc-editor.org/rfc/rfc4180.
    ///
    /// - Parameters:
    ///   - delimiter: The character between fields, which must be ASCII.
    ///   - hasHeader: Whether the first record names the columns; otherwise the fields are in the
    ///     order of the table's columns.
    case csv(delimiter: Unicode.Scalar = ",", hasHeader: Bool = true)
    /// A JSON object on each line.
    case jsonLines
  }

  /// A resolution for rows that violate a constraint.
  public enum Conflict: String, Sendable, Hashable, CaseIterable {
    /// The import ends, and nothing is written.
    case abort
    /// The row is skipped.
    case ignore
    /// The row replaces the rows that it conflicts with.
    case replace
  }

  /// The format of the input.
  public var format: Format
  /// Whether to create a table that does not exist.
  public var createsTable: Bool
  /// The resolution for rows that violate a constraint.
  public var conflict: Conflict

  /// Creates options.
  public init(format: Format, createsTable: Bool = true, conflict: Conflict = .abort) {
    self.format = format
    self.createsTable = createsTable
    self.conflict = conflict
  }
}

/// The result of an import of rows.
public struct RowImportSummary: Sendable, Hashable {
  /// The number of inserted rows, without those that were skipped.
  public let rowCount: Int
  /// The statement that created the table; `nil` if the table existed.
  public let createdTableSQL: String?

  /// Creates a summary.
  public init(rowCount: Int, createdTableSQL: String?) {
    self.rowCount = rowCount
    self.createdTableSQL = createdTableSQL
  }
}
