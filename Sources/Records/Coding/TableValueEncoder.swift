import DatabaseTypes
import SQLiteDatabase
import TypedSQL

/// Collects the values of a `@Table` in a container.
struct TableValueEncoder: QueryEncoder {
  private(set) var container: PersistenceContainer
  private let names: [String]
  private var index = 0
  /// Whether what comes is computed by the database.
  private var isGenerated = false

  init(_ container: PersistenceContainer, names: [String]) {
    self.container = container
    self.names = names
  }

  private mutating func set(_ value: DatabaseValue) {
    guard index < names.count else { return }
    if !isGenerated { container.set(value, forColumn: names[index]) }
    index += 1
  }

  mutating func encode(_ binding: QueryBinding) {
    do { set(try binding.databaseValue()) } catch { fail(error) }
  }

  mutating func encode(_ fragment: QueryFragment) {
    guard fragment.bindings.count == 1, fragment.code.count == 1 else {
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

  private mutating func fail(_ error: any Error) {
    if index < names.count, !isGenerated { container.note(error, column: names[index]) }
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
