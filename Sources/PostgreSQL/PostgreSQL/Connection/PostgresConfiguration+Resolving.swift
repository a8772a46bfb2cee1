import CPostgreSQL
import DatabaseTypes

/// The keywords with which a connection is opened.
struct ConnectionKeywords {
  var keywords: [(name: String, value: String)]
  /// The passwords, from whatever source.
  private var passwords: [String] = []

  /// Creates the keywords for a configuration, with defaults that make the connection safe.
  ///
  /// - Throws: ``PostgresError`` if the connection string cannot be parsed.
  init(_ configuration: PostgresConfiguration) throws(PostgresError) {
    try PostgresLibrary.require()
    let said = try Self.parsed(configuration.connectionString)
    // libpq accepts a text with several keywords under this name, and later keywords win.
    keywords = [("dbname", configuration.connectionString)]
    keywords += configuration.options.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    guard !keywords.contains(where: { $0.name.utf8.contains(0) || $0.value.utf8.contains(0) })
    else { throw Self.refused }
    let resolved = try Self.resolved(keywords)
    passwords = ["password", "sslpassword"].compactMap { resolved[$0] }
    func isSaid(_ name: String) -> Bool { said[name] != nil || configuration.options[name] != nil }
    if !isSaid("fallback_application_name") {
      keywords.append(("fallback_application_name", configuration.applicationName))
    }
    if let timeout = configuration.connectTimeout, resolved["connect_timeout"] == nil {
      let seconds = (timeout.wholeMilliseconds + 999) / 1_000
      keywords.append(("connect_timeout", "\(max(2, seconds))"))
    }
    for (name, value) in Self.liveness where resolved[name] == nil {
      keywords.append((name, value))
    }
    keywords.append(("client_encoding", "UTF8"))
    keywords.append(("gssencmode", "disable"))
    addSecurity(said: isSaid, resolved: resolved)
  }

