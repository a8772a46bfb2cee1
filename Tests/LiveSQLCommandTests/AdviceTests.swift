import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Terminal
import Testing

@testable import LiveSQLCommand

/// The advice in messages: its options and commands exist, and it does not mention the library.
@Suite struct AdviceTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  /// Returns the lines of code of a module, without comments and without what lies in a folder.
  private func lines(of module: String, except excluded: String? = nil) throws -> [String] {
    let folder = Self.sources.appending(path: "Command/\(module)")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let sources = names.filter { name in
      name.hasSuffix(".swift") && excluded.map { !name.hasPrefix("\($0)/") } ?? true
    }
    return try sources.flatMap { name in
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        .split(separator: "\n").map(String.init)
        .filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
    }
  }

  @Test func `every option that a text mentions exists`() throws {
    let options = Program.allCommands.flatMap { $0.syntax.allOptions.map(\.name) } + ["version"]
    // The programs that `livesql new` writes have options of their own.
    let lines = try lines(of: "LiveSQLCommand", except: "NewPackage")
      .filter { !$0.contains("complete -c") }
    for line in lines {
      for match in line.matches(of: /(?:^|[ '"(])--([a-z][a-z-]+)/) {
        #expect(options.contains(String(match.1)), "\(line)")
      }
    }
    #expect(lines.contains { $0.contains("--write") })
  }

  @Test func `every command that a text mentions exists`() throws {
    let names = Program.allCommands.map { $0.syntax.name } + ["help"]
    var count = 0
    for line in try lines(of: "LiveSQLCommand") {
      for match in line.matches(of: /'(?:\\\(programName\)|livesql) ([a-z]+)/) {
        count += 1
        #expect(names.contains(String(match.1)), "\(line)")
      }
    }
    #expect(count > 5)
  }

  @Test func `every example can be parsed`() throws {
    for command in Program.allCommands {
      for example in command.syntax.examples {
        let words = try Self.words(of: example)
        guard words.first == "livesql" else { continue }
        #expect(words[1] == command.syntax.name)
        let arguments = try ArgumentParser.parse(
          words.dropFirst(2),
          as: command.syntax,
          of: "livesql"
        )
        _ = try command.init(arguments)
      }
    }
  }

  /// Returns the words of a command line up to a pipe or a redirection; only single quotes are
  /// understood.
  private static func words(of line: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line {
      switch character {
      case "'": (isQuoted, word) = (!isQuoted, word ?? "")
      case "|" where !isQuoted, ">" where !isQuoted, "<" where !isQuoted: return words
      case " " where !isQuoted:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    try #require(!isQuoted)
    return words + [word].compactMap(\.self)
  }

  /// The advice that the library gives to programs.
  @Test func `the library's advice for programs is not shown to users of commands`() throws {
    let file = Self.sources
      .appending(path: "SQLite/SQLiteDatabase/Errors/DatabaseError+SQLite.swift")
    let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.contains("///") }.joined(separator: "\n")
    // Literals that are concatenated count as one.
    let joined = code.replacing(/"\s*\+\s*"/, with: "")
    let advice = joined.matches(of: /"([^"]*`[^"]*)"/).map { String($0.1) }
    #expect(advice.count > 5)
    for text in advice where !text.contains("PRAGMA") {
      let error = DatabaseError(code: .other, message: "It failed: \\(said)" + text)
      let shown = error.commandMessage
      #expect(!shown.contains("`"), "\(shown)")
      #expect(shown.hasPrefix("It failed: "))
    }
  }

  @Test func `errors of commands are described in terms of commands`() async throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "a.db")
    let database = try DatabaseQueue(path: path)
    try await database.write { db in try db.execute(sql: "CREATE TABLE t (a)") }
    try database.close()
    for sql in [
      "SELECT nothing()", "SELECT * FROM t; COMMIT", "INSERT INTO t VALUES (1)", "SELECT ?",
      "SELECT a FROM t ORDER BY a COLLATE nothing",
    ] {
      let run = await ProgramRun("query", path, sql)
      #expect(run.code == .failure)
      #expect(!run.errors.contains("`"), "\(run.errors)")
    }
    let several = await ProgramRun("watch", path, "SELECT 1; SELECT 2")
    #expect(several.errors.contains("'livesql query' runs several."), "\(several.errors)")
  }
}
