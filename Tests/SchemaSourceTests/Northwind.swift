import Foundation

/// A well-known database to run tests on, where it is available.
enum Northwind {
  static let path: String? = {
    let given = ProcessInfo.processInfo.environment["LIVESQL_NORTHWIND"]
    let candidates = [given, "../shared/data/northwind.db", "../../shared/data/northwind.db"]
    return candidates.compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0) }
  }()
}
