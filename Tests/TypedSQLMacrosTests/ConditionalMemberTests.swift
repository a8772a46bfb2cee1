import SwiftDiagnostics
import Testing

@Suite struct ConditionalMemberTests {
  @Test(arguments: ["Table", "Selection"])
  func `a column cannot be behind #if`(macro: String) {
    assertDiagnostics(
      """
      @\(macro) struct Foo {
        var id: Int
        #if DEBUG
          static let example = Foo(id: 1)
          var note: String
          var other: String
        #endif
      }
      """
    ) {
      """
        #if DEBUG
        ^ error: '@\(macro)' does not know whether property 'note' exists behind '#if'; declare it outside of '#if', \
      make it '@Ephemeral', or declare the whole type in each branch of an '#if'
      """
    }
  }

  @Test(arguments: [
    "#if A\n#else\nlet `note`: Int\n#endif", "#if A\n#elseif B\nvar note = 1 { didSet {} }\n#endif",
    "#if A\n#if B\nprivate var note: Int?\n#endif\n#endif",
    "#if A\n@Column(\"x\") var note: Int\n#endif",
  ])
  func `each branch counts, also of nested conditions`(condition: String) {
    let found = messages(of: "@Table struct Foo {\nlet id: Int\n\(condition)\n}")
    #expect(found.count == 1)
    #expect(found.first?.contains("whether property 'note' exists behind '#if'") == true)
  }

  @Test func `a table whose only columns are behind #if gets one error`() {
    #expect(messages(of: "@Table struct Foo {\n#if A\nlet id: Int\n#endif\n}").count == 1)
  }

  @Test(arguments: ["Table", "Selection"])
  func `a case cannot be behind #if`(macro: String) {
    assertDiagnostics(
      """
      @\(macro) enum Foo {
        case note(String)
        #if os(Linux)
          case image(Image), video(Video)
        #endif
      }
      """
    ) {
      """
        #if os(Linux)
        ^ error: '@\(macro)' does not know whether case 'image' exists behind '#if'; declare it outside of '#if', \
      or declare the whole type in each branch of an '#if'
      """
    }
  }

  @Test(arguments: ["Column(\"x\")", "Columns", "Ephemeral", "LiveSQL.Column(primaryKey: true)"])
  func `an attribute of a column cannot be behind #if`(attribute: String) {
    let name = attribute.split(separator: "(")[0].split(separator: ".").last ?? ""
    let found = messages(
      of: "@Table struct Foo {\nlet id: Int\n#if A\n@\(attribute)\n#endif\nvar note: Int\n}"
    )
    #expect(found.count == 1)
    #expect(found.first?.contains("whether '@\(name)' of property 'note' exists") == true)
  }

  @Test func `an attribute of a case cannot be behind #if`() {
    let found = messages(
      of: "@Table enum Foo {\n#if A\n@Column(\"x\")\n#endif\ncase note(String)\n}"
    )
    #expect(found.count == 1)
    #expect(found.first?.contains("whether '@Column' of case 'note' exists") == true)
  }

  @Test func `names in JSON cannot be behind #if`() {
    let whole = messages(
      of: "@Selection struct Foo {\nlet id: Int\n#if A\nenum CodingKeys { case id }\n#endif\n}"
    )
    #expect(whole.count == 1)
    #expect(whole.first?.contains("whether 'CodingKeys' exists") == true)
    let key = messages(
      of: """
        @Selection struct Foo {
          let id: Int
          enum CodingKeys: String {
            #if A
              case id = "number"
            #endif
          }
        }
        """
    )
    #expect(key.count == 1)
    #expect(key.first?.contains("whether case 'id' of 'CodingKeys' exists") == true)
    let coding = messages(
      of: "@Table enum Foo {\ncase note(String)\n#if A\nfunc encode(to encoder: E) {}\n#endif\n}"
    )
    #expect(coding.count == 1)
    #expect(coding.first?.contains("whether 'encode(to:)' exists") == true)
  }

  @Test func `members without effect on the columns may be behind #if`() {
    let source = """
      @Table struct Foo {
        let id: Int
        #if DEBUG
          @Ephemeral var cache = 1
          static var shared = 1
          lazy var sum = 2
          var double: Int { id * 2 }
          var half: Int {
            get { id / 2 }
          }
          func print() {}
          init(from decoder: any Decoder) {}
          enum Kind { case one }
          struct Part {
            var x = 1
          }
          #if A
            typealias Other = Int
          #endif
        #endif
        #if A
          @available(macOS 20, *)
        #endif
        func log() {}
      }
      @Table enum Bar {
        case note(String)
        #if DEBUG
          static let example = Bar.note("")
          var text: String { "" }
        #endif
      }
      """
    #expect(messages(of: source) == [])
  }

  private func messages(of source: String) -> [String] {
    Expansion(of: source).diagnostics.map(\.message)
  }
}
