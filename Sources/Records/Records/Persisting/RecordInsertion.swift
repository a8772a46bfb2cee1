import SQLiteDatabase
import TypedSQL

/// A statement that inserts records with the same columns.
final class RecordInsertion {
  let layout: ContainerLayout
  let resolution: ConflictResolution
  let statement: PreparedStatement
  /// The indices of the columns whose values are bound; `nil` for all columns, in order.
  let indexes: [Int]?

  init(
    layout: ContainerLayout,
    resolution: ConflictResolution,
    statement: PreparedStatement,
    indexes: [Int]?
  ) {
    self.layout = layout
    self.resolution = resolution
    self.statement = statement
    self.indexes = indexes
  }

  /// Inserts a record that was just encoded.
  ///
  /// - Returns: Whether it was inserted; `false` if the record has other columns or another
  ///   resolution.
  @inline(__always)
  func insert(_ values: RecordValues, or resolution: ConflictResolution) throws -> Bool {
    guard let row = values.expectedRow, layout === values.layout, self.resolution == resolution
    else { return false }
    try statement.execute(row: row, at: indexes)
    return true
  }
}
