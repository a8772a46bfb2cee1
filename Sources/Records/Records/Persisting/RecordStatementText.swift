import DatabaseTypes
import SQLiteDatabase
import TypedSQL

/// The text of a statement that writes a record, with the indices of the values to bind.
///
/// It is an object, since it is looked up for each record.
final class RecordStatementText {
  /// The purpose of a statement.
  enum Purpose: Equatable {
    case insert(ConflictResolution, returning: String?)
    /// Updates the named columns, or all columns if `columns` is `nil`.
    case update(ConflictResolution, columns: [String]?, returning: String?)
    /// Inserts a row, or updates it as a clause says.
    case upsert(clause: String, returning: String?)
    case delete
    case exists
  }

  let purpose: Purpose
  let layout: ContainerLayout
  let sql: String
  /// The indices of the columns whose values are bound; `nil` for all columns, in order.
  let indexes: [Int]?

  init(purpose: Purpose, layout: ContainerLayout, sql: String, indexes: [Int]?) {
    self.purpose = purpose
    self.layout = layout
    self.sql = sql
    self.indexes = indexes
  }

  /// Returns the values to bind.
  func values(of container: PersistenceContainer) -> [DatabaseValue] {
    indexes.map { $0.map { container.values[$0] } } ?? container.values
  }
}

extension RecordPlan {
  /// Returns the indices of the columns that can be written.
  private func writableIndexes(_ layout: ContainerLayout) -> [Int] {
    layout.columns.indices.filter { index in
      generatedColumns.isEmpty
        || !generatedColumns.contains(ByteText.foldingASCII(layout.columns[index]))
    }
  }

  private static func names(_ indexes: [Int], of layout: ContainerLayout) -> [String] {
    indexes.map { quotedIdentifier(layout.columns[$0]) }
  }

  /// Returns the placeholder for the value of a column: `?`, or `jsonb(?)`.
  private func placeholder(for column: String) -> String {
    guard !storingFunctions.isEmpty,
      let function = storingFunctions[ByteText.foldingASCII(column)]
    else { return "?" }
    return "\(function)(?)"
  }

  private static func clause(_ resolution: ConflictResolution) -> String {
    resolution == .abort ? "" : " OR \(resolution.keyword)"
  }

  private static func clause(returning: String?) -> String {
    returning.map { " RETURNING \($0)" } ?? ""
  }

  func insertText(
    _ layout: ContainerLayout,
    _ resolution: ConflictResolution,
    returning: String?
  ) throws -> RecordStatementText {
    let purpose = RecordStatementText.Purpose.insert(resolution, returning: returning)
    return try text(purpose, layout) {
      let sql = try insertion(layout, Self.clause(resolution)) + Self.clause(returning: returning)
      return makeText(purpose, layout, sql, writableIndexes(layout))
    }
  }

  private func insertion(_ layout: ContainerLayout, _ conflict: String) throws -> String {
    let indexes = writableIndexes(layout)
    guard !indexes.isEmpty else { throw RecordError.emptyContainer(databaseTableName: tableName) }
    let names = Self.names(indexes, of: layout).joined(separator: ", ")
    let placeholders = indexes.map { placeholder(for: layout.columns[$0]) }.joined(separator: ", ")
    return "INSERT\(conflict) INTO \(tableSQL) (\(names)) VALUES (\(placeholders))"
  }

  private func makeText(
    _ purpose: RecordStatementText.Purpose,
    _ layout: ContainerLayout,
    _ sql: String,
    _ indexes: [Int]
  ) -> RecordStatementText {
    let areAll = indexes.elementsEqual(layout.columns.indices)
    return RecordStatementText(
      purpose: purpose,
      layout: layout,
      sql: sql,
      indexes: areAll ? nil : indexes
    )
  }

  func upsertText(
    _ layout: ContainerLayout,
    clause: String,
    returning: String?
  ) throws -> RecordStatementText {
    let purpose = RecordStatementText.Purpose.upsert(clause: clause, returning: returning)
    return try text(purpose, layout) {
      let sql = try insertion(layout, "") + clause + Self.clause(returning: returning)
      return makeText(purpose, layout, sql, writableIndexes(layout))
    }
  }

