import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// The current boot of the system.
enum SystemBoot {
  /// Sixteen bytes that identify the current boot; `nil` if the system does not provide them.
  static let identity: [UInt8]? = text.flatMap(UUID.init(uuidString:)).map {
    withUnsafeBytes(of: $0.uuid) { Array($0) }
  }

  #if canImport(Darwin)
    private static var text: String? {
      var buffer = [CChar](repeating: 0, count: 64)
      var count = buffer.count
      guard sysctlbyname("kern.bootsessionuuid", &buffer, &count, nil, 0) == 0 else { return nil }
      return String(
        decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
        as: UTF8.self
      )
    }
  #else
    private static var text: String? {
      let file = "/proc/sys/kernel/random/boot_id"
      return (try? String(contentsOfFile: file, encoding: .utf8))?
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
  #endif
}
