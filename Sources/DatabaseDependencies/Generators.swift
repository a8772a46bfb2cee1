public import Foundation
import Synchronization

/// What says what time it is: `@Dependency(\.date.now) var now`.
///
/// ```swift
/// withDependencies { $0.date = .constant(Date(timeIntervalSince1970: 0)) } operation: { … }
/// ```
public struct DateGenerator: Sendable {
  private let generate: @Sendable () -> Date

  /// Makes it of a closure.
  public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }

  /// The time; setting it makes it stand still.
  public var now: Date {
    get { generate() }
    set { self = .constant(newValue) }
  }

  /// The time.
  public func callAsFunction() -> Date { generate() }

  /// A time that stands still.
  public static func constant(_ now: Date) -> DateGenerator { DateGenerator { now } }
}

/// What makes identifiers: `@Dependency(\.uuid) var uuid`, `uuid()`.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Makes it of a closure.
  public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

  /// The next one.
  public func callAsFunction() -> UUID { generate() }

  /// The same one each time.
  public static func constant(_ uuid: UUID) -> UUIDGenerator { UUIDGenerator { uuid } }

  /// `00000000-0000-0000-0000-000000000000`, the one that ends in `1`, and so on.
  public static var incrementing: UUIDGenerator {
    let count = Counter()
    return UUIDGenerator { UUID(count.next()) }
  }

  /// State: the number of identifiers that were made, guarded by a mutex.
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
  /// The identifier that ends in a number: `UUID(1)` is `00000000-0000-0000-0000-000000000001`.
  ///
  /// For the rows of tests and previews, whose identifiers are to be the same each time.
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
  /// What says what time it is.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }

  /// What makes identifiers.
  public var uuid: UUIDGenerator {
    get { self[UUIDKey.self] }
    set { self[UUIDKey.self] = newValue }
  }
}