  /// Returns the text that updates some columns of a record, or all except its key.
  func updateText(
    _ layout: ContainerLayout,
    _ resolution: ConflictResolution,
    columns: [String]?,
    returning: String?
  ) throws -> RecordStatementText {
    let purpose = RecordStatementText.Purpose.update(
      resolution,
      columns: columns,
      returning: returning
    )
    return try text(purpose, layout) {
      let keyIndexes = try keyIndexes(in: layout)
      var indexes = try columns.map { try $0.map { try index(of: $0, in: layout) } }
      indexes = (indexes ?? writableIndexes(layout)).filter { !keyIndexes.contains($0) }
      // Without columns to update, set the key to itself, so that triggers run and a missing row is
      // noticed.
      let assigned = indexes.flatMap { $0.isEmpty ? nil : $0 }
      let assignments = (assigned ?? keyIndexes).map { layout.columns[$0] }.map { column in
        let name = quotedIdentifier(column)
        return "\(name) = \(assigned == nil ? name : placeholder(for: column))"
      }
      let sql =
        "UPDATE\(Self.clause(resolution)) \(tableSQL) SET \(assignments.joined(separator: ", "))"
        + " WHERE \(keyCondition)" + Self.clause(returning: returning)
      return RecordStatementText(
        purpose: purpose,
        layout: layout,
        sql: sql,
        indexes: (assigned ?? []) + keyIndexes
      )
    }
  }

  func deleteText(_ layout: ContainerLayout) throws -> RecordStatementText {
    try text(.delete, layout) {
      RecordStatementText(
        purpose: .delete,
        layout: layout,
        sql: "DELETE FROM \(tableSQL) WHERE \(keyCondition)",
        indexes: try keyIndexes(in: layout)
      )
    }
  }

  func existsText(_ layout: ContainerLayout) throws -> RecordStatementText {
    try text(.exists, layout) {
      RecordStatementText(
        purpose: .exists,
        layout: layout,
        sql: "SELECT EXISTS (SELECT 1 FROM \(tableSQL) WHERE \(keyCondition))",
        indexes: try keyIndexes(in: layout)
      )
    }
  }

  /// The condition on the key; in a key of several columns NULL is equal to itself.
  private var keyCondition: String {
    let isSingle = key.columns.count == 1
    return conjunction(of: key.columns.map { quotedIdentifier($0) + (isSingle ? " = ?" : " IS ?") })
  }

  private func index(of column: String, in layout: ContainerLayout) throws -> Int {
    guard let index = layout.index(of: column) else {
      throw RecordError.missingColumn(column, databaseTableName: tableName)
    }
    return index
  }

  /// Returns the indices of the key's columns.
  private func keyIndexes(in layout: ContainerLayout) throws -> [Int] {
    guard !key.columns.isEmpty else {
      throw RecordError.noUniqueKey([], databaseTableName: tableName)
    }
    return try key.columns.map { try index(of: $0, in: layout) }
  }
}

extension RecordPlan {
  /// Returns the values of the key; `nil` if all are NULL, or a column is not encoded.
  func keyValues(of container: PersistenceContainer) -> [String: DatabaseValue]? {
    var values: [String: DatabaseValue] = [:]
    for column in key.columns {
      guard let value = container.databaseValue(forColumn: column) else { return nil }
      values[column] = value
    }
    return values.values.allSatisfy(\.isNull) ? nil : values
  }

  /// Returns the error for a record whose key has no row.
  func notFound(_ container: PersistenceContainer) -> RecordError {
    .recordNotFound(databaseTableName: tableName, key: keyValues(of: container) ?? [:])
  }

  /// Throws if a record does not encode its key.
  func checkKey(of container: PersistenceContainer) throws {
    _ = try keyIndexes(in: container.layout)
  }
}
