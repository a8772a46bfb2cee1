import DatabaseTypes
import DynamicColumns
import Foundation
import TypedSQL

/// How a record stores values: those that are compared with its columns are bound so.
struct StoredEncoding: _ValueEncoding {
  private let record: RecordEncoding
  /// The columns of a `@Table`.
  private let typedColumns: [any TableColumnExpression]?

  init<Record: TableRecord>(_ record: Record.Type) {
    self.record = record.databaseEncoding
    typedColumns = (record as? any Table.Type)?.columnsByName
  }

  func binding(of value: _DynamicValue, column: String?) -> QueryBinding {
    if let typed = typedBinding(of: value, column: column) { return typed }
    switch value {
    case .date(let date): return record.binding(of: date, inColumn: column ?? "")
    case .uuid(let uuid): return record.binding(of: uuid, inColumn: column ?? "")
    case .data(let data): return record.binding(of: data, inColumn: column ?? "")
    case .stored, .invalid: return value.plainBinding
    }
  }

  /// What a column of a `@Table` says, and for other values what such a table stores.
  private func typedBinding(of value: _DynamicValue, column: String?) -> QueryBinding? {
    guard let typedColumns else { return nil }
    let column = column.flatMap { name in typedColumns.first { $0.name == name } }
    switch value {
    case .date(let date): return column?.binding(of: date) ?? .date(date)
    case .uuid(let uuid): return column?.binding(of: uuid) ?? .uuid(uuid)
    case .data(let data): return column?.binding(of: data) ?? .blob([UInt8](data))
    case .stored, .invalid: return nil
    }
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
