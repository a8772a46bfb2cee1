import Foundation
import LiveSQLTestSupport
import Terminal
import Testing

@testable import LiveSQLCommand

/// The package that `livesql new` creates; `Scripts/consumer` builds it.
@Suite struct NewCommandTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// The folder of this package.
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: scratch.path(of: "App/" + path), encoding: .utf8)
  }

  @Test func `new creates a package with a model, a program, a test and the other files`()
    async throws
  {
    let folder = scratch.path(of: "App")
    let run = await ProgramRun("new", "App", folder, "--path", Self.root.path)
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.output.contains("swift run App"))
    let manifest = try text("Package.swift")
    #expect(manifest.contains(".package(name: \"LiveSQL\", path: \"\(Self.root.path)\")"))
    #expect(manifest.contains(".product(name: \"LiveSQL\", package: \"LiveSQL\")"))
    #expect(try text("Sources/AppModel/Item.swift").contains("@Table public struct Item"))
    #expect(try text("Sources/AppModel/Storage.swift").contains("registerMigration"))
    #expect(try text("Sources/App/App.swift").contains("@main struct App {"))
    #expect(try text("Sources/App/App.swift").contains("\\(item.title)"))
    #expect(try text("Tests/AppModelTests/ItemTests.swift").contains("import AppModel"))
    #expect(try text("README.md").contains("swift run App add"))
    #expect(try text(".gitignore").contains(".build/"))
  }

  @Test func `the package shows the SQL of its migrations and checks them against its types`()
    async throws
  {
    let run = await ProgramRun("new", "App", scratch.path(of: "App"), "--path", Self.root.path)
    #expect(run.code == .success)
    let storage = try text("Sources/AppModel/Storage.swift")
    #expect(storage.contains("migrator.plan(for: database)"))
    #expect(storage.contains("migrator.check([Item.self])"))
    let program = try text("Sources/App/App.swift")
    #expect(program.contains("case (\"migrate\", \"--plan\"): try showPlan()"))
    #expect(program.contains("case (\"migrate\", \"--check\"): check()"))
    #expect(try text("README.md").contains("swift run App migrate --plan"))
    #expect(try text("Tests/AppModelTests/ItemTests.swift").contains("try checkMigrations()"))
  }

  @Test func `a package by URL has the version and the package identity`() async throws {
    let url = "https://example.com/somebody/LiveSQL-fork.git"
    let run = await ProgramRun("new", "App", scratch.path(of: "App"), "--url", url)
    #expect(run.code == .success)
    let manifest = try text("Package.swift")
    #expect(manifest.contains(".package(url: \"\(url)\", from: \"\(Program.version)\")"))
    #expect(manifest.contains(".product(name: \"LiveSQL\", package: \"LiveSQL-fork\")"))
    let other = scratch.path(of: "Other")
    #expect(await ProgramRun("new", "App", other, "--url", url, "--from", "2.3.4").code == .success)
    let text = try String(contentsOfFile: other + "/Package.swift", encoding: .utf8)
    #expect(text.contains("from: \"2.3.4\""))
  }

  @Test(arguments: ["1App", "my-app", "", "Ünder", "LiveSQL", "item", "a b", "../x"])
  func `a name that is not a module name is refused`(name: String) async {
    let folder = scratch.path(of: "App")
    let run = await ProgramRun("new", name, folder, "--url", "https://example.com/LiveSQL")
    #expect(run.code == .usage)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `the location of LiveSQL must be given exactly once`() async {
    let folder = scratch.path(of: "App")
    #expect(await ProgramRun("new", "App", folder).code == .usage)
    #expect(await ProgramRun("new", "App", folder, "--path", "x", "--url", "y").code == .usage)
    #expect(await ProgramRun("new", "App", folder, "--path", "x", "--from", "1.0.0").code == .usage)
    #expect(await ProgramRun("new", "App", folder, "--url", "y", "--from", "one").code == .usage)
    let run = await ProgramRun("new", "App", folder, "--path", scratch.path)
    #expect(run.code == .failure)
    #expect(run.errors.contains("There is no checkout of LiveSQL"))
  }

  @Test func `a non-empty folder and a file are left unchanged`() async throws {
    try Data("x".utf8).write(to: URL(fileURLWithPath: scratch.path(of: "file")))
    for folder in [scratch.path, scratch.path(of: "file")] {
      let run = await ProgramRun("new", "App", folder, "--path", Self.root.path)
      #expect(run.code == .failure)
    }
    let content = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(content == ["file"])
  }

  @Test func `the README shows the dependency that the package gets`() throws {
    let readMe = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let source = PackageSource.url("https://example.com/LiveSQL.git", from: Program.version)
    #expect(readMe.contains(source.dependency))
    #expect(readMe.contains(source.product))
    let manifest = try String(
      contentsOf: Self.root.appending(path: "Package.swift"),
      encoding: .utf8
    )
    #expect(manifest.contains("  products: [\"LiveSQL\", "))
  }
}
