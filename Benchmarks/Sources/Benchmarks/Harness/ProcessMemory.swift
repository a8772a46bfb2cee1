import CSQLite
import Foundation

/// Returns the bytes of memory that the process has in use, including those of Swift and SQLite.
///
/// On systems that do not report them as Linux does, these are the bytes that SQLite has allocated.
func memoryInUse() -> Int {
  // https://man7.org/linux/man-pages/man5/proc_pid_statm.5.html
  let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
    .split(separator: " ").dropFirst().first.flatMap { Int($0) }
  return pages.map { $0 * Int(getpagesize()) } ?? Int(sqlite3_memory_used())
}

/// Returns free memory to the system, if the C library can; otherwise memory that was needed for a
/// moment would be counted.
///
/// The function is not part of Swift's Glibc module.
/// https://man7.org/linux/man-pages/man3/malloc_trim.3.html
func releaseFreeMemory() {
  typealias Trim = @convention(c) (Int) -> Int32
  guard let symbol = dlsym(nil, "malloc_trim") else { return }
  _ = unsafeBitCast(symbol, to: Trim.self)(0)
}
