import DatabaseTypes
import DynamicColumns
import Foundation
import TypedSQL

/// The encoding of a record type, which values that are compared with its columns use too.
struct StoredEncoding: _ValueEncoding {
  private let record: any TableRecord.Type

  init(_ record: any TableRecord.Type) { self.record = record }

  func binding(of value: _DynamicValue, column: String?) -> QueryBinding {
    switch value {
    case .stored, .invalid: value.plainBinding
    case .date(let date): binding(of: date, column) { .date($0) }
    case .uuid(let uuid): binding(of: uuid, column) { .uuid($0) }
    // SQLite refuses a decimal number that no column and no strategy converts.
    case .decimal(let decimal):
      record._table == nil
        ? unitsBinding(of: decimal, column) ?? decimal.queryBinding
        : binding(of: decimal, column) { $0.queryBinding }
    case .data(let data): binding(of: data, column) { .blob([UInt8]($0)) }
    }
  }

  /// Returns the number as the integer that the record's strategy stores; `nil` if it stores none.
  private func unitsBinding(of decimal: Decimal, _ column: String?) -> QueryBinding? {
    let type = record as? any EncodableRecord.Type
    guard case .fixedPoint(let digits)? = type?.databaseDecimalEncodingStrategy(for: column ?? "")
    else { return nil }
    return .fixedPoint(decimal, digits: digits)
  }

  /// Binds a date as such if the column has a date type, and a decimal number if it has a decimal
  /// type; other values are bound as on SQLite.
  func binding(of value: _DynamicValue, column: String, on database: AnyObject) throws
    -> QueryBinding
  {
    if case .decimal(let decimal) = value, record._table == nil {
      return try binding(of: decimal, column, on: database) ?? value.plainBinding
    }
    let plain = binding(of: value, column: column)
    guard case .date(let date) = value, record._table == nil,
      let source = database as? any RecordSource,
      try source.isDateOrTime(column, of: record.databaseTableName)
    else { return plain }
    // The date as the record's strategy stores it.
    let stored = try StoredForm.use(.complete) {
      try record.databaseEncoding.databaseValue(of: date, inColumn: column)
    }
    let type = record as? any EncodableRecord.Type
    return .date(type?.date(stored: stored, inColumn: column) ?? date)
  }

  /// Returns the number as an integer; `nil` if the column contains decimal numbers of the
  /// database, or the record's strategy does not store integers.
  ///
  /// - Throws: The error of a number that does not fit.
  private func binding(of decimal: Decimal, _ column: String, on database: AnyObject) throws
    -> QueryBinding?
  {
    guard let units = unitsBinding(of: decimal, column) else { return nil }
    // Also a number in a decimal column must fit, so that both databases accept the same numbers.
    if case .invalid(let error) = units { throw error }
    if case .decimal(_, let scale?) = units { _ = try decimal.scaledInteger(scale: scale) }
    let source = database as? any RecordSource
    return try source?.isDecimal(column, of: record.databaseTableName) == true ? nil : units
  }

  /// Returns the binding of a value.
  ///
  /// For a `@Table` the column determines it, or the table's default without a column; otherwise
  /// the record's strategies do.
  private func binding<Value: DatabaseValueConvertible>(
    of value: Value,
    _ column: String?,
    _ plain: (Value) -> QueryBinding
  ) -> QueryBinding {
    guard let table = record._table else {
      return record.databaseEncoding.binding(of: value, inColumn: column ?? "")
    }
    let known = column.flatMap { name in table.columnsByName.first { $0.name == name } }
    return known?.binding(of: value) ?? plain(value)
  }
}

extension Table {
  fileprivate static var columnsByName: [any TableColumnExpression] { TableColumns.allColumns }
}

extension TableColumnExpression {
  /// Returns the value as the column stores it; `nil` if it is not of the column's type.
  fileprivate func binding(of value: Any) -> QueryBinding? {
    (value as? Value.QueryOutput).map { Value(queryOutput: $0).queryBinding }
  }
}
