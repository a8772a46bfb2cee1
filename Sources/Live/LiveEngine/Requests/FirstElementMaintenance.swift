package import DatabaseTypes
import IncrementalQueries

/// The maintenance of a value computed from the first of some rows.
package struct FirstElementMaintenance<Element: Sendable, Value: Sendable, Base: ResultMaintenance>:
  ResultMaintenance
where Base.Value == [Element] {
  /// A snapshot of the database.
  package typealias Snapshot = Base.Snapshot

  private let convert: @Sendable (Element?) throws -> Value
  private var base: Base
  private var rows = LiveReading<[Element]>(value: [])
  private var isUsable = true

  /// Creates a maintenance that has not been started.
  ///
  /// - Parameters:
  ///   - base: The maintenance of the rows, which should be no more than needed.
  ///   - convert: Converts the row to the value; it receives `nil` if there is no row.
  package init(_ base: Base, convert: @escaping @Sendable (Element?) throws -> Value) {
    self.base = base
    self.convert = convert
  }

  package var analyzed: AnalyzedSelect? { base.analyzed }

  package func retainedKeys(among touched: [RowKey]?) -> RetainedKeys? {
    base.retainedKeys(among: touched)
  }

  package mutating func start(_ db: Snapshot, after old: Value?) throws -> ResultChange<Value>? {
    guard case .replaced(let new, _)? = try base.start(db, after: nil) else { return nil }
    rows = new
    return converted()
  }

  package mutating func apply(_ changes: ChangeSet, to value: Value, _ db: Snapshot) throws
    -> ResultChange<Value>
  {
    switch try base.apply(changes, to: rows.value, db) {
    // A row that could not be converted before cannot be converted now either.
    case .unchanged: if isUsable { return .unchanged }
    case .failed(let error): return .failed(error)
    case .patched(let patch): try patch.apply(to: &rows)
    case .replaced(let new, let difference):
      rows = new
      if difference?.isEmpty == true, isUsable { return .unchanged }
      return converted()
    }
    return converted { .patched(ResultPatch($0)) }
  }

  private mutating func converted(
    _ make: (Value) -> ResultChange<Value> = { .replaced(LiveReading(value: $0), nil) }
  ) -> ResultChange<Value> {
    isUsable = false
    do {
      let value = try convert(rows.value.first)
      isUsable = true
      return make(value)
    } catch { return .failed(error) }
  }
}
