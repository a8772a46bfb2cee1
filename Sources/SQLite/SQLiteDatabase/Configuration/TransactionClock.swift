public import Foundation

/// A clock that provides the dates of transactions: ``Database/transactionDate``.
public protocol TransactionClock: Sendable {
  /// Returns the date of a transaction; called once per transaction.
  ///
  /// - Parameter db: The database, which the clock may read.
  func now(_ db: Database) -> Date
}

/// A clock that returns the current time.
public struct DefaultTransactionClock: TransactionClock {
  /// Returns the current time.
  public func now(_ db: Database) -> Date { Date() }
}

/// A clock that calls a closure.
public struct CustomTransactionClock: TransactionClock {
  private let closure: @Sendable (Database) -> Date

  fileprivate init(_ closure: @escaping @Sendable (Database) -> Date) { self.closure = closure }

  /// Returns the result of the closure.
  public func now(_ db: Database) -> Date { closure(db) }
}

extension TransactionClock where Self == DefaultTransactionClock {
  /// A clock that returns the current time.
  public static var `default`: DefaultTransactionClock { DefaultTransactionClock() }
}

extension TransactionClock where Self == CustomTransactionClock {
  /// Returns a clock that calls a closure, such as a constant clock in tests.
  ///
  /// ```swift
  /// configuration.transactionClock = .custom { _ in Date(timeIntervalSince1970: 0) }
  /// ```
  public static func custom(
    _ now: @escaping @Sendable (Database) -> Date
  ) -> CustomTransactionClock { CustomTransactionClock(now) }
}
