import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

/// Connections to a server that uses TLS and appears to be on another machine.
@Suite(
  .requiresPostgres,
  .requiresServerWithTLS,
  .enabled(if: EncryptedTestServer.isAvailable, "openssl is not installed"),
  .serialized,
  .timeLimit(.hang)
) struct EncryptionTests {
  /// The single server of these tests; each test sets the certificate that it shows.
  private static let encrypted = Result { try EncryptedTestServer() }
  private let server: EncryptedTestServer

  init() throws { server = try Self.encrypted.get() }

  private func configuration(_ options: [String: String] = [:], host: String? = nil)
    -> PostgresConfiguration
  {
    var configuration = server.configuration(host: host ?? EncryptedTestServer.hostName)
    configuration.options["sslrootcert"] = server.authority
    configuration.options.merge(options) { $1 }
    return configuration
  }

  /// Returns the error of an attempt to connect; it never contains the password.
  private func refusal(_ configuration: PostgresConfiguration) throws -> PostgresError {
    let error = try failure { _ = try PostgresConnection(configuration) }
    #expect(error.code == .cannotEstablishConnection)
    #expect(!"\(error)".contains(EncryptedTestServer.password))
    return error
  }

  @Test func `a connection to a server with a certificate for its name is encrypted`() throws {
    try server.present(.valid)
    let connection = try PostgresConnection(configuration())
    #expect(connection.isEncrypted)
    let version = "SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
    #expect(try connection.execute(version).values() == [[.text("TLSv1.3")]])
  }

  @Test func `a statement on an encrypted connection is cancelled by another thread`() throws {
    try server.present(.valid)
    let connection = try PostgresConnection(configuration())
    connection.cancelOnceSleeping(observedBy: server.server.configuration())
    #expect(try failure { try connection.execute("SELECT pg_sleep(3602)") }.code == .queryCanceled)
    #expect(try connection.execute("SELECT 1").values() == [[1]])
  }

  @Test func `a certificate for another name is refused, with a fix`() throws {
    try server.present(.valid)
    let error = try refusal(configuration(host: "other.example.test"))
    #expect(error.message.contains("does not match host name \"other.example.test\""))
    #expect(error.hint?.contains("that the certificate is valid for") == true)
    // With name checks disabled, the connection succeeds.
    let unnamed = configuration(["sslmode": "verify-ca"], host: "other.example.test")
    #expect(try PostgresConnection(unnamed).isEncrypted)
  }

  @Test func `an expired certificate is refused, with a fix`() throws {
    try server.present(.expired)
    let error = try refusal(configuration())
    #expect(error.message.contains("certificate"))
    #expect(error.hint?.contains("renew it") == true)
  }

  @Test func `a certificate of an unknown authority is refused, with a fix`() throws {
    try server.present(.selfSigned)
    #expect(try refusal(configuration()).hint?.contains("sslrootcert=") == true)
    // A private authority is not among those that the system trusts either.
    try server.present(.valid)
    let error = try refusal(server.configuration())
    #expect(error.message.contains("certificate"))
    #expect(error.hint?.contains("sslrootcert=") == true)
    let missing = try refusal(configuration(["sslrootcert": "/nowhere/authority.crt"]))
    #expect(missing.hint?.contains("sslrootcert=") == true)
    // With all checks disabled, the connection succeeds.
    var unchecked = server.configuration()
    unchecked.options["sslmode"] = "require"
    #expect(try PostgresConnection(unchecked).isEncrypted)
  }

  @Test func `a remote server without TLS is refused, and nothing is sent to it`()
    throws
  {
    try server.present(.none)
    let error = try refusal(configuration())
    #expect(error.message.contains("does not support SSL"))
    #expect(error.hint?.contains("ssl = on") == true)
    var plain = configuration(["sslmode": "disable"])
    let refused = try refusal(plain)
    #expect(refused.hint?.contains("pg_hba.conf") == true)
    let superuser = try PostgresConnection(server.server.configuration())
    try superuser.execute(script: "DROP ROLE IF EXISTS plain; CREATE ROLE plain LOGIN")
    plain.options["user"] = "plain"
    #expect(try !PostgresConnection(plain).isEncrypted)
  }

  @Test func `a server on this machine needs no check`() throws {
    try server.present(.selfSigned)
    let local = server.configuration(host: "localhost", address: "127.0.0.1")
    #expect(try PostgresConnection(local).isEncrypted)
  }

  @Test func `a password is sent by SCRAM, bound to the encrypted channel`() throws {
    try server.present(.valid)
    let bound = configuration(["channel_binding": "require"])
    #expect(try PostgresConnection(bound).execute("SELECT 1").values() == [[1]])
    let superuser = try PostgresConnection(server.server.configuration())
    let kept =
      "SELECT count(*) FROM pg_authid WHERE rolname = 'shop' AND rolpassword LIKE 'SCRAM-SHA-256$%'"
    #expect(try superuser.execute(kept).values() == [[1]])
  }

  @Test func `a wrong or missing password is refused, with a fix`() throws {
    try server.present(.valid)
    let wrong = try refusal(configuration(["password": "hunter2"]))
    #expect(wrong.message.contains("password authentication failed for user \"shop\""))
    #expect(wrong.hint?.contains("PGPASSWORD") == true)
    #expect(!"\(wrong)".contains("hunter2"))
    let stranger = try refusal(configuration(["user": "nobody"]))
    #expect(stranger.message.contains("password authentication failed"))
    let none = try refusal(configuration(["password": "", "passfile": "/nowhere/passwords"]))
    #expect(none.message.contains("no password supplied"))
    #expect(none.hint?.contains("PGPASSWORD") == true)
  }

  private func certified(_ files: [String: String]) -> PostgresConfiguration {
    configuration(files.merging(["user": "certified", "password": ""]) { first, _ in first })
  }

  @Test func `a client certificate for the role replaces a password`() throws {
    try server.present(.valid)
    let scratch = try ScratchDirectory()
    let files = try server.clientCertificate("certified", in: scratch.path)
    let connection = try PostgresConnection(certified(files))
    #expect(connection.isEncrypted)
    let shown = "SELECT client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
    #expect(try connection.execute(shown).values() == [[.text("/CN=certified")]])
  }

  @Test func `a missing or foreign client certificate is refused, with a fix`()
    throws
  {
    try server.present(.valid)
    let scratch = try ScratchDirectory()
    let none = ["sslcert": "/nowhere/client.crt", "sslkey": "/nowhere/client.key"]
    for files in [
      none, try server.clientCertificate("stranger", in: scratch.path),
      try server.clientCertificate("selfMade", in: scratch.path),
    ] {
      let error = try refusal(certified(files))
      #expect(error.hint?.contains("sslcert=") == true, "\(error)")
    }
    let files = try server.clientCertificate("certified", in: scratch.path)
    let key = try #require(files["sslkey"])
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
    let readable = try refusal(certified(files))
    #expect(readable.hint?.contains("No one else may be allowed to read") == true, "\(readable)")
  }
}