  /// Settings that detect a silent failure of the server or network within half a minute.
  ///
  /// They apply unless the configuration overrides them.
  ///
  /// The system's defaults are two hours for an idle connection, and a quarter of an hour for one
  /// that sends.
  private static let liveness = [
    ("keepalives_idle", "15"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
    ("tcp_user_timeout", "30000"),
  ]

  /// Requires a verified certificate if the server is on another machine and no mode was chosen.
  ///
  /// libpq's default, `prefer`, verifies nothing. A service file that chooses `prefer` cannot be
  /// distinguished from the default.
  private mutating func addSecurity(said: (String) -> Bool, resolved: [String: String]) {
    let mode = resolved["sslmode"] ?? "prefer"
    let isDefault = !said("sslmode") && mode == "prefer" && Environment["PGSSLMODE"] == nil
    if isDefault, !Self.isLocal(resolved) { keywords.append(("sslmode", "verify-full")) }
    let isChecked = (isDefault && !Self.isLocal(resolved)) || mode.hasPrefix("verify")
    guard isChecked, resolved["sslrootcert"] == nil, !Environment.hasOwnRootCertificates,
      let bundle = CertificateBundle.path
    else { return }
    keywords.append(("sslrootcert", bundle))
  }

  /// Returns whether all hosts are this machine.
  ///
  /// Each item of `hostaddr` that is not empty takes the place of the item of `host` beside it.
  static func isLocal(_ options: [String: String]) -> Bool {
    func all(_ name: String) -> [Substring] {
      // By bytes, as libpq does: a comma with a combining accent is one `Character`.
      let parts = options[name]?.utf8
        .split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      return (parts ?? []).map { Substring($0) }
    }
    let hosts = all("host")
    let addresses = all("hostaddr")
    return (0..<max(hosts.count, addresses.count)).allSatisfy { index in
      let address = index < addresses.count ? addresses[index] : ""
      return isLocal(address.isEmpty && index < hosts.count ? hosts[index] : address)
    }
  }

  /// Returns whether one host, which may be empty for the default socket, is this machine.
  private static func isLocal(_ host: Substring) -> Bool {
    host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost"
      || host == "::1" || host.wholeMatch(of: /127\.\d+\.\d+\.\d+/) != nil
  }

  private static var refused: PostgresError {
    PostgresError(
      code: .cannotEstablishConnection,
      message: "The connection string could not be parsed.",
      hint:
        "Write postgres://user@host:port/database, or host=… dbname=…, and percent-encode special "
        + "characters in a URL."
    )
  }

  /// Returns the keywords that a connection string contains.
  ///
  /// libpq's own message is not passed on, because it quotes parts of the string.
  private static func parsed(_ text: String) throws(PostgresError) -> [String: String] {
    guard !text.utf8.contains(0) else { throw refused }
    // libpq would take a text in neither format for a database name.
    if text.isEmpty { return [:] }
    var message: UnsafeMutablePointer<CChar>?
    let options = unsafe livesql_PQconninfoParse(text, &message)
    unsafe livesql_PQfreemem(message)
    guard let options = unsafe options else { throw refused }
    defer { unsafe livesql_PQconninfoFree(options) }
    return unsafe values(of: options)
  }

  /// Returns the keywords with the environment, the service file and the defaults applied.
  ///
  /// libpq reports these only for a connection. One that fails before anything is sent is enough,
  /// so a keyword gets an invalid value.
  private static func resolved(_ keywords: [(name: String, value: String)]) throws(PostgresError)
    -> [String: String]
  {
    let refused = keywords + [("channel_binding", "livesql-asks-for-the-defaults")]
    let connection = unsafe ConnectionKeywords.withPointers(refused) {
      unsafe livesql_PQconnectStartParams($0, $1, 1)
    }
    guard let connection = unsafe connection else { throw .lost("libpq ran out of memory.") }
    defer { unsafe livesql_PQfinish(connection) }
    guard let options = unsafe livesql_PQconninfo(connection) else { return [:] }
    defer { unsafe livesql_PQconninfoFree(options) }
    return unsafe values(of: options)
  }

  private static func values(of options: UnsafeMutablePointer<livesql_PQconninfoOption>)
    -> [String: String]
  {
    var values: [String: String] = [:]
    var option = unsafe options
    while let keyword = unsafe option.pointee.keyword {
      if let value = unsafe option.pointee.val {
        let text = unsafe String(cString: value)
        if !text.isEmpty { values[unsafe String(cString: keyword)] = text }
      }
      unsafe option += 1
    }
    return values
  }
}

extension ConnectionKeywords {
  /// Returns a message of libpq or the server without the passwords, which a server may quote.
  func withoutSecrets(_ message: String) -> String {
    let secrets = keywords.filter { $0.name == "password" || $0.name == "sslpassword" }.map(\.value)
    return (secrets + passwords).filter { !$0.isEmpty }.reduce(message) {
      $0.replacingBytes(of: $1, with: "…")
    }
  }

  /// Calls a closure with the keywords in the form that libpq expects.
  func withPointers<Result>(
    _ body: (
      UnsafeMutablePointer<UnsafePointer<CChar>?>?, UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> Result
  ) -> Result {
    unsafe Self.withPointers(keywords, body)
  }

  static func withPointers<Result>(
    _ keywords: [(name: String, value: String)],
    _ body: (
      UnsafeMutablePointer<UnsafePointer<CChar>?>?, UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> Result
  ) -> Result {
    var bytes: [CChar] = []
    var starts: [Int] = []
    for text in keywords.flatMap({ [$0.name, $0.value] }) {
      starts.append(bytes.count)
      bytes += text.utf8CString
    }
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      let texts = unsafe starts.map { start in unsafe bytes.baseAddress.map { unsafe $0 + start } }
      var names: [UnsafePointer<CChar>?] = unsafe stride(from: 0, to: texts.count, by: 2)
        .map { unsafe texts[$0] }
      var values: [UnsafePointer<CChar>?] = unsafe stride(from: 1, to: texts.count, by: 2)
        .map { unsafe texts[$0] }
      unsafe names.append(nil)
      unsafe values.append(nil)
      return unsafe body(&names, &values)
    }
  }
}
