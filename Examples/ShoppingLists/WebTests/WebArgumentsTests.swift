import Foundation
import LiveSQLTestSupport
import Testing

@testable import ShoppingListsWeb

@Suite struct WebArgumentsTests {
  @Test func `options are parsed`() throws {
    #expect(try WebArguments([]) == .serve(.init()))
    #expect(try WebArguments(["--port", "0", "--help"]) == .help)
    #expect(
      try WebArguments(["a.db", "--port", "8080", "--no-open"])
        == .serve(.init(database: "a.db", port: 8080, opensBrowser: false))
    )
    #expect(
      try WebArguments(["--database", "postgres://host/shop"])
        == .serve(.init(database: "postgres://host/shop"))
    )
  }

  @Test(arguments: [
    (["a", "b"], "'b' is one database too many"), (["--prt"], "unknown option '--prt'"),
    (["--port"], "'--port' needs a value"),
    (["--port", "70000"], "'--port' takes a number from 0 to 65535, not '70000'"),
  ])
  func `invalid arguments are reported`(words: [String], message: String) {
    #expect(throws: UsageProblem(message: message)) { try WebArguments(words) }
  }

  @Test func `the key is stored for the next start, readable by its user only`() throws {
    let scratch = try ScratchDirectory()
    let url = URL(filePath: scratch.path(of: "key"))
    let key = KeyFile(url: url).key()
    #expect(KeyFile(url: url).key() == key)
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try Data("damaged".utf8).write(to: url)
    let next = KeyFile(url: url).key()
    #expect(next != key && KeyFile(url: url).key() == next)
    // Without a place to store it, there is a key anyway.
    let nowhere = KeyFile(url: URL(filePath: "/nowhere/key"))
    #expect(nowhere.key() != nowhere.key())
  }
}
