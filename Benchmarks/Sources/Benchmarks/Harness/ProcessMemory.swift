import CSQLite
import Foundation

/// The bytes of memory that the process has in use: ours, Swift's and SQLite's.
///
/// Where the system does not tell them as Linux does, those that SQLite has allocated.
func memoryInUse() -> Int {
  // https://man7.org/linux/man-pages/man5/proc_pid_statm.5.html
  let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
    .split(separator: " ").dropFirst().first.flatMap { Int($0) }
  return pages.map { $0 * Int(getpagesize()) } ?? Int(sqlite3_memory_used())
}

/// Gives memory that is free back to the system, where the C library can: else what was needed for a moment is counted.
///
/// It is no function of Swift's Glibc module. https://man7.org/linux/man-pages/man3/malloc_trim.3.html
func releaseFreeMemory() {
  typealias Trim = @convention(c) (Int) -> Int32
  guard let symbol = dlsym(nil, "malloc_trim") else { return }
  _ = unsafeBitCast(symbol, to: Trim.self)(0)
}
