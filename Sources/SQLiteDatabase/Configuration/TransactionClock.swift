public import Foundation

/// A clock that tells the date of a transaction: ``Database/transactionDate``.
public protocol TransactionClock: Sendable {
  /// The date, asked for once in a transaction.
  ///
  /// - Parameter db: The database. The clock may read it.
  func now(_ db: Database) -> Date
}

/// A clock that tells the time.
public struct DefaultTransactionClock: TransactionClock {
  /// The time.
  public func now(_ db: Database) -> Date { Date() }
}

/// A clock that a closure is.
public struct CustomTransactionClock: TransactionClock {
  private let closure: @Sendable (Database) -> Date

  fileprivate init(_ closure: @escaping @Sendable (Database) -> Date) { self.closure = closure }

  /// What the closure returns.
  public func now(_ db: Database) -> Date { closure(db) }
}

extension TransactionClock where Self == DefaultTransactionClock {
  /// A clock that tells the time.
  public static var `default`: DefaultTransactionClock { DefaultTransactionClock() }
}

extension TransactionClock where Self == CustomTransactionClock {
  /// A clock that a closure is: in tests, one that stands.
  ///
  /// ```swift
  /// configuration.transactionClock = .custom { _ in Date(timeIntervalSince1970: 0) }
  /// ```
  public static func custom(
    _ now: @escaping @Sendable (Database) -> Date
  ) -> CustomTransactionClock { CustomTransactionClock(now) }
}
