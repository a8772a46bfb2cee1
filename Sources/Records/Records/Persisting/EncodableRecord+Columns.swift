package import DatabaseTypes
package import DynamicColumns
package import Foundation
package import TypedSQL

// The interface for databases other than SQLite that write records.

extension EncodableRecord {
  /// Returns the stored values by column, in the order in which the record encodes them.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - form: What the database can hold beyond what SQLite can.
  /// - Throws: An error of encoding, or ``RecordError`` if nothing is encoded.
  package func persistedContainer(of table: String, in form: StoredForm) throws
    -> PersistenceContainer
  {
    let container = try StoredForm.use(form) { try PersistenceContainer(of: self) }
    if container.isEmpty { throw RecordError.emptyContainer(databaseTableName: table) }
    return container
  }

  /// Returns the date that the record stores in a form; `nil` if it is not a date.
  package static func date(stored value: DatabaseValue, inColumn column: String) -> Date? {
    databaseDateEncodingStrategy(for: column).date(stored: value)
  }
}

extension EncodableRecord where Self: TableRecord {
  /// Returns the number of digits after the point if the record stores the decimal numbers of a
  /// column as integers.
  ///
  /// For a `@Table` it is `nil`, since there the column determines it.
  package static func fixedPointDigits(inColumn column: String) -> Int? {
    guard _table == nil, case .fixedPoint(let digits) = databaseDecimalEncodingStrategy(for: column)
    else { return nil }
    return digits
  }
}

extension PersistenceContainer {
  /// The columns with their values, in the order in which they were encoded.
  package var columnValues: [(column: String, value: DatabaseValue)] {
    zip(columns, values).map { ($0, $1) }
  }

  /// Sets a value that the database has generated.
  package mutating func take(_ value: DatabaseValue, forColumn column: String) {
    set(value, forColumn: column)
  }
}

extension DatabaseDateEncodingStrategy {
  /// Returns the date that is stored in this form.
  fileprivate func date(stored value: DatabaseValue) -> Date? {
    let plain = try? Date(databaseValue: value)
    let number: Double? =
      switch value {
      case .integer(let value): Double(value)
      case .real(let value): value
      case .null, .text, .blob: nil
      }
    switch self {
    case .timeIntervalSinceReferenceDate:
      return number.map { Date(timeIntervalSinceReferenceDate: $0) } ?? plain
    case .millisecondsSince1970:
      return number.map { Date(millisecondsSince1970: $0) } ?? plain
    case .formatted(let formatter):
      guard case .text(let text) = value else { return plain }
      return formatter.date(from: text) ?? plain
    case .iso8601:
      guard case .text(let text) = value else { return plain }
      return (try? Date(text, strategy: .iso8601)) ?? plain
    case .deferredToDate, .timeIntervalSince1970, .secondsSince1970, .custom: return plain
    }
  }
}

extension TableRecord {
  /// Returns the selection that a statement returns of a written record, as SQL without bindings.
  package static func returnedSelection(_ source: any RecordSource) throws -> QueryFragment {
    try RequestBatch(all()._clauses, source).returned().withLiterals
  }

  /// Returns a given selection that a statement returns of a written record, as SQL without
  /// bindings.
  package static func returnedSelection(
    _ selection: [any SQLSelectable],
    _ source: any RecordSource
  ) throws -> QueryFragment {
    try RequestBatch(all().select(selection)._clauses, source).returned().withLiterals
  }
}

extension TableRecord {
  /// Returns the assignments of an upsert as SQL: each a column and its value.
  package static func assignedColumns(
    _ assignments: [ColumnAssignment],
    excluded: RequestAlias,
    _ source: any RecordSource
  ) throws -> [QueryFragment] {
    let encoding = all()._clauses.table.encoding
    var context = _ExpressionContext(
      table: databaseTableName,
      tableName: databaseTableName,
      encoding: encoding,
      database: source
    )
    context.isOtherDatabase = true
    context.aliases[excluded.id] = ("excluded", encoding)
    return try assignments.lastOfEachColumn.compactMap { assignment in
      try assignment.fragment(in: context).map { "\(quote: assignment.column.name) = \($0)" }
    }
  }
}
