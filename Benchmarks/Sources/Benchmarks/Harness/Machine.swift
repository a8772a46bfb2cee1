import CSQLite
import Foundation

/// The machine and the versions with which the figures were measured.
struct Machine: Encodable {
  let processor: String
  let cores: Int
  let system: String
  let swift: String
  let sqlite: String

  init() {
    processor = Self.processorName
    cores = ProcessInfo.processInfo.processorCount
    system = ProcessInfo.processInfo.operatingSystemVersionString
    swift = Self.swiftVersion
    sqlite = String(cString: sqlite3_libversion())
  }

  var description: String {
    "\(processor), \(cores) cores · \(system) · Swift \(swift) · SQLite \(sqlite)"
  }

  private static var processorName: String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    return name ?? "unknown processor"
  }

  /// The version of Swift, of which only a lower bound is known when compiling.
  private static var swiftVersion: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
