import Foundation

/// The suites of the copy, and the mutants that each comes by.
struct TestSuites {
  /// A suite, as it runs without a mutant.
  struct Suite: Sendable, Codable {
    let name: String
    /// The numbers of the mutants that it comes by.
    var reached: Set<Int>
    var seconds: Double
    var passes: Bool
  }

  private let package: ScratchPackage

  init(_ package: ScratchPackage) { self.package = package }

  /// Some take minutes, or start what is not built.
  private static let excluded = [
    "MultiProcessTests", "CrashTests", "PowerLossTests", "EngineBench", "PoolLoad",
  ]

  private var program: String {
    package.folder.appending(path: ".build/debug/LiveSQLPackageTests.xctest").path
  }

  /// A value that changes when the tests are built again.
  var stamp: String {
    get throws {
      let attributes = try FileManager.default.attributesOfItem(atPath: program)
      return "\(attributes[.modificationDate] ?? "") \(attributes[.size] ?? "")"
    }
  }

  func names() throws -> [String] {
    let (end, output, _) = try RunningProcess.run(
      "/usr/bin/env",
      ["swift", "test", "list", "--skip-build", "--disable-xctest"],
      in: package.folder,
      limit: .seconds(600)
    )
    guard end == .exit(0) else { throw ScratchPackage.Failure(text: output) }
    let suites = output.split(separator: "\n").compactMap { line -> String? in
      guard let slash = line.firstIndex(of: "/"), line.contains("Tests.") else { return nil }
      return String(line[..<slash])
    }
    return Set(suites).filter { name in !Self.excluded.contains { name.contains($0) } }.sorted()
  }

  /// Runs one suite without a mutant, and sees what it comes by.
  func survey(_ name: String, count: Int) throws -> Suite {
    let map = package.folder.appending(path: ".build/reached-\(name)")
    try Data(count: 65_536).write(to: map)
    defer { try? FileManager.default.removeItem(at: map) }
    let (end, _, duration) = try run(
      [name],
      environment: ["LIVESQL_MUTANTS_REACHED": map.path],
      limit: .seconds(600)
    )
    let bytes = [UInt8](try Data(contentsOf: map))
    return Suite(
      name: name,
      reached: Set((1...max(count, 1)).filter { bytes[$0] != 0 }),
      seconds: Double(duration.components.seconds)
        + Double(duration.components.attoseconds) / 1e18,
      passes: end == .exit(0)
    )
  }

  /// Runs suites in one process, up to the first failure.
  func run(_ names: [String], environment: [String: String], limit: Duration) throws -> (
    end: RunningProcess.End, output: String, duration: Duration
  ) {
    var arguments = ["--testing-library", "swift-testing"]
    for name in names {
      arguments += ["--filter", "^" + name.replacingOccurrences(of: ".", with: "\\.") + "/"]
    }
    return try RunningProcess.run(
      program,
      arguments,
      in: package.folder,
      environment: environment,
      limit: limit
    ) { line in
      // A known one counts as an issue too, and its line says so.
      line.contains("recorded an issue") || line.contains("Fatal error")
    }
  }
}
