import SQLiteDatabase
import TypedSQL

/// A statement that inserts records with the same columns.
final class RecordInsertion {
  let layout: ContainerLayout
  let resolution: ConflictResolution
  let statement: PreparedStatement
  /// The columns whose values are bound; `nil` for all, in their order.
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
}
