import DatabaseTypes

/// The values that a row adds to the totals.
struct Addends: Sendable {
  let values: [Addend]

  init(_ values: ArraySlice<DatabaseValue>) { self.values = values.map(Addend.init) }
}

/// A value of a running total.
enum Addend: Sendable, Equatable {
  case null
  case integer(Int64)
  /// An integer whose sums may overflow.
  case large(Int64)
  /// A value that is no integer.
  case other

  /// The integer, however large.
  var number: Int64? {
    switch self {
    case .integer(let number), .large(let number): number
    case .null, .other: nil
    }
  }

  init(_ value: DatabaseValue) {
    switch value {
    case .null: self = .null
    case .integer(let number):
      self = number.magnitude <= Self.max ? .integer(number) : .large(number)
    default: self = .other
    }
  }

  private static let max: UInt64 = 1 << 40
}

/// A total to which values are added and from which they are subtracted.
struct RunningSum: Sendable {
  private var sum: Int64 = 0
  /// The sum of the absolute values: if it does not overflow, no intermediate sum does.
  private var magnitude: Int64 = 0
  private var count: Int64 = 0
  private var otherCount: Int64 = 0

  mutating func add(_ value: Addend) { change(value, 1) }

  mutating func remove(_ value: Addend) { change(value, -1) }

  private mutating func change(_ value: Addend, _ sign: Int64) {
    switch value {
    case .null: return
    case .large, .other: otherCount += sign
    case .integer(let number):
      sum &+= sign * number
      magnitude &+= sign * Int64(number.magnitude)
    }
    count += sign
  }

  /// Returns the value of an aggregate; `nil` if it is not known exactly, or an extreme.
  ///
  /// SQLite adds reals in the order in which it reads them, and `avg` and `total` compute with
  /// reals, which are exact for integers up to 2⁵³. https://www.sqlite.org/lang_aggfunc.html
  func value(of aggregate: RunningAggregate) -> DatabaseValue? {
    if aggregate == .count { return .integer(count) }
    // This number of values of at most 2⁴⁰ cannot overflow.
    guard otherCount == 0, count < 1 << 22 else { return nil }
    switch aggregate {
    case .count, .min, .max: return nil
    case .sum: return count == 0 ? .null : .integer(sum)
    case .total: return magnitude <= 1 << 53 ? .real(Double(sum)) : nil
    case .avg:
      guard magnitude <= 1 << 53 else { return nil }
      return count == 0 ? .null : .real(Double(sum) / Double(count))
    }
  }
}

/// The least or the greatest of some integers, to which others are added.
///
/// It is unknown once it has been removed itself, until it is looked for among the rest.
struct RunningExtreme: Sendable {
  private let isGreatest: Bool
  private var number: Int64?
  private var isKnown = true
  /// The number of values that are no integers, which are compared by other rules.
  private var otherCount = 0

  init(isGreatest: Bool) { self.isGreatest = isGreatest }

  mutating func add(_ value: Addend) {
    if value == .other { otherCount += 1 }
    guard isKnown, let added = value.number else { return }
    number = number.map { isGreatest ? max($0, added) : min($0, added) } ?? added
  }

  mutating func remove(_ value: Addend) {
    if value == .other { otherCount -= 1 }
    if isKnown, let removed = value.number, removed == number { isKnown = false }
  }

  /// Returns it, or NULL if there are no values; `nil` if there are other values than integers.
  ///
  /// - Parameter rest: Returns the values that are left.
  mutating func value(among rest: () -> some Sequence<Addend>) -> DatabaseValue? {
    guard otherCount == 0 else { return nil }
    if !isKnown {
      (number, isKnown) = (nil, true)
      for value in rest() { add(value) }
    }
    return number.map(DatabaseValue.integer) ?? .null
  }
}
