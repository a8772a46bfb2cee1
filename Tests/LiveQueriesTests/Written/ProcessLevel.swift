import Foundation

/// The resources that this process holds, in counts; `nil` where the system does not tell.
struct ProcessLevel: CustomStringConvertible {
  /// The bytes that are allocated and not freed, as the C library counts them.
  let heapBytes: Int?
  let threadCount: Int?
  let descriptorCount: Int?

  /// The level at this moment.
  static var now: ProcessLevel {
    ProcessLevel(
      heapBytes: currentHeapBytes(),
      threadCount: entryCount("/proc/self/task"),
      descriptorCount: entryCount("/proc/self/fd")
    )
  }

  var description: String {
    "heap \(text(heapBytes)), threads \(text(threadCount)), descriptors \(text(descriptorCount))"
  }

  private func text(_ count: Int?) -> String { count.map { "\($0)" } ?? "unknown" }

  private static func entryCount(_ folder: String) -> Int? {
    try? FileManager.default.contentsOfDirectory(atPath: folder).count
  }
}

extension ProcessLevel {
  /// Why a test that judges all of this is skipped; `nil` where all of it is counted.
  static let obstacle: String? = {
    if let obstacle = obstacleForBytes { return obstacle }
    let level = now
    let isCounted = level.threadCount != nil && level.descriptorCount != nil
    return isCounted ? nil : "the system has no /proc/self, which counts threads and descriptors"
  }()

  /// Why a test that judges bytes is skipped; `nil` where the C library counts them.
  ///
  /// The heap of a sanitizer, for one, is not its own.
  static let obstacleForBytes: String? = {
    guard let before = currentHeapBytes() else { return "the C library has no malloc_info" }
    let held = [UInt8](repeating: 1, count: 64 << 20)
    // Other tests of this process may free some at the same time.
    let notices = withExtendedLifetime(held) { (currentHeapBytes() ?? 0) - before > 16 << 20 }
    return notices ? nil : "malloc_info did not notice 64 MiB: a sanitizer's heap is not its own"
  }()

  private typealias Printing = @convention(c) (CInt, UnsafeMutableRawPointer) -> CInt

  /// Returns the bytes in use, from what glibc prints about its heaps.
  ///
  /// The function is not part of Swift's Glibc module.
  /// https://man7.org/linux/man-pages/man3/malloc_info.3.html
  static func currentHeapBytes() -> Int? {
    guard let symbol = dlsym(nil, "malloc_info") else { return nil }
    let path = NSTemporaryDirectory() + "/livesql-heap-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    guard let file = fopen(path, "w") else { return nil }
    let code = unsafeBitCast(symbol, to: Printing.self)(0, UnsafeMutableRawPointer(file))
    fclose(file)
    guard code == 0, let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      return nil
    }
    return heapBytes(in: text)
  }

  /// Reads the sums, which come after the last heap: what the system gave, less what is free.
  static func heapBytes(in text: String) -> Int? {
    guard let end = text.range(of: "</heap>", options: .backwards) else { return nil }
    let lines = text[end.upperBound...].split(separator: "\n")
    func size(_ mark: String) -> Int {
      lines.first { $0.contains(mark) }?.split(separator: "size=\"").last?
        .split(separator: "\"").first.flatMap { Int($0) } ?? 0
    }
    let given = size("<system type=\"current\"") + size("<total type=\"mmap\"")
    return given - size("<total type=\"fast\"") - size("<total type=\"rest\"")
  }
}
