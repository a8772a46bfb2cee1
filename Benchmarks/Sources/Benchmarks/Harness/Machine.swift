import CSQLite
import Foundation

/// What the figures were measured with.
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

  /// Swift does not tell its version at run time, only whether it is at least some version.
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
