import Foundation
import Testing
import TypedSQL
import TypedSQLExtras
import TypedSQLMacroDeclarations

@Selection struct ComparedGroup {
  var label = ""
  var rank: Double?
}

@Selection enum ComparedKind {
  case note(String)
  case number(Int)
}

@Table struct ComparedRow: Equatable {
  let id: Int
  var title = ""
  var note: String?
  var weight = 0.0
  var group: ComparedGroup
  @Column(as: [String].JSONRepresentation.self) var tags: [String] = []
  @Ephemeral var isSelected = false

  static func == (left: Self, right: Self) -> Bool { left.id == right.id }
}

/// A word that is bound as text and that `==` compares without regard to case.
struct CasedWord: QueryBindable, RawRepresentable, Equatable {
  var rawValue: String

  static func == (left: Self, right: Self) -> Bool {
    left.rawValue.lowercased() == right.rawValue.lowercased()
  }
}

/// The comparison by which live queries decide whether a row has changed.
@Suite struct SameValuesTests {
  private let row = ComparedRow(id: 1, title: "caf\u{e9}", group: ComparedGroup(label: "a"))

  private func areSame<R: QueryRepresentable>(
    _ left: R.QueryOutput,
    _ right: R.QueryOutput,
    as type: R.Type
  ) -> Bool { R._isSame(left, right) }

  private func isSame(_ change: (inout ComparedRow) -> Void) -> Bool {
    var changed = row
    change(&changed)
    let areEqual = ValueRow<ComparedRow>._areEqual
    #expect(areEqual?(row, changed) == ComparedRow._isSame(row, changed))
    return ComparedRow._isSame(row, changed)
  }

  @Test func `a row is the same if its columns are, whatever == says`() {
    #expect(isSame { _ in })
    #expect(!isSame { $0.title = "tea" })
    #expect(!isSame { $0.title = "cafe\u{301}" })
    #expect(!isSame { $0.note = "" })
    #expect(!isSame { $0.weight = -0.0 })
    #expect(!isSame { $0.group.label = "b" })
    #expect(!isSame { $0.group.rank = 0 })
    #expect(!isSame { $0.tags = ["x"] })
  }

  @Test func `a property that is not a column does not count`() {
    #expect(isSame { $0.isSelected = true })
  }

  @Test func `the bits of a number count`() {
    #expect(areSame(.nan, .nan, as: Double.self))
    #expect(!areSame(0, -0.0, as: Double.self))
    #expect(areSame(.nan, .nan, as: Float.self))
    #expect(areSame(nil, nil, as: Double?.self))
    #expect(!areSame(nil, 0, as: Double?.self))
  }

  @Test func `values are compared as they are bound`() {
    #expect(CasedWord._isSame(CasedWord(rawValue: "Tea"), CasedWord(rawValue: "Tea")))
    #expect(!CasedWord._isSame(CasedWord(rawValue: "Tea"), CasedWord(rawValue: "tea")))
    typealias Seconds = Date.UnixTimeRepresentation
    let date = Date(timeIntervalSince1970: 1)
    #expect(areSame(date, date, as: Seconds.self))
    // Both are bound as one second, but a reader sees two dates.
    #expect(!areSame(date, date.addingTimeInterval(0.5), as: Seconds.self))
  }

  @Test func `enums and drafts are compared by what they encode`() {
    #expect(ComparedKind._isSame(.note("\u{e9}"), .note("\u{e9}")))
    #expect(!ComparedKind._isSame(.note("\u{e9}"), .note("e\u{301}")))
    #expect(!ComparedKind._isSame(.note("1"), .number(1)))
    let draft = ComparedRow.Draft(row)
    var other = draft
    #expect(ComparedRow.Draft._isSame(draft, other))
    other.title = "cafe\u{301}"
    #expect(!ComparedRow.Draft._isSame(draft, other))
  }

  @Test func `documents are compared by their JSON, except for the order of a set`() {
    typealias Texts = [String].JSONRepresentation
    #expect(areSame(["\u{e9}"], ["\u{e9}"], as: Texts.self))
    #expect(!areSame(["\u{e9}"], ["e\u{301}"], as: Texts.self))
    typealias Named = [String: String].JSONRepresentation
    #expect(areSame(["a": "1", "b": "2"], ["b": "2", "a": "1"], as: Named.self))
    #expect(!areSame(["a": "\u{e9}"], ["a": "e\u{301}"], as: Named.self))
    typealias Numbers = Set<Int>.JSONRepresentation
    #expect(areSame(Set(1...50), Set((1...50).reversed()), as: Numbers.self))
    #expect(!areSame([1], [2], as: Numbers.self))
  }

  @Test func `tuples and arrays are compared by their elements`() throws {
    let areEqual = try #require(TupleRow<Int, String>._areEqual)
    #expect(areEqual((1, "\u{e9}"), (1, "\u{e9}")))
    #expect(!areEqual((1, "\u{e9}"), (1, "e\u{301}")))
    let pack = try #require(PackRow<Int, ComparedRow>._areEqual)
    var other = row
    other.title = "tea"
    #expect(pack((1, row), (1, row)))
    #expect(!pack((1, row), (1, other)))
    let lists = try #require(equality(of: [ComparedRow].self))
    #expect(lists([row], [row]))
    #expect(!lists([row], [other]))
    #expect(!lists([row], []))
  }
}
