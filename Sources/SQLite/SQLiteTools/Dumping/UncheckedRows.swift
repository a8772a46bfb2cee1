/// The statements of a script around the rows of tables that have CHECK constraints.
///
/// A row may have been written while these were ignored.
package enum UncheckedRows {
  /// The statements before the rows, with a note for people.
  package static let start = """
    -- Rows are inserted as they are, even if they break a CHECK constraint.
    PRAGMA ignore_check_constraints=ON;

    """
  /// The statement after the rows.
  package static let end = "PRAGMA ignore_check_constraints=OFF;\n"

  /// Returns whether the rows of a table need the statements.
  package static func areNeeded(forTable sql: String) -> Bool {
    sqlWords(of: sql).contains("CHECK")
  }
}
