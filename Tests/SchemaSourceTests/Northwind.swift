import Foundation

/// A well-known database to try things on, where it is present.
enum Northwind {
  static let path: String? = {
    let given = ProcessInfo.processInfo.environment["LIVESQL_NORTHWIND"]
    let candidates = [given, "../shared/data/northwind.db", "../../shared/data/northwind.db"]
    return candidates.compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0) }
  }()
}
