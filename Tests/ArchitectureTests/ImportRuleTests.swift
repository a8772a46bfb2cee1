import Testing

@Suite struct ImportRuleTests {
  private let manifest = Manifest(
    text: """
      targets: [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
        .target(name: "DatabaseTypes", swiftSettings: settings),
        // .target(name: "Gone"),
        .target(
          name: "SQLite",
          dependencies: ["CSQLite", "DatabaseTypes"],
          swiftSettings: settings
        ),
        .target(name: "Top", dependencies: ["SQLite"]),
        .testTarget(name: "TopTests", dependencies: ["Top"]),
      ]
      """
  )

  private func complaints(about text: String, in target: String) throws -> [String] {
    let source = SourceText(path: "File.swift", text: text)
    let target = try #require(manifest.target(named: target))
    return ImportRule(manifest: manifest).complaints(about: source, of: target)
      .map(\.description)
  }

  @Test func `the names, kinds and dependencies of targets are read from a manifest`() {
    #expect(
      manifest.targets == [
        .init(name: "CSQLite", isTest: false, dependencies: []),
        .init(name: "DatabaseTypes", isTest: false, dependencies: []),
        .init(name: "SQLite", isTest: false, dependencies: ["CSQLite", "DatabaseTypes"]),
        .init(name: "Top", isTest: false, dependencies: ["SQLite"]),
        .init(name: "TopTests", isTest: true, dependencies: ["Top"]),
      ]
    )
  }

  @Test func `a source belongs to the target of its folder, which the manifest can set`() {
    let manifest = Manifest(
      text: #"""
        let groups = """
          Base: CLow Low
          """
        .target(name: "Low"), .target(name: "Model", path: "Examples/App/Model"),
        .testTarget(name: "AppTests", dependencies: ["Model"], path: "Examples/App/Tests"),
        """#
    )
    func target(of path: String) -> String? {
      manifest.target(of: SourceText(path: path, text: ""))?.name
    }
    #expect(target(of: "Sources/Base/Low/Rows/File.swift") == "Low")
    #expect(target(of: "Sources/Low/File.swift") == "Low")
    #expect(target(of: "Tests/AppTests/File.swift") == "AppTests")
    #expect(target(of: "Examples/App/Model/Rows/File.swift") == "Model")
    #expect(target(of: "Examples/App/Tests/File.swift") == "AppTests")
    #expect(target(of: "Examples/App/Models/File.swift") == nil)
  }

  @Test func `a group of modules can have more than one line in the manifest`() {
    let manifest = Manifest(
      text: "let groups = \"\"\"\n  Core: A B\n  Core: C\n  Live: D\n  \"\"\"\n"
    )
    #expect(
      manifest.groups == [
        .init(name: "Core", modules: ["A", "B", "C"]), .init(name: "Live", modules: ["D"]),
      ]
    )
  }

  @Test(arguments: [
    "import SQLite", "public import SQLite", "@testable import SQLite",
    "  import struct SQLite.Row",
    "@_spi(Testing) package import SQLite", "@preconcurrency import SQLite", "import SQLite.Sub",
  ])
  func `every form of import is found`(line: String) {
    let source = SourceText(path: "File.swift", text: "\n" + line)
    #expect(source.imports.map(\.module) == ["SQLite"])
    #expect(source.imports.map(\.line) == [2])
  }

  @Test func `comments and multi-line strings contain no imports`() {
    let text = """
      // import Top
      let text = \"""
        import Top
        \"""
      let important = "import Top"
      """
    #expect(SourceText(path: "File.swift", text: text).imports.isEmpty)
  }

  @Test func `an import that points up is reported with its line`() throws {
    #expect(
      try complaints(about: "import SQLite\nimport Top", in: "SQLite") == [
        "File.swift:1: imports SQLite, which the manifest does not declare for SQLite",
        "File.swift:2: imports Top, which the manifest does not declare for SQLite",
      ]
    )
  }

  @Test func `a source cannot import indirect dependencies, but a test can`() throws {
    #expect(try complaints(about: "import DatabaseTypes", in: "Top").count == 1)
    #expect(try complaints(about: "import DatabaseTypes", in: "TopTests") == [])
  }

  @Test func `a pure module can only import Foundation from the system`() throws {
    #expect(try complaints(about: "public import Foundation", in: "DatabaseTypes") == [])
    #expect(
      try complaints(about: "import Dispatch", in: "DatabaseTypes") == [
        "File.swift:1: imports Dispatch, but DatabaseTypes is pure"
      ]
    )
    #expect(try complaints(about: "import Dispatch", in: "SQLite") == [])
  }

  @Test(arguments: ["SwiftSyntax", "SwiftSyntaxMacros", "SwiftParser", "SwiftDiagnostics"])
  func `only the macros can import SwiftSyntax`(module: String) throws {
    #expect(
      try complaints(about: "public import \(module)", in: "SQLite") == [
        "File.swift:1: imports \(module), which only the macros see"
      ]
    )
  }

  @Test(arguments: [
    (
      #".target(name: "Low", dependencies: ["High"]), .target(name: "High")"#,
      "Low depends on High, which does not stand above it"
    ),
    (
      #".target(name: "SQLite"), .target(name: "DatabaseTypes", dependencies: ["SQLite"])"#,
      "DatabaseTypes is pure, and depends on SQLite, which is not"
    ),
    (
      #".systemLibrary(name: "CSQLite"), .target(name: "LiveSQL", dependencies: ["CSQLite"])"#,
      "LiveSQL depends on CSQLite, which only the binding sees"
    ),
    (
      #".target(name: "CPostgreSQL"), .target(name: "LiveSQL", dependencies: ["CPostgreSQL"])"#,
      "LiveSQL depends on CPostgreSQL, which only the binding sees"
    ),
    (
      #".systemLibrary(name: "CSQLiteForMacros"), .target(name: "LiveSQL", dependencies: ["CSQLiteForMacros"])"#,
      "LiveSQL depends on CSQLiteForMacros, which only the macros see"
    ),
    (
      """
      let groups = \"\"\"
        Base: High
        Top: Low
        \"\"\"
      .target(name: "Low"), .target(name: "High", dependencies: ["Low"])
      """,
      "High depends on Low, whose group does not stand above its own"
    ),
  ])
  func `a manifest that points up is reported`(text: String, message: String) {
    let rule = ImportRule(manifest: Manifest(text: text))
    #expect(rule.complaintsAboutManifest.map(\.message) == [message])
  }
}
