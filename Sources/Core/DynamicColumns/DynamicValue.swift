public import DatabaseTypes
package import Foundation
package import TypedSQL

/// A value next to a column, in its stored form or, if a record determines that form, as it is.
package enum _DynamicValue: Sendable, Hashable {
  /// A date.
  case date(Date)
  /// A UUID.
  case uuid(UUID)
  /// Bytes.
  case data(Data)
  /// A decimal number.
  case decimal(Decimal)
  /// A value that is stored in only one way.
  case stored(DatabaseValue)
  /// A value that cannot be stored, with the reason.
  case invalid(String)
}

extension _DynamicValue {
  /// Creates a dynamic value from a Swift value.
  package init<Value: DatabaseValueConvertible>(_ value: Value) {
    // Optionals, and values whose stored form a record determines, are found by casts, which take
    // longer than everything else.
    if Value.isStoredInOneWay { self = Self.converted(value) } else { self.init(unwrapping: value) }
  }

  private init(unwrapping value: some DatabaseValueConvertible) {
    switch Self.unwrapped(value) {
    case nil: self = .stored(.null)
    case let date as Date: self = .date(date)
    case let uuid as UUID: self = .uuid(uuid)
    case let data as Data: self = .data(data)
    case let decimal as Decimal: self = .decimal(decimal)
    default: self = Self.converted(value)
    }
  }

  private static func converted(_ value: some DatabaseValueConvertible) -> Self {
    do { return .stored(try value.checkedDatabaseValue) } catch { return .invalid("\(error)") }
  }

  private static func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any _OptionalProtocol else { return value }
    return unwrapped(optional: optional)
  }

  private static func unwrapped<Value: _OptionalProtocol>(optional: Value) -> Any? {
    optional._wrapped.flatMap { unwrapped($0) }
  }

  /// Whether it is NULL.
  package var isNull: Bool { self == .stored(.null) }

  /// The value to bind if no record determines how it is stored.
  package var plainBinding: QueryBinding {
    switch self {
    case .date(let date): .date(date)
    case .uuid(let uuid): .uuid(uuid)
    case .data(let data): .blob([UInt8](data))
    case .decimal(let decimal): Self.converted(decimal).plainBinding
    case .stored(let value): QueryBinding(value)
    case .invalid(let reason): .invalid(QueryBindingError(reason))
    }
  }
}

extension DatabaseValueConvertible {
  /// Whether it is known to be stored in only one way.
  fileprivate static var isStoredInOneWay: Bool {
    self == Int.self || self == String.self || self == Int64.self || self == Bool.self
      || self == Double.self
  }
}

extension DatabaseValue {
  /// The value as an expression, which is bound: `select([value.sqlExpression.forKey("x")])`.
  public var sqlExpression: SQLExpression { SQLExpression(self) }
}
