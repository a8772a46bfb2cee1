/// The rule that imports only point down.
///
/// 1. A target depends only on targets above it in the manifest, so dependency order is reading
///    order.
/// 2. A source imports only those of our modules that its target declares. A test may also import
///    indirect dependencies.
/// 3. The pure modules depend only on pure modules and Foundation.
/// 4. Only the binding and the test support, which injects faults under SQLite, import SQLite's C
///    module. The macros, which ask SQLite about SQL while compiling, have their own target for it.
///    Only the binding of PostgreSQL imports PostgreSQL's C module.
/// 5. Only the macros import SwiftSyntax.
/// 6. A group of modules depends only on groups above it in the manifest's table.
struct ImportRule {
  static let pureModules: Set = ["DatabaseTypes", "SQLSyntax", "IncrementalQueries"]
  static let importersOfC: [String: Set<String>] = [
    "CSQLite": ["SQLite", "LiveSQLTestSupport"], "CSQLiteForMacros": ["TypedSQLMacroCore"],
    "CPostgreSQL": ["PostgreSQL"],
  ]
  static let importersOfSyntax: Set = [
    "TypedSQLMacroCore", "TypedSQLMacros", "TypedSQLMacrosTests",
  ]

  let manifest: Manifest

  /// The violations of the rule in the manifest itself.
  var complaintsAboutManifest: [Complaint] {
    var above: Set<String> = []
    return manifest.targets.flatMap { target in
      defer { above.insert(target.name) }
      return target.dependencies.compactMap { dependency in
        reason(against: dependency, of: target, above: above)
          .map { Complaint(path: "Package.swift", line: 1, message: "\(target.name) \($0)") }
      }
    }
  }

  private func reason(
    against dependency: String,
    of target: Manifest.Target,
    above: Set<String>
  ) -> String? {
    if !above.contains(dependency) {  // 1
      return "depends on \(dependency), which does not stand above it"
    }
    if let group = manifest.group(of: target.name),
      let other = manifest.group(of: dependency), other > group
    {  // 6
      return "depends on \(dependency), whose group does not stand above its own"
    }
    if Self.pureModules.contains(target.name), !Self.pureModules.contains(dependency) {  // 3
      return "is pure, and depends on \(dependency), which is not"
    }
    if let importers = Self.importersOfC[dependency], !target.isTest,
      !importers.contains(target.name)
    {  // 4
      let sight = dependency == "CSQLiteForMacros" ? "the macros see" : "the binding sees"
      return "depends on \(dependency), which only \(sight)"
    }
    return nil
  }

  /// Returns the violations of the rule in one source of a target.
  func complaints(about source: SourceText, of target: Manifest.Target) -> [Complaint] {
    let ours = Set(manifest.targets.map(\.name))
    let allowed = target.isTest ? manifest.reachable(from: target) : Set(target.dependencies)
    return source.imports.compactMap { module, line in
      let message: String
      if ours.contains(module), !allowed.contains(module) {  // 2
        message = "imports \(module), which the manifest does not declare for \(target.name)"
      } else if Self.pureModules.contains(target.name), !ours.contains(module),
        module != "Foundation"
      {  // 3
        message = "imports \(module), but \(target.name) is pure"
      } else if Self.isSyntax(module), !Self.importersOfSyntax.contains(target.name) {  // 5
        message = "imports \(module), which only the macros see"
      } else {
        return nil
      }
      return Complaint(path: source.path, line: line, message: message)
    }
  }

  private static func isSyntax(_ module: String) -> Bool {
    ["SwiftSyntax", "SwiftParser", "SwiftDiagnostics", "SwiftBasicFormat", "SwiftCompilerPlugin"]
      .contains { module.hasPrefix($0) }
  }
}
