import DatabaseTypes
import IncrementalQueries
import Testing

@Suite struct RowFilterTests {
  private func filter(_ constraint: RowFilter.Constraint) -> RowFilter {
    var filter = RowFilter()
    filter.require("Value", constraint)
    return filter
  }

  private func mayContain(_ constraint: RowFilter.Constraint, _ value: DatabaseValue) -> Bool {
    filter(constraint).mayContain(Row(["id": 1, "value": value]))
  }

  @Test func `equal numbers match in either storage class`() {
    #expect(mayContain(.oneOf([1, "a", 2.5]), 1.0))
    #expect(mayContain(.oneOf([1.0]), 1))
    #expect(mayContain(.oneOf([0]), -0.0))
    #expect(mayContain(.oneOf([2.5]), 2.5))
    #expect(!mayContain(.oneOf([9_007_199_254_740_993]), .real(9_007_199_254_740_992)))
    #expect(!mayContain(.oneOf([1]), "1"))
    #expect(!mayContain(.oneOf([]), .null))
  }

  @Test func `NULL matches only if it is one of the values`() {
    #expect(mayContain(.oneOf([.null]), .null))
    #expect(!mayContain(.oneOf([.null]), 0))
    #expect(!mayContain(.notNull, .null))
    #expect(mayContain(.notNull, ""))
  }

  @Test func `texts and blobs are greater than all numbers`() {
    let above = RowFilter.Constraint.range(ValueRange(from: .init(5, isIncluded: false)))
    #expect(!mayContain(above, 5) && !mayContain(above, 5.0) && mayContain(above, 5.1))
    #expect(mayContain(above, "") && mayContain(above, .blob([])))
    #expect(!mayContain(above, .null))
    let below = RowFilter.Constraint.range(ValueRange(to: .init("b")))
    #expect(mayContain(below, "b") && mayContain(below, 9) && mayContain(below, "B"))
    #expect(!mayContain(below, "b ") && !mayContain(below, .blob([])) && !mayContain(below, .null))
  }

  @Test func `a text with replaced bytes may be in any range`() {
    let range = RowFilter.Constraint.range(ValueRange(from: .init("a"), to: .init("b")))
    #expect(mayContain(range, "\u{FFFD}x"))
    #expect(!mayContain(range, "c"))
  }

  @Test func `a range that is bounded by NULL contains nothing`() {
    let ranges = [ValueRange(from: .init(.null)), ValueRange(to: .init(.null))]
    for range in ranges {
      #expect(!range.contains(1) && !range.contains(.null))
      #expect(!mayContain(.range(range), 1) && !mayContain(.range(range), .null))
      #expect(!range.intersection(ValueRange()).contains(1))
    }
  }

  @Test func `a column can be a condition on its own`() {
    #expect(mayContain(.truth(true), 2) && mayContain(.truth(true), 0.5))
    #expect(!mayContain(.truth(true), 0) && !mayContain(.truth(true), .null))
    #expect(mayContain(.truth(false), 0.0) && !mayContain(.truth(false), 1))
    // Texts and blobs can be true or false.
    #expect(mayContain(.truth(true), "a") && mayContain(.truth(false), "a"))
  }

  @Test func `the ranges of a column are combined into one`() {
    var filter = RowFilter()
    filter.require("number", .range(ValueRange(from: .init(1))))
    filter.require("other", .notNull)
    filter.require("NUMBER", .range(ValueRange(from: .init(1, isIncluded: false), to: .init(9))))
    filter.require("number", .range(ValueRange(to: .init(9.0, isIncluded: false))))
    #expect(filter.requirements.count == 2)
    #expect(filter.debugDescription == "other IS NOT NULL, number > 1 AND < 9.0")
    #expect(filter.description == "other, number")
  }

  /// SQL ignores the case of ASCII letters only.
  @Test func `columns that differ in another letter are two`() {
    var filter = RowFilter()
    filter.require("n\u{c9}", .range(ValueRange(from: .init(5))))
    filter.require("n\u{e9}", .range(ValueRange(to: .init(3))))
    filter.require("ne\u{301}", .range(ValueRange(to: .init(4))))
    #expect(filter.requirements.count == 3)
    #expect(filter.mayContain(Row(["N\u{c9}": 5, "N\u{e9}": 3])))
    #expect(filter.mayContain(Row(["N\u{c9}": 5])))
    #expect(!filter.mayContain(Row(["N\u{c9}": 4])))
  }

  @Test func `a row whose column is unknown passes the filter`() {
    #expect(RowFilter().isEmpty && RowFilter().mayContain(Row([:])))
    #expect(filter(.oneOf([1])).mayContain(Row(["another": 2])))
    #expect(!filter(.oneOf([1])).mayContain { _ in 2 })
  }
}
