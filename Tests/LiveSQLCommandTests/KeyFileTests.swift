import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Terminal
import Testing

@testable import LiveSQLCommand

/// The option `--key-file` and what reads its file.
@Suite struct KeyFileTests {
  private let scratch: ScratchDirectory
  private var database: String { scratch.path(of: "shop.db") }

  init() throws { scratch = try ScratchDirectory() }

  private func keyFile(
    _ content: String,
    name: String = "key",
    permissions: Int = 0o600
  ) throws -> String {
    let path = scratch.path(of: name)
    let isCreated = FileManager.default.createFile(
      atPath: path,
      contents: Data(content.utf8),
      attributes: [.posixPermissions: permissions]
    )
    try #require(isCreated)
    return path
  }

  @Test(arguments: [0o640, 0o604, 0o660, 0o602])
  func `a file that others can read or write is refused with what to type`(permissions: Int) throws
  {
    let path = try keyFile("secret\n", permissions: 0o600)
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    let error = #expect(throws: CommandFailure.self) { try KeyFile(path: path).key() }
    #expect(error?.message.contains("chmod 600 \(path)") == true)
    #expect(error?.message.contains("secret") == false)
  }

  @Test(arguments: ["", "\n", "\r\n", "\nsecret"])
  func `a file whose first line is empty is refused`(content: String) throws {
    let path = try keyFile(content)
    let error = #expect(throws: CommandFailure.self) { try KeyFile(path: path).key() }
    #expect(error?.message.contains("is empty") == true)
  }

  @Test func `a pipe is read once, and its permissions do not matter`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("secret\n".utf8))
    try pipe.fileHandleForWriting.close()
    let file = KeyFile(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    _ = try file.key()
    _ = try file.key()
  }

  @Test func `a missing file, a folder and a long file are refused`() throws {
    let long = try keyFile(String(repeating: "x", count: 100_000))
    for path in [scratch.path(of: "missing"), scratch.path, long] {
      let error = #expect(throws: CommandFailure.self) { try KeyFile(path: path).key() }
      #expect(error?.message.contains(path) == true)
    }
  }

  @Test(.requiresPlainSQLite)
  func `a SQLite that does not encrypt says so, without the key`() async throws {
    try DatabaseQueue(path: database).close()
    let run = await ProgramRun("schema", database, "--key-file", try keyFile("secret"))
    #expect(run.code == .failure)
    #expect(run.errors.contains("SQLCipher"))
    #expect(!(run.errors + run.output).contains("secret"))
  }

  @Test(arguments: [
    ["query", "SELECT 1"], ["schema"], ["dump"], ["verify"], ["vacuum"], ["explain", "SELECT 1"],
    ["watch", "SELECT 1"], ["shell"], ["import", "t", "rows.csv"], ["studio", "--no-open"],
    ["copy", "DEST"], ["backup", "DEST"], ["diff", "B"],
  ])
  func `each command that opens a file takes a key file`(words: [String]) async throws {
    try DatabaseQueue(path: database).close()
    try DatabaseQueue(path: scratch.path(of: "B")).close()
    let names = ["DEST", "B", "rows.csv"]
    let arguments = words.dropFirst().map { names.contains($0) ? scratch.path(of: $0) : $0 }
    _ = try keyFile("n\n1\n", name: "rows.csv")
    let key = try keyFile("secret", permissions: 0o600)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
    let run = await ProgramRun(list: [words[0], database] + arguments + ["--key-file", key])
    #expect(run.code != .success)
    #expect(run.errors.contains("chmod 600"))
  }

  @Test func `a key file is not for a PostgreSQL server`() async throws {
    let run = await ProgramRun("query", "postgres:///shop", "SELECT 1", "--key-file", "key")
    #expect(run.code == .usage)
    #expect(run.errors.contains("--key-file"))
  }

  @Test(.requiresEncryption)
  func `a file is created, read, copied, encrypted again and decrypted`() async throws {
    let (key, other) = try (keyFile("first\n"), keyFile("second", name: "other"))
    let sql = "CREATE TABLE t (n); INSERT INTO t VALUES (42)"
    #expect(
      await ProgramRun("query", database, sql, "--create", "--key-file", key).code == .success
    )
    #expect(await ProgramRun("query", database, "SELECT n FROM t").code == .failure)
    let wrong = await ProgramRun("query", database, "SELECT n FROM t", "--key-file", other)
    #expect(wrong.errors.contains("The passphrase is wrong"))
    let (same, changed) = (scratch.path(of: "same.db"), scratch.path(of: "changed.db"))
    let plain = scratch.path(of: "plain.db")
    for arguments in [
      ["copy", database, same, "--key-file", key],
      ["copy", database, changed, "--key-file", key, "--new-key-file", other],
      ["copy", changed, plain, "--key-file", other, "--decrypt"],
    ] {
      let run = await ProgramRun(list: arguments)
      #expect(run.code == .success, "\(run.errors)")
    }
    for (path, options) in [
      (same, ["--key-file", key]), (changed, ["--key-file", other]), (plain, []),
    ] {
      let run = await ProgramRun(list: ["query", path, "SELECT n FROM t"] + options)
      #expect(run.output.contains("42"), "\(run.errors)")
    }
    // Without a key, an encrypted file cannot be told from another one.
    let refused = await ProgramRun("copy", plain, same, "--replace")
    #expect(refused.errors.contains("or an encrypted one"), "\(refused.errors)")
    let replaced = await ProgramRun("copy", database, same, "--replace", "--key-file", key)
    #expect(replaced.code == .success, "\(replaced.errors)")
    let difference = await ProgramRun(
      "diff",
      database,
      changed,
      "--key-file",
      key,
      "--key-file",
      other
    )
    #expect(difference.code == .success, "\(difference.errors)")
  }

  @Test func `a copy has another passphrase or none, not both`() async throws {
    let run = await ProgramRun("copy", database, "x.db", "--new-key-file", "key", "--decrypt")
    #expect(run.code == .usage)
  }
}
