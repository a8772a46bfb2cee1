import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

/// The defaults for what a connection string leaves out: each test connects in a separate process,
/// whose environment it may change.
@Suite(
  .requiresPostgres,
  .requiresServerWithTLS,
  .enabled(if: EncryptedTestServer.isAvailable, "openssl is not installed"),
  .timeLimit(.hang)
) struct EnvironmentTests {
  private static let encrypted = Result { try EncryptedTestServer() }
  private let scratch: ScratchDirectory
  private let server: EncryptedTestServer
  private var port: String { "\(server.server.port ?? 0)" }

  init() throws {
    scratch = try ScratchDirectory()
    server = try Self.encrypted.get()
  }

  private func write(_ text: String, to name: String) throws -> String {
    let path = scratch.path(of: name)
    try Data(text.utf8).write(to: URL(filePath: path))
    // libpq ignores password files that others can read.
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }

  /// The variables that name the server and the role.
  private var variables: [String: String] {
    [
      "PGHOST": EncryptedTestServer.hostName, "PGHOSTADDR": EncryptedTestServer.address,
      "PGPORT": port, "PGUSER": "shop", "PGDATABASE": "shop", "PGSSLROOTCERT": server.authority,
    ]
  }

  private func expectConnection(
    _ variables: [String: String],
    by text: String = "",
    prints expected: String = "shop shop true LiveSQL",
    _ location: SourceLocation = #_sourceLocation
  ) async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent, \.standardErrorContent],
      sourceLocation: location
    ) { [text = text as String, variables = variables as [String: String]] in
      connect(text, variables)
    }
    let output = try #require(result, sourceLocation: location)
    let lines = String(decoding: output.standardOutputContent, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains { $0.contains(expected) }, "\(lines)", sourceLocation: location)
    let errors = String(decoding: output.standardErrorContent, as: UTF8.self)
    #expect(!errors.contains(EncryptedTestServer.password), sourceLocation: location)
  }

  @Test func `the environment can supply everything`() async throws {
    let password = ["PGPASSWORD": EncryptedTestServer.password, "PGAPPNAME": "till"]
    try await expectConnection(
      variables.merging(password) { $1 },
      prints: "shop shop true till"
    )
  }

  @Test func `a URL overrides the environment, which supplies the rest`() async throws {
    let other = ["PGPASSWORD": EncryptedTestServer.password, "PGUSER": "somebody", "PGPORT": "1"]
    try await expectConnection(
      variables.merging(other) { $1 },
      by: "postgres://shop@/?port=\(port)"
    )
  }

  @Test func `a password is read from the password file by host, port, database and role`()
    async throws
  {
    let passwords = try write(
      """
      \(EncryptedTestServer.hostName):\(port):*:somebody:wrong
      \(EncryptedTestServer.hostName):\(port):shop:shop:\(EncryptedTestServer.password)
      *:*:*:*:wrong
      """,
      to: "passwords"
    )
    try await expectConnection(variables.merging(["PGPASSFILE": passwords]) { $1 })
    let refused = try write("*:*:*:shop:wrong\n", to: "wrong")
    try await expectConnection(
      variables.merging(["PGPASSFILE": refused]) { $1 },
      prints: "password authentication failed for user \"shop\""
    )
  }

  @Test func `a service file can supply everything, by a variable or a keyword`() async throws {
    let services = try write(
      """
      [shop]
      host=\(EncryptedTestServer.hostName)
      hostaddr=\(EncryptedTestServer.address)
      port=\(port)
      user=shop
      dbname=shop
      password=\(EncryptedTestServer.password)
      sslrootcert=\(server.authority)

      [plain]
      sslmode=disable
      """,
      to: "services"
    )
    let file = ["PGSERVICEFILE": services]
    try await expectConnection(file.merging(["PGSERVICE": "shop"]) { $1 })
    try await expectConnection(file, by: "service=shop")
    try await expectConnection(file, by: "postgres:///?service=shop")
    // What a service says of encryption holds too.
    try await expectConnection(
      variables.merging(file) { $1 }.merging(["PGPASSWORD": "x"]) { $1 },
      by: "service=plain",
      prints: "no encryption"
    )
    try await expectConnection(file, by: "service=nowhere", prints: "PGSERVICEFILE")
  }

  @Test func `the environment's setting for encryption is used`() async throws {
    let password = ["PGPASSWORD": EncryptedTestServer.password]
    let variables = variables.merging(password) { $1 }
    try await expectConnection(
      variables.merging(["PGSSLMODE": "disable"]) { $1 },
      prints: "no encryption"
    )
    try await expectConnection(
      variables.merging(["PGSSLROOTCERT": "/nowhere"]) { $1 },
      prints: "sslrootcert=…"
    )
    try await expectConnection(
      variables.merging(["PGSSLROOTCERT": "/nowhere", "PGSSLMODE": "require"]) { $1 }
    )
  }
}

/// Connects with an environment that has only the given variables, and prints the outcome, without
/// a password.
private func connect(_ text: String, _ variables: [String: String]) {
  for name in ProcessInfo.processInfo.environment.keys where name.hasPrefix("PG") { unsetenv(name) }
  for (name, value) in variables { setenv(name, value, 1) }
  do {
    let connection = try PostgresConnection(PostgresConfiguration(text))
    let sql =
      "SELECT current_user::text, current_database()::text, current_setting('application_name')"
    let texts = try connection.execute(sql).map { row in
      try (0..<3).map { try row.decode(String.self, at: $0) }
    }
    print(texts[0][0], texts[0][1], connection.isEncrypted, texts[0][2])
  } catch {
    print("\(error)".replacing("\n", with: " "))
  }
}
