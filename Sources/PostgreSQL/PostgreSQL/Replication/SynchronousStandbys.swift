/// The standbys that commits may wait for, as the setting `synchronous_standby_names` lists them.
///
/// The server counts every connection that streams its log as a standby, by its application name: a
/// change stream, too. So a commit that waits for a standby may be confirmed by a change stream
/// alone, although no replica has it.
///
/// https://www.postgresql.org/docs/current/runtime-config-replication.html
package struct SynchronousStandbys: Sendable, Hashable {
  /// The names in the list; `*` stands for any.
  package private(set) var names: [String] = []

  /// Parses the setting: `a, "b"`, `2 (a, b)`, `FIRST 2 (a, b)` or `ANY 2 (a, b)`.
  package init(_ setting: String) {
    var (name, isQuoted) = ([UInt8](), false)
    func text(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }
    for byte in setting.utf8 {
      switch byte {
      // In quotes, a doubled quotation mark stands for one.
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        if isQuoted, !name.isEmpty { name.append(byte) }
      case _ where isQuoted: name.append(byte)
      // What precedes the list is the number of standbys.
      case UInt8(ascii: "("): name = []
      case UInt8(ascii: ","):
        names.append(text(name))
        name = []
      case UInt8(ascii: ")"), UInt8(ascii: " "), 9...13: break
      default: name.append(byte)
      }
    }
    if !name.isEmpty { names.append(text(name)) }
  }

  /// Returns whether connections with an application name count as standbys.
  package func include(_ applicationName: String) -> Bool {
    names.contains { $0 == "*" || $0.lowercased() == applicationName.lowercased() }
  }

  /// A sentence about a change stream that counts as a standby, with what to write instead.
  ///
  /// - Parameter setting: The value of `synchronous_standby_names`.
  package static func warning(setting: String) -> String {
    "synchronous_standby_names is '\(setting)', so that a change stream counts as a "
      + "synchronous standby: a commit may be confirmed although no replica has it. Name the replicas: "
      + "ALTER SYSTEM SET synchronous_standby_names = 'replica1, replica2'; SELECT pg_reload_conf()"
  }
}

extension PostgresConnection {
  /// Returns a warning if the server will count this connection as a synchronous standby.
  func standbyWarning() throws(PostgresError) -> String? {
    let rows = try run(
      """
      SELECT pg_catalog.current_setting('synchronous_standby_names'),
        pg_catalog.current_setting('application_name')
      """
    )
    let setting = rows.text(row: 0, column: 0) ?? ""
    let isIncluded = SynchronousStandbys(setting).include(rows.text(row: 0, column: 1) ?? "")
    return isIncluded ? SynchronousStandbys.warning(setting: setting) : nil
  }
}
