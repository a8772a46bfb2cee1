import DatabaseTypes
import IncrementalQueries
import Testing

/// All ranges of a few values: the values that they and their intersections contain.
@Suite struct ValueRangeTests {
  private static let values: [DatabaseValue] = [1, 1.5, 2, 3, "a", "b", .blob([]), .blob([1])]

  private static var bounds: [ValueRange.Bound?] {
    [nil]
      + [0, 2, 4, 6].flatMap { index in
        [true, false].map { ValueRange.Bound(values[index], isIncluded: $0) }
      }
  }

  private static var ranges: [ValueRange] {
    bounds.flatMap { lower in bounds.map { ValueRange(from: lower, to: $0) } }
  }

  /// Returns the place of a value among all values, which are in SQLite's order.
  private func place(_ value: DatabaseValue) -> Int { Self.values.firstIndex(of: value) ?? -1 }

  private func isWithin(_ range: ValueRange, _ value: DatabaseValue) -> Bool {
    let place = place(value)
    let begins = range.lower.map {
      self.place($0.value) < place || $0.isIncluded && self.place($0.value) == place
    }
    let ends = range.upper.map {
      place < self.place($0.value) || $0.isIncluded && self.place($0.value) == place
    }
    return begins ?? true && ends ?? true
  }

  @Test func `a range contains its bounds only if they are included`() {
    for range in Self.ranges {
      for value in Self.values {
        #expect(range.contains(value) == isWithin(range, value), "\(range) \(value)")
      }
    }
  }

  @Test func `an intersection contains exactly the values that are in both ranges`() {
    for left in Self.ranges {
      for right in Self.ranges {
        let both = left.intersection(right)
        let wrong = Self.values.filter {
          both.contains($0) != (left.contains($0) && right.contains($0))
        }
        #expect(wrong.isEmpty, "\(left), \(right)")
      }
    }
  }

  @Test func `NULL is in no range, and a range up to NULL is empty`() {
    let null = ValueRange(to: ValueRange.Bound(.null))
    for range in Self.ranges {
      #expect(!range.contains(.null))
      for value in Self.values {
        #expect(!null.contains(value))
        #expect(!range.intersection(null).contains(value))
        #expect(!null.intersection(range).contains(value))
      }
    }
  }
}
