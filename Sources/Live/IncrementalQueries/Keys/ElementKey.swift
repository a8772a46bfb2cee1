public import DatabaseTypes

/// The key that identifies a row of a result.
public struct ElementKey: Sendable, Hashable {
  /// The values; a single one, as most keys have, is kept without the allocation of an array.
  private enum Storage: Hashable {
    case one(DatabaseValue)
    case many([DatabaseValue])
  }

  private let storage: Storage
  /// The number of rows with the same values before this one.
  public let occurrence: Int

  /// Creates a key.
  package init(_ values: [DatabaseValue], occurrence: Int = 0) {
    storage =
      if values.count == 1, let value = values.first { .one(value) } else { .many(values) }
    self.occurrence = occurrence
  }

  init(_ value: DatabaseValue) {
    storage = .one(value)
    occurrence = 0
  }

  private init(_ storage: Storage, occurrence: Int) {
    self.storage = storage
    self.occurrence = occurrence
  }

  /// The values of the key columns, or of all columns.
  public var values: [DatabaseValue] {
    switch storage {
    case .one(let value): [value]
    case .many(let values): values
    }
  }

  func withOccurrence(_ occurrence: Int) -> ElementKey {
    ElementKey(storage, occurrence: occurrence)
  }
}

extension ElementKey: CustomStringConvertible, CustomDebugStringConvertible {
  /// The number of values only, since they may be private; `debugDescription` shows them.
  public var description: String { "key of \(values.count)" }

  /// The values, and their occurrence unless it is the first.
  public var debugDescription: String {
    let values = "(" + values.map(\.sqlLiteral).joined(separator: ", ") + ")"
    return occurrence == 0 ? values : "\(values) #\(occurrence + 1)"
  }
}
