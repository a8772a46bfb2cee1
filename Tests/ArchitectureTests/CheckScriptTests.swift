import Foundation
import LiveSQLTestSupport
import Testing

/// The rules of `Scripts/check` that are programs of awk, on texts that keep them and break them.
@Suite(.mayBlock, .timeLimit(.hang)) final class CheckScriptTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Tests/ATests"),
      withIntermediateDirectories: true
    )
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(to: folder.appending(path: path), atomically: true, encoding: .utf8)
  }

  /// Returns what a program prints about files.
  private func output(of program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["LC_ALL=C", "awk", "-f", PackageFolder.own.root.appending(path: program).path] + arguments
    process.currentDirectoryURL = folder
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns what is said about the suites in some files.
  private func complaints(about sources: String...) throws -> String {
    let paths = sources.indices.map { "Tests/ATests/\($0).swift" }
    for (path, source) in zip(paths, sources) { try write(source, to: path) }
    return try output(of: "Scripts/blocking.awk", paths + ["again=1"] + paths)
  }

  private func suite(_ declaration: String, _ line: String) -> String {
    "\(declaration) {\n  @Test func a() async throws {\n    \(line)\n  }\n}\n"
  }

  @Test(arguments: [
    "let gate = DispatchSemaphore(value: 0)", "let (a, b) = (1, DispatchSemaphore(value: 0))",
    "process.waitUntilExit()", "let process = Process()", "Thread { work() }.start()",
    "let server = try PostgresTestServer.shared.get()", "_ = try PseudoTerminal(program, [])",
  ])
  func `a suite that blocks is reported with its line`(line: String) throws {
    let complaint = "Tests/ATests/0.swift:3: ATests blocks\n"
    #expect(try complaints(about: suite("@Suite struct ATests", line)) == complaint)
    #expect(try complaints(about: suite("struct ATests", line)) == complaint)
    #expect(try complaints(about: suite("@Suite(.serialized) struct ATests", line)) == complaint)
  }

  @Test(arguments: [
    "await onThread { work() }", "#expect(!Thread.isMainThread)", "// Process() is not started.",
    "let name = LinkedProcess()",
  ])
  func `a line that does not block needs no trait`(line: String) throws {
    #expect(try complaints(about: suite("@Suite struct ATests", line)) == "")
  }

  @Test(arguments: [
    "@Suite(.mayBlock) struct ATests", "@Suite(.requiresPostgres, .timeLimit(.hang)) class ATests",
    "@Suite(\n  .serialized,\n  .mayBlock\n)\nstruct ATests",
  ])
  func `a suite with the trait may block`(declaration: String) throws {
    #expect(try complaints(about: suite(declaration, "process.waitUntilExit()")) == "")
  }

  @Test func `the trait may be that of a test`() throws {
    let source = suite("@Suite struct ATests", "process.waitUntilExit()")
      .replacing("@Test func", with: "@Test(.mayBlock)\n  func")
    #expect(try complaints(about: source) == "")
  }

  @Test func `the tests of a suite in another file have its trait`() throws {
    let rest = suite("extension ATests", "process.waitUntilExit()")
    let complaint = "Tests/ATests/0.swift:3: ATests blocks\n"
    #expect(try complaints(about: rest, "@Suite struct ATests {\n}\n") == complaint)
    #expect(try complaints(about: rest, "@Suite(.mayBlock) struct ATests {\n}\n") == "")
  }

  @Test func `a helper of a suite counts, and one of an exit test does not`() throws {
    let helper = "private func wait() {\n  gate.wait()\n  process.waitUntilExit()\n}\n"
    let shared = suite("@Suite struct ATests", "wait()")
    #expect(try complaints(about: helper + shared) == "Tests/ATests/0.swift:3: ATests blocks\n")
    let apart = "await #expect(processExitsWith: .success) {\n      process.waitUntilExit()\n    }"
    #expect(try complaints(about: helper + suite("@Suite struct ATests", apart)) == "")
  }

  @Test(arguments: [
    ("Add the page", ""), ("Read/write and/or .ci/run, at https://example.com/page", ""),
    ("Merge branch 'main' of /work/main", "the subject has a path"),
    ("Move /tmp away", "the subject has a path"), ("Open ~/page", "the subject has a path"),
    (String(repeating: "ü", count: 72), ""),
    (String(repeating: "ü", count: 73), "the subject has 73 characters"),
  ])
  func `a subject is short and has no path`(subject: String, complaint: String) throws {
    try write("1a2b\u{1F}\(subject)\u{1F}Why.\n\u{1E}\n", to: "log")
    let expected = complaint.isEmpty ? "" : "1a2b \(subject): \(complaint)\n"
    #expect(try output(of: "Scripts/subjects.awk", ["log"]) == expected)
  }

  @Test func `a commit has a body`() throws {
    try write("1a\u{1F}Add one\u{1F}Why.\n\u{1E}\n2b\u{1F}Add two\u{1F}\n\u{1E}\n", to: "log")
    #expect(try output(of: "Scripts/subjects.awk", ["log"]) == "2b Add two: it has no body\n")
  }

  @Test(arguments: [
    (String(repeating: "ü", count: 100), ""),
    (String(repeating: "ü", count: 101), "page.md:1: 101 columns\n"),
    ("https://example.com/\(String(repeating: "a", count: 100))", ""),
    ("[a](\(String(repeating: "b", count: 100)).md)", ""),
    ("See [a](\(String(repeating: "b", count: 89)).md)", "page.md:1: 101 columns\n"),
    ("| \(String(repeating: "a", count: 120)) |", ""),
    ("- A: [b](\(String(repeating: "b", count: 120)).md) · [c](c.md)", ""),
    ("- A [b](b.md): \(String(repeating: "c", count: 86))", "page.md:1: 101 columns\n"),
    ("```sh\n\(String(repeating: "a", count: 120))\n```", ""),
    ("```sh\n```\n\(String(repeating: "a", count: 120))", "page.md:3: 120 columns\n"),
  ])
  func `a line of prose fits a terminal`(text: String, complaint: String) throws {
    try write(text + "\n", to: "page.md")
    #expect(try output(of: "Scripts/prose.awk", ["page.md"]) == complaint)
  }

  @Test(arguments: [
    ("let kept = 1", "“kept”"), ("func readKeptRows()", "“Kept”"), ("let keptRows = 1", "“kept”"),
    ("let is_kept = 1", "“kept”"), ("case told(Int)", ""), ("let keeper = 1", ""),
    ("let bookkept = 1", ""), ("// Rows are kept.", ""), ("let a = 1  // kept", ""),
    ("let text = \"kept\"", ""), ("let text = \"\"\"\n  kept\n  \"\"\"", ""),
    ("case kept  // glossary: quoted", ""),
  ])
  func `an identifier has no word that the glossary refuses`(code: String, word: String) throws {
    try write(
      "| Not | But |\n|---|---|\n| `kept` | cached |\n| told | reported |\n",
      to: "Glossary.md"
    )
    try write(code + "\n", to: "a.swift")
    let expected = word.isEmpty ? "" : "a.swift:1: \(word)\n"
    #expect(try output(of: "Scripts/words.awk", ["Glossary.md", "a.swift"]) == expected)
  }
}
