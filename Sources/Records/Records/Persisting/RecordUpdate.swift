import DatabaseTypes
import SQLiteDatabase
import TypedSQL

/// A statement that updates the same columns of several records.
final class RecordUpdate {
  let layout: ContainerLayout
  let resolution: ConflictResolution
  /// The updated columns; `nil` for all columns except the key.
  let changes: ColumnMask?
  let statement: PreparedStatement
  /// The indices of the columns whose values are bound.
  let indexes: [Int]
  /// The indices of the key's columns, which are the last of `indexes`.
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

  /// Returns whether the statement is the one for some columns.
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
  /// - Returns: Whether the statement was run; `false` if the record has no key.
  @inline(__always)
  func update(_ row: UnsafeBufferPointer<DatabaseValue>) throws -> Bool {
    guard keyIndexes.contains(where: { !row[$0].isNull }) else { return false }
    try statement.execute(row: row, at: indexes)
    return true
  }
}

/// A set of columns among the first 64 of a record.
struct ColumnMask: Equatable {
  private var bits: UInt64 = 0

  /// The maximum number of columns.
  static let maximumCount = 64

  /// Whether the set is empty.
  var isEmpty: Bool { bits == 0 }

  /// Adds a column.
  @inline(__always)
  mutating func insert(_ index: Int) { bits |= 1 << UInt64(index) }

  /// Returns whether a column is in the set.
  func contains(_ index: Int) -> Bool { bits & 1 << UInt64(index) != 0 }
}

/// The previous values of a record, for comparison with later ones.
struct RecordedValues {
  fileprivate let layout: ContainerLayout
  fileprivate let values: [DatabaseValue]

  /// Returns the values by column.
  func container(of record: any EncodableRecord.Type) -> PersistenceContainer {
    PersistenceContainer(RecordEncoding(record), layout, values)
  }
}

extension RecordPlan {
  /// The result of an update without callbacks.
  enum DirectUpdate {
    case updated
    /// No column has changed.
    case unchanged
    /// The update was not attempted: the record does not have the columns of the one before, or no
    /// key.
    case notAttempted
  }

  /// Returns the values of a record; `nil` if it does not have the columns of the one before.
  func recordedValues<Record: EncodableRecord>(of record: Record) throws -> RecordedValues? {
    guard takeEncoder() else { return nil }
    defer { releaseEncoder() }
    try record._encode(into: encoder)
    guard let row = encoder.values.expectedRow, row.count <= ColumnMask.maximumCount else {
      return nil
    }
    return RecordedValues(layout: encoder.values.layout, values: Array(row))
  }

  /// Updates the columns in which a record differs from its previous values.
  func updateDirectly<Record: EncodableRecord>(
    _ record: Record,
    from before: RecordedValues,
    _ db: Database,
    or resolution: ConflictResolution
  ) throws -> DirectUpdate {
    guard takeEncoder() else { return .notAttempted }
    defer { releaseEncoder() }
    try record._encode(into: encoder)
    guard let row = encoder.values.expectedRow, encoder.values.layout === before.layout else {
      return .notAttempted
    }
    var changes = ColumnMask()
    for index in row.indices where row[index] != before.values[index] { changes.insert(index) }
    if changes.isEmpty { return .unchanged }
    return try update(row, changes, db, or: resolution)
  }

  /// Updates all columns of a record except its key.
  func updateDirectly<Record: EncodableRecord>(
    _ record: Record,
    _ db: Database,
    or resolution: ConflictResolution
  ) throws -> DirectUpdate {
    guard takeEncoder() else { return .notAttempted }
    defer { releaseEncoder() }
    try record._encode(into: encoder)
    guard let row = encoder.values.expectedRow else { return .notAttempted }
    return try update(row, nil, db, or: resolution)
  }

  @inline(__always)
  private func update(
    _ row: UnsafeBufferPointer<DatabaseValue>,
    _ changes: ColumnMask?,
    _ db: Database,
    or resolution: ConflictResolution
  ) throws -> DirectUpdate {
    let layout = encoder.values.layout
    var update = lastUpdate
    if update?.isFor(layout, changes, resolution) != true {
      update = try makeUpdate(layout, changes, db, resolution)
    }
    let before = isView ? db.totalChangesCount : 0
    guard let update, try update.update(row) else { return .notAttempted }
    if !hasChanged(since: before, db) {
      try checkExists(PersistenceContainer(encoding, layout, Array(row)), db, resolution)
    }
    return .updated
  }

  /// Creates the statement for some columns, if they are not those of the last update.
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
