/// How rows are read and inserted.
public struct RowImportOptions: Sendable, Hashable {
  /// How the input is written.
  public enum Format: Sendable, Hashable {
    /// Comma-separated values, https://www.rfc-editor.org/rfc/rfc4180.
    ///
    /// - Parameters:
    ///   - delimiter: What stands between fields, an ASCII character.
    ///   - hasHeader: Whether the first record names the columns; else fields are for the table's columns in their order.
    case csv(delimiter: Unicode.Scalar = ",", hasHeader: Bool = true)
    /// An object of JSON on each line.
    case jsonLines
  }

  /// What becomes of a row that breaks a constraint.
  public enum Conflict: String, Sendable, Hashable, CaseIterable {
    /// The import ends, and nothing is written.
    case abort
    /// The row is left out.
    case ignore
    /// The row replaces those that it conflicts with.
    case replace
  }

  /// How the input is written.
  public var format: Format
  /// Whether a table that does not exist is made.
  public var createsTable: Bool
  /// What becomes of a row that breaks a constraint.
  public var conflict: Conflict

  /// Makes options.
  public init(format: Format, createsTable: Bool = true, conflict: Conflict = .abort) {
    self.format = format
    self.createsTable = createsTable
    self.conflict = conflict
  }
}

/// What an import of rows has done.
public struct RowImportSummary: Sendable, Hashable {
  /// The rows that were inserted; those that were left out are not counted.
  public let rowCount: Int
  /// The statement that made the table; `nil` where it was there.
  public let createdTableSQL: String?

  /// Makes a summary.
  public init(rowCount: Int, createdTableSQL: String?) {
    self.rowCount = rowCount
    self.createdTableSQL = createdTableSQL
  }
}
