public import DatabaseTypes

/// What identifies a row of a result.
public struct ElementKey: Sendable, Hashable {
  /// A single value stands by itself, since most keys are one and an array would be an allocation for each row.
  private enum Storage: Hashable {
    case one(DatabaseValue)
    case many([DatabaseValue])
  }

  private let storage: Storage
  /// How many rows with the same values stand before this one.
  public let occurrence: Int

  /// Makes a key.
  public init(_ values: [DatabaseValue], occurrence: Int = 0) {
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

  /// The values of the key columns, or of all.
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
  /// The number of values alone: they may be private, so that only `debugDescription` shows them.
  public var description: String { "key of \(values.count)" }

  /// The values, and which occurrence of them it is.
  public var debugDescription: String {
    let values = "(" + values.map(\.sqlLiteral).joined(separator: ", ") + ")"
    return occurrence == 0 ? values : "\(values) #\(occurrence + 1)"
  }
}
