import LiveSQLTestSupport
import Testing

@testable import ShoppingListsWeb

/// Differences between two states of a page.
@Suite struct PagePatchTests {
  private func element(_ node: Node) throws -> Element {
    guard case .element(let element) = node else { throw NoElement() }
    return element
  }

  private struct NoElement: Error {}

  private func list(_ names: [String], done: Set<String> = []) throws -> Element {
    try element(
      tag("ul", .id("list")) {
        for name in names {
          tag("li", .id(name), done.contains(name) ? .classes("done") : nil) { name }
        }
      }
    )
  }

  @Test func `equal states have no steps`() throws {
    #expect(try PagePatch(from: list(["a", "b"]), to: list(["a", "b"])).isEmpty)
  }

  @Test func `each change is one step`() throws {
    let old = try list(["a", "b", "c", "d"])
    #expect(
      try PagePatch(from: old, to: list(["a", "c", "d"])).steps == [.remove("b", from: "list")]
    )
    #expect(
      try PagePatch(from: old, to: list(["b", "c", "a", "d"])).steps == [
        .move("a", within: "list", before: "d")
      ]
    )
    #expect(
      try PagePatch(from: old, to: list(["a", "b", "c", "d"], done: ["c"])).steps == [
        .attributes("c", [.id("c"), .other("class", "done")])
      ]
    )
    let new = try element(tag("li", .id("x")) { "x" })
    #expect(
      try PagePatch(from: old, to: list(["a", "b", "c", "d", "x"])).steps == [
        .put(new, into: "list", before: nil)
      ]
    )
  }

  @Test func `nodes without an identifier are sent with their nearest ancestor that has one`()
    throws
  {
    func row(_ count: String, isWide: Bool = true) throws -> Element {
      try element(
        tag("div", .id("row")) {
          tag("p", isWide ? .classes("wide") : nil) { tag("b", .id("count")) { count } }
          "text"
        }
      )
    }
    #expect(try PagePatch(from: row("1"), to: row("2")).steps == [.fill("count", [.text("2")])])
    let narrow = try row("1", isWide: false)
    #expect(try PagePatch(from: row("1"), to: narrow).steps == [.fill("row", narrow.children)])
  }

  @Test func `steps are encoded as JSON`() throws {
    let steps: [PatchStep] = [
      .put(try element(tag("li", .id("x")) { "<" }), into: "list", before: nil),
      .move("a", within: "list", before: "b"), .remove("a", from: "list"),
      .attributes("a", [.id("a")]), .fill("a", [.text("b")]),
    ]
    #expect(
      steps.map(\.json) == [
        #"["put",["li",{"id":"x"},"<"],"list",null]"#, #"["move","a","list","b"]"#,
        #"["remove","a","list"]"#, #"["attributes","a",{"id":"a"}]"#, #"["fill","a",["b"]]"#,
      ]
    )
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `applying the steps gives the new state`(seed: UInt64) {
    var maker = TreeMaker(random: SeededGenerator(seed: seed))
    var page = ShownPage(maker.root())
    for _ in 0..<30 {
      let next = maker.root()
      let patch = PagePatch(from: page.root, to: next)
      page.apply(patch.steps)
      #expect(page.root == next)
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the longest increasing subsequence is increasing, and none is longer`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let numbers = (0..<Int.random(in: 0...9, using: &random)).shuffled(using: &random)
    let rise = LongestRise.indices(of: numbers).map { numbers[$0] }
    #expect(rise == rise.sorted())
    #expect(rise.count == longest(numbers[...], above: -1))
  }

  private func longest(_ numbers: ArraySlice<Int>, above least: Int) -> Int {
    guard let first = numbers.first else { return 0 }
    let without = longest(numbers.dropFirst(), above: least)
    return first > least ? max(without, 1 + longest(numbers.dropFirst(), above: first)) : without
  }
}

/// A generator of small random pages, whose elements appear, disappear, move and change.
private struct TreeMaker {
  var random: SeededGenerator

  mutating func root() -> Element {
    var ids = (0..<12).map { "n\($0)" }.shuffled(using: &random)
    var children = (0..<3).map { section in Node.element(self.section("s\(section)", &ids)) }
    if Bool.random(using: &random) { children.shuffle(using: &random) }
    if Bool.random(using: &random) { children.removeLast() }
    return Element(name: "div", attributes: [.id("root")], children: children)
  }

  private mutating func section(_ id: String, _ ids: inout [String]) -> Element {
    let count = min(Int.random(in: 0...5, using: &random), ids.count)
    let rows = ids.prefix(count).map { Node.element(row($0)) }
    ids.removeFirst(count)
    let list = Element(name: "ul", attributes: [.id("\(id)-rows")], children: rows)
    let isPlain = Bool.random(using: &random)
    let head: Node = tag("h2") { "\(isPlain)" }
    return Element(
      name: "section",
      attributes: [.id(id)] + (isPlain ? [] : [.other("class", "odd")]),
      children: [head, .element(list)]
    )
  }

  private mutating func row(_ id: String) -> Element {
    let text = ["", "a", "b"].randomElement(using: &random) ?? ""
    let name = Int.random(in: 0..<9, using: &random) == 0 ? "dt" : "li"
    return Element(name: name, attributes: [.id(id)], children: [.text(text)])
  }
}
