public import DatabaseTypes

extension PersistenceContainer {
  /// The values of a record.
  ///
  /// - Throws: ``RecordError`` for a value that cannot be stored, or an error of the record.
  public init<Record: EncodableRecord>(of record: Record) throws {
    self.init(RecordEncoding(Record.self), expecting: .empty)
    try record.encode(to: &self)
    try finish()
  }

  /// The values that another container has for the columns in which it differs.
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
  /// The values of the record by their columns.
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

  /// Whether another record has the same values, as they are stored.
  ///
  /// A record that cannot be stored is equal to none.
  public func databaseEquals(_ record: Self) -> Bool {
    guard let changes = try? databaseChanges(from: record) else { return false }
    return changes.isEmpty
  }

  /// The columns in which another record differs, with its values.
  ///
  /// - Throws: ``RecordError`` for a value that cannot be stored, or an error of a record.
  public func databaseChanges(from record: some EncodableRecord) throws -> [String: DatabaseValue] {
    try PersistenceContainer(of: self).changes(from: PersistenceContainer(of: record))
  }

  /// Changes the record, and tells the columns that it changed, with the values before.
  ///
  /// - Throws: ``RecordError`` for a value that cannot be stored, or an error of the record or the closure.
  public mutating func databaseChanges(
    modify: (inout Self) throws -> Void
  ) throws -> [String: DatabaseValue] {
    // Objects are the same before and after.
    let before = try PersistenceContainer(of: self)
    try modify(&self)
    return try PersistenceContainer(of: self).changes(from: before)
  }
}
