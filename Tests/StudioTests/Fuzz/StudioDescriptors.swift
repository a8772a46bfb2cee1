import Foundation

/// The descriptors that a studio of this process holds; those of other tests do not count.
struct StudioDescriptors: CustomStringConvertible {
  /// The number of open files whose paths begin with that of the database.
  let files: Int
  /// The number of sockets with the port of the server, which are those of its side.
  let sockets: Int

  var description: String { "\(files) files, \(sockets) sockets" }

  /// Why a test that counts them is skipped; `nil` where they are counted.
  static var obstacle: String? {
    let isThere = ["/proc/self/fd", "/proc/net/tcp"].allSatisfy {
      FileManager.default.fileExists(atPath: $0)
    }
    return isThere ? nil : "the system has no /proc, which lists descriptors"
  }

  /// Counts them.
  init(path: String, port: UInt16) {
    let links = Self.links()
    let sockets = Self.sockets(port: port)
    files = links.count(where: { $0.hasPrefix(path) })
    self.sockets = links.count(where: { sockets.contains($0) })
  }

  /// The targets of all descriptors.
  private static func links() -> [String] {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    // The descriptor by which the folder was listed is closed again, and has no target.
    return names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
  }

  /// The sockets of a local port, as the links of descriptors name them.
  /// https://www.kernel.org/doc/html/latest/networking/proc_net_tcp.html
  private static func sockets(port: UInt16) -> Set<String> {
    let text = (try? String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)) ?? ""
    let digits = String(port, radix: 16, uppercase: true)
    let suffix = ":" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    let lines = text.split(separator: "\n").dropFirst().map { $0.split(separator: " ") }
    return Set(
      lines.filter { $0.count > 9 && $0[1].hasSuffix(suffix) }.map { "socket:[\($0[9])]" }
    )
  }
}
