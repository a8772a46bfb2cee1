public import DatabaseTypes

extension PersistenceContainer {
  /// Creates a container with the values of a record.
  ///
  /// - Throws: ``RecordError`` for a value that cannot be stored, or an error of the record.
  public init<Record: EncodableRecord>(of record: Record) throws {
    self.init(RecordEncoding(Record.self), expecting: .empty)
    try record.encode(to: &self)
    try finish()
  }

  /// Returns the columns that differ from another container, with the values of that container.
  func changes(from old: PersistenceContainer) -> [String: DatabaseValue] {
    var changes: [String: DatabaseValue] = [:]
    for (index, column) in columns.enumerated() {
      let before = old.value(at: index, of: column) ?? .null
      if values[index] != before { changes[column] = before }
    }
    return changes
  }
}

extension EncodableRecord {
  /// The values of the record by column.
  ///
  /// - Throws: ``RecordError`` for a value that cannot be stored, or an error of the record.
  public var databaseDictionary: [String: DatabaseValue] {
    get throws {
      let container = try PersistenceContainer(of: self)
      return Dictionary(
        zip(container.columns, container.values),
        uniquingKeysWith: { _, last in last }
      )
    }
  }

  /// Returns whether another record has the same stored values.
  ///
  /// A record that cannot be stored is not equal to any record.
  public func databaseEquals(_ record: Self) -> Bool {
    guard let changes = try? databaseChanges(from: record) else { return false }
    return changes.isEmpty
  }

  /// Returns the columns that differ from another record, with the values of that record.
  ///
  /// - Throws: ``RecordError`` for a value that cannot be stored, or an error of a record.
  public func databaseChanges(from record: some EncodableRecord) throws -> [String: DatabaseValue] {
    try PersistenceContainer(of: self).changes(from: PersistenceContainer(of: record))
  }

  /// Modifies the record, and returns the columns that changed, with their previous values.
  ///
  /// - Throws: ``RecordError`` for a value that cannot be stored, or an error of the record or the
  ///   closure.
  public mutating func databaseChanges(
    modify: (inout Self) throws -> Void
  ) throws -> [String: DatabaseValue] {
    // Encode first, because a class instance is the same object before and after.
    let before = try PersistenceContainer(of: self)
    try modify(&self)
    return try PersistenceContainer(of: self).changes(from: before)
  }
}
