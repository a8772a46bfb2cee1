import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase

/// A key as change sets and statements have it.
protocol PlanKey: ResultRowKey {
  /// The key of a change; `nil` where it is of another kind.
  init?(_ key: RowKey)
  /// The key in the hidden columns of a row.
  init(_ hidden: borrowing HiddenColumns, count: Int) throws
  /// What to bind to the statement that reads the row.
  var arguments: [DatabaseValue] { get }
}

extension Int64: PlanKey {
  init?(_ key: RowKey) {
    guard case .rowID(let id) = key else { return nil }
    self = id
  }

  init(_ hidden: borrowing HiddenColumns, count: Int) throws { self = try hidden.integer(at: 0) }

  var arguments: [DatabaseValue] { [.integer(self)] }
}

extension CompositeKey: PlanKey {
  init?(_ key: RowKey) {
    switch key {
    case .rowID(let id): self.init([.integer(id)])
    case .primaryKey(let values): self.init(values)
    }
  }

  init(_ hidden: borrowing HiddenColumns, count: Int) throws {
    var values: [DatabaseValue] = []
    values.reserveCapacity(count)
    for index in 0..<count { values.append(try hidden.value(at: index)) }
    self.init(values)
  }

  var arguments: [DatabaseValue] { values }
}
