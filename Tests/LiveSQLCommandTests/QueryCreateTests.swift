import Foundation
import LiveSQLTestSupport
import Terminal
import Testing

@testable import LiveSQLCommand

/// The option `--create` of `livesql query`.
@Suite struct QueryCreateTests {
  private let scratch: ScratchDirectory
  private var path: String { scratch.path(of: "new.db") }

  init() throws { scratch = try ScratchDirectory() }

  private var exists: Bool { FileManager.default.fileExists(atPath: path) }

  @Test(arguments: [["SELECT 1"], ["CREATE TABLE t (a)", "--write"]])
  func `without it, a missing file is an error that names it`(words: [String]) async {
    let run = await ProgramRun(list: ["query", path] + words)
    #expect(run.code == .failure)
    #expect(run.errors.contains("There is no file at \(path)"))
    #expect(run.errors.contains("--create"))
    #expect(!exists)
  }

  @Test(arguments: [["--create"], ["--create", "--write"]])
  func `with it, the file is created, or opened if it exists`(options: [String]) async {
    let sql = "CREATE TABLE t (a); INSERT INTO t VALUES (7)"
    #expect(await ProgramRun(list: ["query", path, sql] + options).code == .success)
    let read = await ProgramRun("query", path, "SELECT a FROM t", "--format=csv")
    #expect(read.output == "a\r\n7\r\n")
    let more = await ProgramRun(
      list: ["query", path, "INSERT INTO t VALUES (8); SELECT count(*) AS n FROM t"]
        + options + ["--format=csv"]
    )
    #expect(more.output == "n\r\n2\r\n")
  }

  @Test func `a script on standard input can create the file`() async {
    let run = await ProgramRun("query", path, "--create", input: "CREATE TABLE t (a);\n")
    #expect(run.code == .success)
    #expect(exists)
  }

  @Test func `a file to which nothing was written is removed after a failure`() async {
    let failed = await ProgramRun("query", path, "CREAT TABLE t (a)", "--create")
    #expect(failed.code == .failure)
    #expect(!exists)
    let half = await ProgramRun("query", path, "CREATE TABLE t (a); SELECT nothing", "--create")
    #expect(half.code == .failure)
    #expect(await ProgramRun("query", path, "SELECT a FROM t").code == .success)
    #expect(await ProgramRun("query", path, "SELECT nothing", "--create").code == .failure)
    #expect(exists)
  }

  @Test func `it is refused for a server, and for a path that is no file`() async {
    let server = await ProgramRun("query", "postgres://localhost/none", "SELECT 1", "--create")
    #expect(server.code == .usage)
    #expect(server.errors.contains("createdb"))
    let folder = await ProgramRun("query", scratch.path, "SELECT 1", "--create")
    #expect(folder.code == .failure)
    #expect(folder.errors.contains("is a folder"))
    let empty = await ProgramRun("query", "", "SELECT 1", "--create")
    #expect(empty.code == .failure)
    #expect(empty.errors.contains("is empty"))
  }
}
