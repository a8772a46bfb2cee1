import DatabaseTypes
import SQLiteDatabase
import TypedSQL

/// Collects the values of a `@Table` in a container.
struct TableValueEncoder: QueryEncoder {
  private(set) var container: PersistenceContainer
  private let columns: [any TableColumnExpression]
  private var index = 0
  /// Whether what comes is computed by the database.
  private var isGenerated = false

  init(_ container: PersistenceContainer, columns: [any TableColumnExpression]) {
    self.container = container
    self.columns = columns
  }

  private mutating func set(_ value: DatabaseValue) {
    guard index < columns.count else { return }
    if !isGenerated { container.set(value, forColumn: columns[index].name) }
    index += 1
  }

  mutating func encode(_ binding: QueryBinding) {
    do { set(try binding.databaseValue()) } catch { fail(error) }
  }

  mutating func encode(_ fragment: QueryFragment) {
    guard fragment.bindings.count == 1, fragment.code.count == 1 || isStored(by: fragment) else {
      return fail(
        ConversionFailure(
          expectedType: "a value",
          found: nil,
          reason: "the column stores what SQL makes of it: insert it with `insert { }`"
        )
      )
    }
    encode(fragment.bindings[0])
  }

  /// Whether the statement that writes the record calls the function that stands in a fragment.
  private func isStored(by fragment: QueryFragment) -> Bool {
    guard index < columns.count, let function = columns[index].storingFunction else { return false }
    return fragment.render().sql == "\(function)(?)"
  }

  private mutating func fail(_ error: any Error) {
    if index < columns.count, !isGenerated { container.note(error, column: columns[index].name) }
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

extension TableColumnExpression {
  /// The function that makes what is stored of what is bound; `nil` where that is the same.
  var storingFunction: String? { (Value.self as? any StoredByFunction.Type)?.storingFunction }
}

extension Table {
  /// The functions that make what is stored of what is bound, by columns in lower case.
  static var storingFunctions: [String: String] {
    var functions: [String: String] = [:]
    for column in TableColumns.allColumns {
      functions[column.name.lowercased()] = column.storingFunction
    }
    return functions
  }
}
