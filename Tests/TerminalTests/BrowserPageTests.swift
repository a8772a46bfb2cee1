import Foundation
import LiveSQLTestSupport
import Testing

@testable import Terminal

/// The file by which a program opens a page in the browser.
@Suite(.mayBlock) struct BrowserPageTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  @Test func `the file with the token can be read by this user only, and is removed`() throws {
    // A Mac has its own program; elsewhere this one stands for the one that opens files.
    let program = scratch.path(of: "xdg-open")
    let isCreated = FileManager.default.createFile(
      atPath: program,
      contents: Data("#!/bin/sh\n".utf8),
      attributes: [.posixPermissions: 0o755]
    )
    #expect(isCreated)
    let folder = URL(fileURLWithPath: program).deletingLastPathComponent().path
    let address = "http://127.0.0.1:1/#token=secret"
    let environment = ["DISPLAY": ":1", "PATH": folder]
    let page = try #require(
      BrowserPage(address, title: "LiveSQL studio", environment: environment)
    )
    let attributes = try FileManager.default.attributesOfItem(atPath: page.file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let text = try String(contentsOf: page.file, encoding: .utf8)
    #expect(text.contains(address))
    #expect(!page.file.path.contains("secret"))
    page.remove()
    #expect(!FileManager.default.fileExists(atPath: page.file.path))
  }
}
