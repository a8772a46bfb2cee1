package import DatabaseTypes

/// What observers may ask of a commit besides its change set.
package struct CommitDetails {
  /// Whether something was written that neither hooks nor statements tell of.
  ///
  /// A change set says that any table may have changed also where somebody has begun to observe meanwhile; an observer that was
  /// there before has been told all.
  package let wroteUnseen: Bool
  /// Those that a transaction touched, of which some columns are computed when they are read.
  private let tables: [(name: TableName, rows: [RowKey: Row])]

  init(_ captured: CapturedChanges, wroteUnseen: Bool) {
    self.wroteUnseen = wroteUnseen
    tables = captured.tables.compactMap { table in
      table.storedRows.isEmpty ? nil : (table.name, table.storedRows)
    }
  }

  /// The stored columns of a row as it was before, where others are computed when they are read and the row is not in the change
  /// set therefore.
  package func storedRow(of key: RowKey, in table: TableName) -> Row? {
    tables.first { $0.name == table }?.rows[key]
  }
}
