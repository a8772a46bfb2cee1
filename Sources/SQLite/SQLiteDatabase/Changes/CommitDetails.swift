package import DatabaseTypes

/// Details of a commit that observers may need in addition to its change set.
package struct CommitDetails {
  /// Whether something was written that neither hooks nor statements report.
  ///
  /// A change set may also state that any table changed because a subscriber came during the
  /// transaction; earlier subscribers have then received everything.
  package let wroteUnreportedRows: Bool
  /// The touched tables in which some columns are computed when they are read.
  private let tables: [(name: TableName, rows: [RowKey: Row])]

  init(_ captured: CapturedChanges, wroteUnreportedRows: Bool) {
    self.wroteUnreportedRows = wroteUnreportedRows
    tables = captured.tables.compactMap { table in
      table.storedRows.isEmpty ? nil : (table.name, table.storedRows)
    }
  }

  /// Returns the stored columns of a row before the commit, if other columns are computed when
  /// read.
  ///
  /// The change set does not contain such a row.
  package func storedRow(of key: RowKey, in table: TableName) -> Row? {
    tables.first { $0.name == table }?.rows[key]
  }
}
