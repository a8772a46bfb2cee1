import DatabaseTypes
import SQLiteDatabase
import SQLiteQueries
import TypedSQL

/// An encoder that collects the values of a `@Table`.
struct TableValueEncoder: QueryEncoder {
  private let values: RecordValues
  /// The columns of the table, in the order of their values.
  private let columns: [TableValueColumn]
  private var index = 0
  /// Whether the next values belong to generated columns.
  private var isGenerated = false

  init(_ values: RecordValues, columns: [TableValueColumn]) {
    self.values = values
    self.columns = columns
  }

  @inline(__always)
  private mutating func set(_ value: DatabaseValue) {
    guard index < columns.count else { return }
    if !isGenerated { values.set(value, forColumn: columns[index].name) }
    index += 1
  }

  mutating func encode(_ value: Int64) { set(.integer(value)) }

  mutating func encode(_ value: Double) {
    // NaN is rejected by the conversion of the binding.
    if value.isNaN { encode(.double(value)) } else { set(.real(value)) }
  }

  mutating func encode(_ value: String) { set(.text(value)) }

  mutating func encode(_ binding: QueryBinding) {
    do { set(try binding.databaseValue()) } catch { fail(error) }
  }

  mutating func encode(_ fragment: QueryFragment) {
    guard fragment.bindings.count == 1, fragment.code.count == 1 || isStored(by: fragment) else {
      return fail(
        ConversionFailure(
          expectedType: "a value",
          found: nil,
          reason: "the column stores a value computed by SQL; insert it with `insert { }`"
        )
      )
    }
    encode(fragment.bindings[0])
  }

  /// Returns whether a fragment calls the function by which the statement stores the column anyway.
  private func isStored(by fragment: QueryFragment) -> Bool {
    guard index < columns.count, let function = columns[index].storingFunction else { return false }
    return fragment.render().sql == "\(function)(?)"
  }

  private mutating func fail(_ error: any Error) {
    if index < columns.count, !isGenerated { values.note(error, column: columns[index].name) }
    index += 1
  }

  mutating func encodeGenerated<Value: QueryRepresentable>(_ value: Value) {
    let isWithin = isGenerated
    isGenerated = true
    value._encode(into: &self)
    isGenerated = isWithin
  }

  mutating func encodeUnset(columns: Int) { for _ in 0..<columns { set(.null) } }
}

/// A column of a `@Table`, as far as it is needed to collect its values.
struct TableValueColumn {
  let name: String
  /// The function that converts the bound value to the stored one; `nil` if they are the same.
  let storingFunction: String?
}

extension TableColumnExpression {
  /// The function that converts the bound value to the stored one; `nil` if they are the same.
  var storingFunction: String? { (Value.self as? any StoredByFunction.Type)?.storingFunction }
}

extension Table {
  /// The columns whose values are collected.
  static var valueColumns: [TableValueColumn] {
    TableColumns.allColumns.map {
      TableValueColumn(name: $0.name, storingFunction: $0.storingFunction)
    }
  }

  /// The functions that convert bound values to stored ones, by folded column name.
  static var storingFunctions: [ByteText: String] {
    var functions: [ByteText: String] = [:]
    for column in TableColumns.allColumns {
      functions[ByteText.foldingASCII(column.name)] = column.storingFunction
    }
    return functions
  }
}
