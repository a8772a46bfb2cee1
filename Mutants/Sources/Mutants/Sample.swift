import Foundation

/// The files that are changed, and which changes of them are looked at.
enum Sample {
  /// The folders whose files are changed.
  private static let folders = [
    "Sources/Live/IncrementalQueries", "Sources/Live/LiveEngine", "Sources/Live/LiveQueries",
    "Sources/SQLite/SQLiteDatabase/Changes", "Sources/SQLite/SQLiteDatabase/Pool",
    "Sources/SQLite/SQLiteDatabase/Executor", "Sources/SQLite/SQLiteDatabase/Statements",
    "Sources/SQLite/SQLiteDatabase/Transactions",
    "Sources/Core/DatabaseTypes/Conversions", "Sources/Records/Records/Coding",
  ]

  /// All changes that can be made, in the order of files and lines.
  static func all(in package: URL, _ options: Options) throws -> [Mutant] {
    try folders.flatMap { folder in
      try swiftFiles(in: package, folder).filter { file in
        options.files.isEmpty || options.files.contains { file.contains($0) }
      }
    }.flatMap { file in
      let source = try String(contentsOf: package.appending(path: file), encoding: .utf8)
      return MutantFinder.mutants(of: file, source: source)
    }
  }

  private static func swiftFiles(in package: URL, _ folder: String) throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: package.appending(path: folder).path
    )
    // Other platforms' files cannot be run here.
    return names.filter { $0.hasSuffix(".swift") && !$0.contains("Darwin") }.sorted()
      .map { folder + "/" + $0 }
  }

  /// The first changes of a random order, with numbers.
  static func pick(_ count: Int, of mutants: [Mutant], seed: UInt64) -> [Mutant] {
    var random = SplitMix64(state: seed)
    return mutants.shuffled(using: &random).prefix(count).enumerated().map { index, mutant in
      var mutant = mutant
      mutant.number = index + 1
      return mutant
    }
  }
}

/// Randomness that a seed decides.
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
