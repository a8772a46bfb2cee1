import DatabaseTypes
import SQLiteDatabase
import TypedSQL

/// A statement that updates the same columns of records.
final class RecordUpdate {
  let layout: ContainerLayout
  let resolution: ConflictResolution
  /// The columns that are updated; all but the key, if `nil`.
  let changes: ColumnMask?
  let statement: PreparedStatement
  /// The columns whose values are bound.
  let indexes: [Int]
  /// Those of them that are the key: the last ones.
  let keyIndexes: ArraySlice<Int>

  init(
    layout: ContainerLayout,
    resolution: ConflictResolution,
    changes: ColumnMask?,
    statement: PreparedStatement,
    indexes: [Int],
    keyCount: Int
  ) {
    self.layout = layout
    self.resolution = resolution
    self.changes = changes
    self.statement = statement
    self.indexes = indexes
    keyIndexes = indexes.suffix(keyCount)
  }

  /// Whether it is the one for some columns.
  @inline(__always)
  func isFor(
    _ layout: ContainerLayout,
    _ changes: ColumnMask?,
    _ resolution: ConflictResolution
  ) -> Bool {
    self.layout === layout && self.changes == changes && self.resolution == resolution
  }

  /// Updates the row of a record.
  ///
  /// - Returns: Whether that was done; not where the record has no key.
  @inline(__always)
  func update(_ row: UnsafeBufferPointer<DatabaseValue>) throws -> Bool {
    guard keyIndexes.contains(where: { !row[$0].isNull }) else { return false }
    try statement.execute(row: row, at: indexes)
    return true
  }
}

/// Some of the first 64 columns of a record.
struct ColumnMask: Equatable {
  private var bits: UInt64 = 0

  /// How many columns can be told apart.
  static let maximumCount = 64

  /// Whether it is none.
  var isEmpty: Bool { bits == 0 }

  /// Adds a column.
  @inline(__always)
  mutating func insert(_ index: Int) { bits |= 1 << UInt64(index) }

  /// Whether a column is one of them.
  func contains(_ index: Int) -> Bool { bits & 1 << UInt64(index) != 0 }
}

/// The values that a record had, as long as others are compared with them.
struct RecordedValues {
  fileprivate let layout: ContainerLayout
  fileprivate let values: [DatabaseValue]

  /// The values by their columns.
  func container(of record: any EncodableRecord.Type) -> PersistenceContainer {
    PersistenceContainer(RecordEncoding(record), layout, values)
  }
}

extension RecordPlan {
  /// What became of an update that is done without callbacks.
  enum QuickUpdate {
    case updated
    /// There was nothing to be updated.
    case unchanged
    /// It was not done: the record is not like the one before, or has no key.
    case undone
  }

  /// The values of a record; `nil` where it is not like the one before.
  func recordedValues<Record: EncodableRecord>(of record: Record) throws -> RecordedValues? {
    guard takeEncoder() else { return nil }
    defer { giveBackEncoder() }
    try record._encode(into: encoder)
    guard let row = encoder.values.expectedRow, row.count <= ColumnMask.maximumCount else {
      return nil
    }
    return RecordedValues(layout: encoder.values.layout, values: Array(row))
  }

  /// Updates the columns in which a record differs from the values before.
  func updateAtOnce<Record: EncodableRecord>(
    _ record: Record,
    from before: RecordedValues,
    _ db: Database,
    or resolution: ConflictResolution
  ) throws -> QuickUpdate {
    guard takeEncoder() else { return .undone }
    defer { giveBackEncoder() }
    try record._encode(into: encoder)
    guard let row = encoder.values.expectedRow, encoder.values.layout === before.layout else {
      return .undone
    }
    var changes = ColumnMask()
    for index in row.indices where row[index] != before.values[index] { changes.insert(index) }
    if changes.isEmpty { return .unchanged }
    return try update(row, changes, db, or: resolution)
  }

  /// Updates all columns of a record but its key.
  func updateAtOnce<Record: EncodableRecord>(
    _ record: Record,
    _ db: Database,
    or resolution: ConflictResolution
  ) throws -> QuickUpdate {
    guard takeEncoder() else { return .undone }
    defer { giveBackEncoder() }
    try record._encode(into: encoder)
    guard let row = encoder.values.expectedRow else { return .undone }
    return try update(row, nil, db, or: resolution)
  }

  @inline(__always)
  private func update(
    _ row: UnsafeBufferPointer<DatabaseValue>,
    _ changes: ColumnMask?,
    _ db: Database,
    or resolution: ConflictResolution
  ) throws -> QuickUpdate {
    let layout = encoder.values.layout
    var update = lastUpdate
    if update?.isFor(layout, changes, resolution) != true {
      update = try makeUpdate(layout, changes, db, resolution)
    }
    let before = isView ? db.totalChangesCount : 0
    guard let update, try update.update(row) else { return .undone }
    if !hasChanged(since: before, db) {
      try checkExists(PersistenceContainer(encoding, layout, Array(row)), db, resolution)
    }
    return .updated
  }

  /// The statement for some columns, which are not those of the last update.
  @inline(never)
  private func makeUpdate(
    _ layout: ContainerLayout,
    _ changes: ColumnMask?,
    _ db: Database,
    _ resolution: ConflictResolution
  ) throws -> RecordUpdate {
    let columns = changes.map { changes in
      layout.columns.indices.filter { changes.contains($0) }.map { layout.columns[$0] }.sorted()
    }
    let text = try updateText(layout, resolution, columns: columns, returning: nil)
    let update = RecordUpdate(
      layout: layout,
      resolution: resolution,
      changes: changes,
      statement: try db.cachedStatement(sql: text.sql),
      indexes: text.indexes ?? Array(layout.columns.indices),
      keyCount: key.columns.count
    )
    lastUpdate = update
    return update
  }
}
