/// The values of a row that is written by its key, where each of its columns is a value and nothing else.
///
/// The statement is the same for all such rows of a table: so a driver that has run it before needs no SQL to run it again.
public struct _KeyedRow: Sendable {
  /// What tells which rows go through the same statement.
  package let key: _RowKey
  /// The values of all columns, in their order.
  package let values: [QueryBinding]
  /// The table's type.
  private let table: any PrimaryKeyedTable.Type

  init(_ values: RowValues, key: _RowKey) {
    self.key = key
    self.values = values.values
    table = values.table
  }

  /// Where the statement binds the values of the columns, counted from 1; 0 for one that it does not bind.
  ///
  /// `nil` where it binds more than the values, or the same value twice.
  package var places: [Int]? { table.placesOfUpdate }
}

/// The values of a row, as they are bound: SQL only when somebody wants it.
@usableFromInline struct RowValues: Sendable {
  /// The values of all columns, in their order.
  @usableFromInline let values: [QueryBinding]
  @usableFromInline let table: any PrimaryKeyedTable.Type

  @inlinable
  init(_ values: [QueryBinding], of table: any PrimaryKeyedTable.Type) {
    self.values = values
    self.table = table
  }

  /// What the columns are set to that are none of the key.
  var updates: [ColumnUpdate] { table.updates(values.map { EncodedColumn($0) }) }

  /// Whether a row has the key.
  var condition: QueryFragment { table.keyCondition(values.map { EncodedColumn($0) }) }
}

extension EncodedColumn {
  fileprivate init(_ binding: QueryBinding) {
    var fragment = QueryFragment()
    fragment.append(binding)
    self.init(fragment: fragment)
  }
}

/// Collects the columns of a row as values.
@usableFromInline struct ValueEncoder: QueryEncoder {
  @usableFromInline var values: [QueryBinding] = []
  /// Whether each column is a value and nothing else.
  @usableFromInline var areAll = true

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
    guard fragment.isPlaceholder else { return areAll = false }
    values += fragment.bindings
  }

  @inlinable
  mutating func encodeGenerated<Value: QueryRepresentable>(_ value: Value) {
    value._encode(into: &self)
  }

  @inlinable
  mutating func encodeUnset(columns: Int) { areAll = false }
}

extension PrimaryKeyedTable {
  /// What the columns of a row are set to that are none of its key, and not computed.
  static func updates(_ row: [EncodedColumn]) -> [ColumnUpdate] {
    let keys = columns.primaryKey._names
    return zip(TableColumns.allColumns, row)
      .filter { !keys.contains($0.name) && !$0._writableTableColumns.isEmpty && !$1.isGenerated }
      .map { ColumnUpdate(name: $0.name, fragment: $1.fragment) }
  }

  /// Whether a row has the key of another: `("tags"."id") = (1)`.
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

  /// Where the statement that updates a row binds the values of the columns, counted from 1; 0 for one that it does not
  /// bind.
  fileprivate static var placesOfUpdate: [Int]? {
    let numbers = TableColumns.allColumns.indices.map { QueryBinding.parameter($0) }
    let values = RowValues(numbers, of: Self.self)
    let bound = values.updates.flatMap(\.fragment.bindings) + values.condition.bindings
    let places = numbers.map { (bound.firstIndex(of: $0) ?? -1) + 1 }
    return places.count { $0 > 0 } == bound.count ? places : nil
  }
}
