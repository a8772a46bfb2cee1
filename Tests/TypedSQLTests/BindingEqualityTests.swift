import Foundation
import Testing
import TypedSQL

/// The equality of bound values, by which live queries are one.
@Suite struct BindingEqualityTests {
  @Test func `two spellings of a character are two values and two statements`() {
    let (composed, decomposed) = (QueryBinding.text("\u{e9}"), QueryBinding.text("e\u{301}"))
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, .text("\u{e9}")]).count == 2)
    let fragments: Set<QueryFragment> = ["a = \(composed)", "a = \(decomposed)"]
    #expect(fragments.count == 2)
  }

  @Test func `only the same value of the same kind is equal`() {
    let bindings: [QueryBinding] = [
      .blob([1]), .blob([2]), .bool(true), .bool(false), .double(1), .double(2),
      .decimal(1, scale: nil), .decimal(1, scale: 2), .decimal(2, scale: nil), .int(1), .int(2),
      .null, .text("1"), .text("2"), .uint(1), .uint(2), .parameter(1), .parameter(2),
      .invalid(QueryBindingError("a")), .invalid(QueryBindingError("b")),
    ]
    for (index, left) in bindings.enumerated() {
      for (other, right) in bindings.enumerated() { #expect((left == right) == (index == other)) }
    }
    #expect(Set(bindings).count == bindings.count)
  }
}
