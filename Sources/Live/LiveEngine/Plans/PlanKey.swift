package import DatabaseTypes
package import IncrementalQueries

/// A key in the forms used by change sets and statements.
package protocol PlanKey: ResultRowKey {
  /// Creates the key of a change; `nil` if it is of another kind.
  init?(_ key: RowKey)
  /// Creates the key of a row from its columns.
  init(columns: [DatabaseValue]) throws
  /// Creates the key of a row from a single column.
  init(column: DatabaseValue) throws
  /// The row number, if the key is one.
  var rowNumber: Int64? { get }
  /// The values to bind to the statement that reads the row.
  var arguments: [DatabaseValue] { get }
}

extension Int64: PlanKey {
  package init?(_ key: RowKey) {
    guard case .rowID(let id) = key else { return nil }
    self = id
  }

  package init(columns: [DatabaseValue]) throws { try self.init(column: columns.first ?? .null) }

  package init(column: DatabaseValue) throws {
    guard case .integer(let value) = column else {
      throw ConversionFailure.mismatch(Int64.self, found: column.storageClass)
    }
    self = value
  }

  package var rowNumber: Int64? { self }
  package var arguments: [DatabaseValue] { [.integer(self)] }
}

extension CompositeKey: PlanKey {
  package init?(_ key: RowKey) {
    switch key {
    case .rowID(let id): self.init([.integer(id)])
    case .primaryKey(let values): self.init(values)
    }
  }

  package init(columns: [DatabaseValue]) { self.init(columns) }

  package init(column: DatabaseValue) { self.init([column]) }

  package var rowNumber: Int64? { nil }
  package var arguments: [DatabaseValue] { values }
}
