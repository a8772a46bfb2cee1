import DatabaseTypes
import Testing

/// A line of the conversion table: a stored value, a type, and the expected result.
struct Reading: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Returns the unexpected results of the two ways to convert the value.
  let mistakes: @Sendable () -> [String]
  /// Returns the failures of the two ways to convert the value.
  let failures: @Sendable () -> [ConversionFailure]

  /// Creates the expectation that a value converts to another.
  init<Value: DatabaseValueConvertible & Equatable & Sendable>(
    _ stored: DatabaseValue,
    reads expected: Value
  ) {
    self.init(stored, Value.self, "reads \(expected)") { $0 == expected }
  }

  /// Creates the expectation that a type refuses a value.
  init<Value: DatabaseValueConvertible & Equatable & Sendable>(
    _ stored: DatabaseValue,
    isNo type: Value.Type
  ) {
    self.init(stored, type, "is refused") { $0 == nil }
  }

  private init<Value: DatabaseValueConvertible & Sendable>(
    _ stored: DatabaseValue,
    _ type: Value.Type,
    _ rule: String,
    isExpected: @escaping @Sendable (Value?) -> Bool
  ) {
    testDescription = "\(stored.sqlLiteral) as \(type) \(rule)"
    let all = { @Sendable in [Self.value(type, from: stored), Self.column(type, from: stored)] }
    mistakes = { all().filter { !isExpected(try? $0.get()) }.map { "\($0)" } }
    failures = {
      all().compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
    }
  }

  private static func value<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    from stored: DatabaseValue
  ) -> Result<Value, ConversionFailure> {
    do {
      return .success(try Value(databaseValue: stored))
    } catch {
      return .failure(error)
    }
  }

  private static func column<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    from stored: DatabaseValue
  ) -> Result<Value, ConversionFailure> {
    do {
      return .success(try Value(column: 1, of: SecondColumn(value: stored)))
    } catch {
      return .failure(error)
    }
  }
}

/// A row whose second column is read; reading any other column gives a wrong value.
private struct SecondColumn: ColumnReader, ~Copyable {
  let value: DatabaseValue

  private func value(_ index: Int) -> DatabaseValue {
    index == 1 ? value : .text("another column")
  }

  func storageClass(at index: Int) -> StorageClass { value(index).storageClass }
  func integer(at index: Int) -> Int64 { value(index).integer(at: 0) }
  func real(at index: Int) -> Double { value(index).real(at: 0) }
  func text(at index: Int) -> String? { value(index).text(at: 0) }

  func withBytes<Result>(
    at index: Int,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try value(index).withBytes(at: 0, body)
  }
}
