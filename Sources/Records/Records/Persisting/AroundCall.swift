/// The state of a call to an `around…` callback, which must call its closure exactly once.
struct AroundCall<Value> {
  private var value: Value?
  private var failure: (any Error)?
  private var callCount = 0

  init() {}

  /// Runs the closure.
  @inline(__always)
  mutating func run(
    _ name: StaticString,
    of record: any TableRecord.Type,
    _ body: () throws -> Value
  ) throws -> Value {
    callCount += 1
    guard callCount == 1 else { throw misuse(name, record) }
    do {
      let value = try body()
      self.value = value
      return value
    } catch {
      failure = error
      throw error
    }
  }

  /// Returns the result of the closure.
  ///
  /// - Throws: The error of the closure, even if the callback ignored it; ``RecordError`` unless
  ///   the closure was called exactly once.
  @inline(__always)
  func result(_ name: StaticString, of record: any TableRecord.Type) throws -> Value {
    if let failure { throw failure }
    guard callCount == 1, let value else { throw misuse(name, record) }
    return value
  }

  @inline(never)
  private func misuse(_ name: StaticString, _ record: any TableRecord.Type) -> RecordError {
    .callback("\(name)", callCount: callCount, databaseTableName: record.databaseTableName)
  }
}
