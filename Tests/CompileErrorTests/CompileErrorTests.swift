import Foundation
import Testing

/// The mistakes that people make most, each as a file that does not compile.
///
/// The suite is serialized, since each compiler takes a processor and much memory.
@Suite(.serialized) struct CompileErrorTests {
  @Test(arguments: try Mistake.all())
  func `the first error that the compiler prints is the useful one`(mistake: Mistake)
    async throws
  {
    let errors = try await Compiler.own.errors(in: mistake)
    let first = try #require(errors.first, "\(mistake.name) compiles")
    #expect(first.line == mistake.line, "\(first)")
    #expect(first.message.hasPrefix(mistake.message), "\(first)")
  }

  @Test func `the tables that the mistakes share compile`() async throws {
    let use = Mistake(
      name: "Correct",
      code: "import LiveSQL\nlet all = Reminder.all\n",
      line: 0,
      message: ""
    )
    #expect(try await Compiler.own.errors(in: use).isEmpty)
  }

  @Test func `a value for NULL beside a column without NULL only warns, as in Swift`() async throws
  {
    let use = Mistake(
      name: "NoNull",
      code: """
        import LiveSQL
        let long = Reminder.where { ($0.title ?? "").length() > 3 }
        """,
      line: 0,
      message: ""
    )
    let errors = try await Compiler.own.errors(in: use)
    #expect(errors.isEmpty, "\(errors)")
  }

  @Test(arguments: [false, true])
  func `ordinary Swift means the same beside LiveSQL`(imports: Bool) async throws {
    let file = Mistake.folder.appending(path: "PlainSwift.txt")
    let code = try String(contentsOf: file, encoding: .utf8)
    let errors = try await Compiler.own.errors(in: [imports ? "import LiveSQL\n" + code : code])
    #expect(errors.isEmpty, "\(errors)")
  }
}
