import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// Where files are.
enum LocalFiles {
  /// Whether the file system of a file belongs to this system alone: others may write what this one has not seen yet.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - device: The number that the system gives its file system.
  static func contain(_ path: String, on device: UInt64) -> Bool {
    #if canImport(Darwin)
      var system = statfs()
      return statfs(path, &system) == 0 && system.f_flags & UInt32(MNT_LOCAL) != 0
    #else
      return fileSystem(of: device).map { !isShared($0) } ?? true
    #endif
  }

  #if !canImport(Darwin)
    /// The kind of a file system, as the system lists it; `nil` where it does not.
    ///
    /// https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html
    private static func fileSystem(of device: UInt64) -> Substring? {
      let major = (device >> 8) & 0xfff | (device >> 32) & 0xffff_f000
      let minor = device & 0xff | (device >> 12) & 0xffff_ff00
      let mounts = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
      for mount in mounts.split(separator: "\n") {
        let fields = mount.split(separator: " ")
        guard fields.count > 2, fields[2] == "\(major):\(minor)",
          let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count
        else { continue }
        return fields[dash + 1]
      }
      return nil
    }

    private static func isShared(_ system: Substring) -> Bool {
      system.hasPrefix("fuse") || system.hasPrefix("nfs") || system.hasPrefix("smb")
        || sharedSystems.contains(system)
    }

    private static let sharedSystems: Set<Substring> = [
      "cifs", "9p", "virtiofs", "afs", "ceph", "lustre", "ncpfs", "coda", "ocfs2", "gfs2",
      "glusterfs", "vboxsf", "prl_fs", "beegfs",
    ]
  #endif
}
