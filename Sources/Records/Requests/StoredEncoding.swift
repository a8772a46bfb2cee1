import DatabaseTypes
import DynamicColumns
import Foundation
import TypedSQL

/// How a record stores values: those that are compared with its columns are bound so.
struct StoredEncoding: _ValueEncoding {
  private let record: any TableRecord.Type

  init(_ record: any TableRecord.Type) { self.record = record }

  func binding(of value: _DynamicValue, column: String?) -> QueryBinding {
    switch value {
    case .stored, .invalid: value.plainBinding
    case .date(let date): binding(of: date, column) { .date($0) }
    case .uuid(let uuid): binding(of: uuid, column) { .uuid($0) }
    case .decimal(let decimal): binding(of: decimal, column) { _ in value.plainBinding }
    case .data(let data): binding(of: data, column) { .blob([UInt8]($0)) }
    }
  }

  /// A date is one where the column has moments; all else is as on SQLite.
  func binding(of value: _DynamicValue, column: String, elsewhere database: AnyObject) throws
    -> QueryBinding
  {
    let plain = binding(of: value, column: column)
    guard case .date(let date) = value, record._table == nil,
      let source = database as? any RecordSource,
      try source.isMoment(column, of: record.databaseTableName)
    else { return plain }
    // To the millisecond, which is what records store.
    return .date(try Date(databaseValue: date.databaseValue))
  }

  /// What a column of a `@Table` says, or what such a table stores of other values; or what the record's strategies say.
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
  /// The value as the column stores it; `nil` where it is no value of the column.
  fileprivate func binding(of value: Any) -> QueryBinding? {
    (value as? Value.QueryOutput).map { Value(queryOutput: $0).queryBinding }
  }
}
