import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// Checks of where files are stored.
enum LocalFiles {
  /// Returns whether a file is on a file system that only this computer uses.
  ///
  /// On other file systems, other computers may make writes that are not yet visible here.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - device: The system's device number of its file system.
  static func isLocal(_ path: String, on device: UInt64) -> Bool {
    #if canImport(Darwin)
      var system = statfs()
      return statfs(path, &system) == 0 && system.f_flags & UInt32(MNT_LOCAL) != 0
    #else
      return fileSystem(of: device).map { !isShared($0) } ?? true
    #endif
  }

  #if !canImport(Darwin)
    /// Returns the type of a file system, or `nil` if the system does not list it.
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
