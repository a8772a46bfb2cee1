import Foundation
import Testing

/// The package, which must obey the rules.
@Suite struct PackageTests {
  private let package = PackageFolder.own

  private var manifest: Manifest {
    get throws { Manifest(text: try package.text(of: "Package.swift")) }
  }

  @Test func `the manifest lists targets in dependency order`() throws {
    let manifest = try manifest
    #expect(manifest.targets.count > 10)
    #expect(ImportRule(manifest: manifest).complaintsAboutManifest == [])
  }

  @Test func `the folders of the sources are the manifest's groups, and contain their modules`()
    throws
  {
    let groups = try manifest.groups
    #expect(groups.count > 5)
    #expect(try package.names(in: "Sources") == Set(groups.map(\.name)))
    for group in groups {
      // CSQLCipher takes the place of CSQLite; a README says what the group is.
      let names = try package.names(in: "Sources/\(group.name)")
        .subtracting(["CSQLCipher", "README.md"])
      #expect(names == Set(group.modules))
    }
  }

  @Test func `imports only point down`() throws {
    let manifest = try manifest
    let rule = ImportRule(manifest: manifest)
    var complaints: [Complaint] = []
    for source in try ["Sources", "Tests", "Examples"].flatMap(package.sources)
    where source.path != "Tests/XCTMain.swift" {
      let target = try #require(manifest.target(of: source), "\(source.path)")
      complaints += rule.complaints(about: source, of: target)
    }
    #expect(complaints == [])
  }

  @Test(arguments: ["Sources", "Tests", "Benchmarks", "Mutants", "Snippets", "Examples"])
  func `platforms differ only in folders named Platform`(folder: String) throws {
    let sources = try package.sources(in: folder).filter { !$0.path.hasSuffix("Package.swift") }
    #expect(try sources.flatMap(PlatformRule.complaints) == [])
  }

  @Test func `every relative link in the documents leads to a file`() throws {
    #expect(try documents().flatMap(rule.complaintsAboutLinks) == [])
  }

  @Test func `every path that a page about the sources mentions exists`() throws {
    let pages =
      ["ARCHITECTURE.md", "CONTRIBUTING.md", "Examples/README.md"]
      + (try manifest.groups.map { "Sources/\($0.name)/README.md" })
    for page in pages {
      let document = MarkdownText(path: page, text: try package.text(of: page))
      #expect(rule.complaintsAboutPaths(in: document) == [])
    }
  }

  @Test func `the map lists each module, and the page of its group says what it is`() throws {
    let map = try package.text(of: "ARCHITECTURE.md")
    for target in try manifest.targets where !target.isTest {
      #expect(map.contains("`\(target.name)`"), "\(target.name)")
    }
    for group in try manifest.groups {
      let page = try package.text(of: "Sources/\(group.name)/README.md")
      #expect(map.contains("](Sources/\(group.name)/README.md)"), "\(group.name)")
      for module in group.modules { #expect(page.contains("| `\(module)` |"), "\(module)") }
    }
  }

  /// Modules that must not depend on others.
  ///
  /// They do without TypedSQL or SQLite, so that another database can be supported beside this one,
  /// and without the extras, so that no one waits for them.
  @Test(arguments: [
    ("SQLite", "TypedSQL"), ("SQLiteDatabase", "TypedSQL"), ("SQLiteDatabase", "SQLiteQueries"),
    ("SQLQueries", "SQLite"), ("SQLQueries", "PostgreSQL"), ("SQLQueries", "TypedSQLExtras"),
    ("IncrementalQueries", "TypedSQL"), ("LiveEngine", "SQLite"), ("LiveEngine", "SQLiteDatabase"),
    ("LiveQueries", "TypedSQLExtras"), ("Records", "TypedSQLExtras"),
    ("PostgreSQL", "TypedSQL"), ("PostgreSQL", "SQLite"), ("LiveSQL", "PostgreSQL"),
    ("PostgreSQLDatabase", "TypedSQL"), ("PostgreSQLDatabase", "SQLite"),
  ])
  func `a module does not reach a module that it must do without`(name: String, other: String)
    throws
  {
    let manifest = try manifest
    let names = manifest.reachable(from: try #require(manifest.target(named: name)))
    #expect(names.contains("DatabaseTypes"))
    #expect(!names.contains(other))
    #expect(manifest.target(named: other) != nil)
  }

  @Test func `what a program needs of a terminal knows no other module`() throws {
    #expect(try manifest.target(named: "Terminal")?.dependencies == [])
  }

  /// This way an alert shows the error's own message instead of "The operation could not be
  /// completed".
  @Test func `each public error gives its message to Foundation`() throws {
    let texts = try package.files(withExtension: "swift").filter { $0.hasPrefix("Sources/") }
      .map { try package.text(of: $0) }
    let declared = texts.flatMap { text in
      text.matches(of: /(?m)^public (?:struct|enum|final class) (\w+): (?:.*, )?Error\b/).map(\.1)
    }
    let described = texts.flatMap { text in
      text.matches(of: /(?m)^(?:public \w+|extension) (\w+): .*_SelfDescribingError\b/).map(\.1)
    }
    #expect(described.count > 15)
    #expect(Set(declared).subtracting(described) == [])
  }

  /// A shell pattern can create a file whose name is not valid on all systems.
  @Test func `each source has a name that is valid on every system, and is not empty`() throws {
    for path in package.files(withExtension: "swift") {
      #expect(path.allSatisfy { $0.isLetter || $0.isNumber || "/._+-#".contains($0) }, "\(path)")
      #expect(try !package.text(of: path).isEmpty, "\(path)")
    }
  }

  private var rule: DocumentRule {
    let files = package.files(withExtension: "swift", "md", "h", "db")
    return DocumentRule(
      exists: package.exists,
      fileNames: Set(files.map { String($0.split(separator: "/").last ?? "") })
    )
  }

  private func documents() throws -> [MarkdownText] {
    try package.files(withExtension: "md")
      .map { MarkdownText(path: $0, text: try package.text(of: $0)) }
  }
}
