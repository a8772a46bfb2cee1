public import Foundation
import Synchronization

/// A generator of the current date: `@Dependency(\.date.now) var now`.
///
/// ```swift
/// withDependencies { $0.date = .constant(Date(timeIntervalSince1970: 0)) } operation: { … }
/// ```
public struct DateGenerator: Sendable {
  private let generate: @Sendable () -> Date

  /// Creates a generator from a closure.
  public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }

  /// The current date; setting it makes the date constant.
  public var now: Date {
    get { generate() }
    set { self = .constant(newValue) }
  }

  /// Returns the current date.
  public func callAsFunction() -> Date { generate() }

  /// Returns a generator of a constant date.
  public static func constant(_ now: Date) -> DateGenerator { DateGenerator { now } }
}

/// A generator of identifiers: `@Dependency(\.uuid) var uuid`, `uuid()`.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Creates a generator from a closure.
  public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

  /// Returns the next identifier.
  public func callAsFunction() -> UUID { generate() }

  /// Returns a generator that always returns the same identifier.
  public static func constant(_ uuid: UUID) -> UUIDGenerator { UUIDGenerator { uuid } }

  /// A generator of identifiers that count up from `00000000-0000-0000-0000-000000000000`.
  public static var incrementing: UUIDGenerator {
    let count = Counter()
    return UUIDGenerator { UUID(count.next()) }
  }

  /// A counter of the generated identifiers.
  ///
  /// State: the count, guarded by a mutex.
  private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock { count in
        defer { count += 1 }
        return count
      }
    }
  }
}

extension UUID {
  /// Creates the identifier that ends in a number.
  ///
  /// `UUID(1)` is `00000000-0000-0000-0000-000000000001`. Use it for rows in tests and previews,
  /// whose identifiers should be the same each time.
  public init(_ number: Int) {
    let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0,
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]
      )
    )
  }
}

private enum DateKey: DependencyKey {
  static let liveValue = DateGenerator { Date() }
}

private enum UUIDKey: DependencyKey {
  static let liveValue = UUIDGenerator { UUID() }
}

extension DependencyValues {
  /// The generator of the current date.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }

  /// The generator of identifiers.
  public var uuid: UUIDGenerator {
    get { self[UUIDKey.self] }
    set { self[UUIDKey.self] = newValue }
  }
}
