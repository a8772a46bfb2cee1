import Foundation

/// A copy of the package, in which all mutants of the sample are compiled in at once.
struct ScratchPackage {
  let original: URL
  let folder: URL

  private static let copied = ["Sources", "Tests", "Package.swift", "Scripts/frontend"]
  /// The tests that can notice a change of what is changed.
  static let testTargets = [
    "DatabaseTypesTests", "IncrementalQueriesTests", "SQLiteDatabaseTests", "LiveEngineTests",
    "LiveQueriesTests", "RecordTests", "QueryTests",
  ]

  init(of original: URL) {
    self.original = original
    folder = original.appending(path: ".build/mutants/package")
  }

  struct Failure: Error { let text: String }

  // MARK: - Files

  /// Brings the copy up to date, with the mutants in it.
  func write(_ mutants: [Mutant]) throws {
    let byFile = Dictionary(grouping: mutants, by: \.file)
    var kept: Set<String> = []
    for name in Self.copied {
      for path in try files(name) {
        kept.insert(path)
        try write(path, byFile[path] ?? [])
      }
    }
    kept.insert(Self.supportPath)
    try put(Data(Schemata.support.utf8), Self.supportPath)
    try removeOthers(than: kept)
  }

  private static let supportPath = "Sources/Core/DatabaseTypes/ActiveMutant.swift"

  private func files(_ name: String) throws -> [String] {
    let url = original.appending(path: name)
    guard Self.isFolder(url) else {
      return FileManager.default.fileExists(atPath: url.path) ? [name] : []
    }
    return try FileManager.default.subpathsOfDirectory(atPath: url.path)
      .filter { !Self.isFolder(url.appending(path: $0)) }.map { name + "/" + $0 }
  }

  private func write(_ path: String, _ mutants: [Mutant]) throws {
    var data = try Data(contentsOf: original.appending(path: path))
    if !mutants.isEmpty {
      data = Data(Schemata.text(of: String(decoding: data, as: UTF8.self), mutants).utf8)
    } else if path == "Package.swift" {
      data += Data(Self.manifestEnd.utf8)
    }
    try put(data, path)
    // The frontend of the macros is a program.
    guard FileManager.default.isExecutableFile(atPath: original.appending(path: path).path) else {
      return
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755],
      ofItemAtPath: folder.appending(path: path).path
    )
  }

  /// Only what is needed is built.
  private static var manifestEnd: String {
    """

    package.targets.removeAll { ["Examples", "Snippets", "Benchmarks"].contains($0.path?.split(separator: "/").first ?? "") }
    package.targets.removeAll { $0.type == .test && !\(testTargets).contains($0.name) }

    """
  }

  /// Writes a file where it is not there already: what is older is not compiled again.
  private func put(_ data: Data, _ path: String) throws {
    let url = folder.appending(path: path)
    if let old = try? Data(contentsOf: url), old == data { return }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try data.write(to: url)
  }

  private func removeOthers(than kept: Set<String>) throws {
    for name in ["Sources", "Tests"] {
      let url = folder.appending(path: name)
      for path in try FileManager.default.subpathsOfDirectory(atPath: url.path)
      where !kept.contains(name + "/" + path) {
        let file = url.appending(path: path)
        if !file.hasDirectoryPath, !Self.isFolder(file) {
          try FileManager.default.removeItem(at: file)
        }
      }
    }
  }

  private static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  // MARK: - Building

  /// Builds, and leaves out what the compiler refuses, until nothing is refused.
  ///
  /// - Returns: The mutants that are left.
  func build(_ mutants: [Mutant]) throws -> [Mutant] {
    var left = mutants
    while true {
      try write(left)
      say("Building the tests with \(left.count) mutants …")
      let (end, output, duration) = try RunningProcess.run(
        "/usr/bin/env",
        ["swift", "build", "--build-tests", "--disable-xctest", "-Xswiftc", "-suppress-warnings"],
        in: folder,
        limit: .seconds(7200)
      )
      if end == .exit(0) {
        say("Built in \(duration.components.seconds) s.")
        return left
      }
      let refused = try refused(in: output, of: left)
      say("The compiler refuses \(refused.count): \(refused.sorted())")
      left.removeAll { refused.contains($0.number) }
    }
  }

  /// The mutants that are in the copy as it is.
  func built(of mutants: [Mutant]) throws -> [Mutant] {
    var numbers: Set<Int> = []
    for file in Set(mutants.map(\.file)) {
      let url = folder.appending(path: file)
      let text = try String(contentsOf: url, encoding: .utf8)
      numbers.formUnion(Schemata.lines(of: text).keys)
    }
    return mutants.filter { numbers.contains($0.number) }
  }

  /// The mutants in whose lines errors are.
  private func refused(in output: String, of mutants: [Mutant]) throws -> Set<Int> {
    var refused: Set<Int> = []
    var others: [String] = []
    for match in output.matches(of: /(?m)^(\/[^:\n]*):(\d+):\d+: error: (.*)$/) {
      let path = String(match.1).replacingOccurrences(of: folder.path + "/", with: "")
      guard let line = Int(match.2) else { continue }
      let text = (try? String(contentsOf: folder.appending(path: path), encoding: .utf8)) ?? ""
      let lines = Schemata.lines(of: text)
      let blamed = lines.filter { $0.value.contains(line) }.map(\.key)
      // An expression can be refused where its statement begins.
      let near = lines.filter { abs($0.value.lowerBound - line) <= 8 }.map(\.key)
      if blamed.isEmpty, near.isEmpty { others.append(String(match.0)) }
      refused.formUnion(blamed.isEmpty ? near : blamed)
    }
    guard !refused.isEmpty else {
      throw Failure(
        text: "The copy does not build.\n" + (others.isEmpty ? output : others.joined())
      )
    }
    return refused
  }
}

/// Tells how far things are.
func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
