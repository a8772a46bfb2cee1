import Foundation

/// Returns the resident memory of the process, in bytes; 0 if the system does not report it.
func residentBytes() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
    return 0
  }
  let parts = text.split(separator: " ")
  return parts.count > 1 ? (Int(parts[1]) ?? 0) * 4_096 : 0
}
