/// The values of a row that is written by its key, if each of its columns is a plain value.
///
/// The statement is the same for all such rows of a table, so a driver that has run it before needs
/// no SQL to run it again.
public struct _KeyedRow: Sendable {
  /// The key of the rows that share the statement.
  package let key: _RowKey
  /// The values of all columns, in order.
  package let values: [QueryBinding]
  /// The table's type.
  private let table: any PrimaryKeyedTable.Type

  init(_ values: RowValues, key: _RowKey) {
    self.key = key
    self.values = values.values
    table = values.table
  }

  /// The positions at which the statement binds the columns' values, counted from 1.
  ///
  /// A column that the statement does not bind has place 0. The list is `nil` if the statement
  /// binds more than the values, or the same value twice.
  package var positions: [Int]? { table.positionsOfUpdate }
}

/// The values of a row as they are bound; SQL is made of them only when it is needed.
@usableFromInline struct RowValues: Sendable {
  /// The values of all columns, in order.
  @usableFromInline let values: [QueryBinding]
  @usableFromInline let table: any PrimaryKeyedTable.Type

  @inlinable
  init(_ values: [QueryBinding], of table: any PrimaryKeyedTable.Type) {
    self.values = values
    self.table = table
  }

  /// The assignments of the columns that are not part of the key.
  var updates: [ColumnUpdate] { table.updates(values.map { EncodedColumn($0) }) }

  /// The condition that a row has the key.
  var condition: QueryFragment { table.keyCondition(values.map { EncodedColumn($0) }) }
}

extension EncodedColumn {
  fileprivate init(_ binding: QueryBinding) {
    var fragment = QueryFragment()
    fragment.append(binding)
    self.init(fragment: fragment)
  }
}

/// An encoder that collects the columns of a row as values.
@usableFromInline struct ValueEncoder: QueryEncoder {
  @usableFromInline var values: [QueryBinding] = []
  /// Whether each column is a plain value.
  @usableFromInline var areAllValues = true

  @inlinable
  init(columnCount: Int) { values.reserveCapacity(columnCount) }

  @inlinable
  mutating func encode(_ value: Int64) { values.append(.int(value)) }

  @inlinable
  mutating func encode(_ value: Double) { values.append(.double(value)) }

  @inlinable
  mutating func encode(_ value: String) { values.append(.text(value)) }

  @inlinable
  mutating func encode(_ binding: QueryBinding) { values.append(binding) }

  @usableFromInline
  mutating func encode(_ fragment: QueryFragment) {
    guard fragment.isPlaceholder else { return areAllValues = false }
    values += fragment.bindings
  }

  @inlinable
  mutating func encodeGenerated<Value: QueryRepresentable>(_ value: Value) {
    value._encode(into: &self)
  }

  @inlinable
  mutating func encodeUnset(columns: Int) { areAllValues = false }
}

extension PrimaryKeyedTable {
  /// Returns the assignments of a row's columns that are neither in its key nor generated.
  static func updates(_ row: [EncodedColumn]) -> [ColumnUpdate] {
    let keys = columns.primaryKey._names
    return zip(TableColumns.allColumns, row)
      .filter { !keys.contains($0.name) && !$0._writableTableColumns.isEmpty && !$1.isGenerated }
      .map { ColumnUpdate(name: $0.name, fragment: $1.fragment) }
  }

  /// Returns the condition that a row has the key of another: `("tags"."id") = (1)`.
  static func keyCondition(_ row: [EncodedColumn]) -> QueryFragment {
    let keys = columns.primaryKey._names
    let names = TableColumns.allColumns.map(\.name)
    let values = keys.compactMap { key in zip(names, row).first { $0.0 == key }?.1.fragment }
    var condition = QueryFragment()
    condition.append(parenthesized: columns.primaryKey.queryFragment)
    condition.append(sql: " = ")
    condition.append(parenthesized: values.joined(separator: ", "))
    return condition
  }

  /// The positions at which a row's update binds the columns' values, counted from 1.
  ///
  /// A column that it does not bind has place 0.
  fileprivate static var positionsOfUpdate: [Int]? {
    let numbers = TableColumns.allColumns.indices.map { QueryBinding.parameter($0) }
    let values = RowValues(numbers, of: Self.self)
    let bound = values.updates.flatMap(\.fragment.bindings) + values.condition.bindings
    let positions = numbers.map { (bound.firstIndex(of: $0) ?? -1) + 1 }
    return positions.count { $0 > 0 } == bound.count ? positions : nil
  }
}
