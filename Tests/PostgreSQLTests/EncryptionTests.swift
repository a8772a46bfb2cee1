import Foundation
import PostgreSQL
import PostgreSQLTestSupport
import Testing

/// Connections to a server that speaks TLS, which looks as if it were on another machine.
@Suite(
  .requiresPostgres,
  .enabled(if: EncryptedTestServer.isAvailable, "openssl is not installed"),
  .serialized
) struct EncryptionTests {
  /// The one server of these tests, of which each says what certificate it shows.
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

  /// The error of an attempt to connect; it never has the password.
  private func refusal(_ configuration: PostgresConfiguration) throws -> PostgresError {
    let error = try failure { _ = try PostgresConnection(configuration) }
    #expect(error.code == .cannotEstablishConnection)
    #expect(!"\(error)".contains(EncryptedTestServer.password))
    return error
  }

  @Test func `a server with a certificate for its name is connected to, encrypted`() throws {
    try server.present(.valid)
    let connection = try PostgresConnection(configuration())
    #expect(connection.isEncrypted)
    let version = "SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
    #expect(try connection.execute(version).values() == [[.text("TLSv1.3")]])
  }

  @Test func `a statement on an encrypted connection is cancelled by another thread`() throws {
    try server.present(.valid)
    let connection = try PostgresConnection(configuration())
    let id = connection.processID
    let cancellation = connection.cancellation
    let observing = server.server.configuration()
    Thread {
      guard let observer = try? PostgresConnection(observing) else { return }
      let running = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND query LIKE '%pg_sleep(62)%'"
      while (try? observer.execute(running, [.integer(Int64(id))]).count) == 0 {}
      cancellation.cancel()
    }.start()
    #expect(try failure { try connection.execute("SELECT pg_sleep(62)") }.code == .queryCanceled)
    #expect(try connection.execute("SELECT 1").values() == [[1]])
  }

  @Test func `a certificate for another name is refused, with what to do`() throws {
    try server.present(.valid)
    let error = try refusal(configuration(host: "other.example.test"))
    #expect(error.message.contains("does not match host name \"other.example.test\""))
    #expect(error.hint?.contains("for which the certificate is") == true)
    // Who says that names are not to be checked is connected.
    let unnamed = configuration(["sslmode": "verify-ca"], host: "other.example.test")
    #expect(try PostgresConnection(unnamed).isEncrypted)
  }

  @Test func `a certificate whose time is over is refused, with what to do`() throws {
    try server.present(.expired)
    let error = try refusal(configuration())
    #expect(error.message.contains("certificate"))
    #expect(error.hint?.contains("renew it") == true)
  }

  @Test func `a certificate of an unknown authority is refused, with what to do`() throws {
    try server.present(.selfSigned)
    #expect(try refusal(configuration()).hint?.contains("sslrootcert=") == true)
    // Nor is an authority of one's own among those that the system trusts.
    try server.present(.valid)
    let error = try refusal(server.configuration())
    #expect(error.message.contains("certificate"))
    #expect(error.hint?.contains("sslrootcert=") == true)
    let missing = try refusal(configuration(["sslrootcert": "/nowhere/authority.crt"]))
    #expect(missing.hint?.contains("sslrootcert=") == true)
    // Who says that nothing is to be checked is connected.
    var unchecked = server.configuration()
    unchecked.options["sslmode"] = "require"
    #expect(try PostgresConnection(unchecked).isEncrypted)
  }

  @Test func `a server elsewhere that does not speak TLS is refused, and nothing is sent to it`()
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

  @Test func `a server on this machine is connected to without a check`() throws {
    try server.present(.selfSigned)
    let local = server.configuration(host: "localhost", address: "127.0.0.1")
    #expect(try PostgresConnection(local).isEncrypted)
  }

  @Test func `a password goes by SCRAM, bound to the encrypted channel`() throws {
    try server.present(.valid)
    let bound = configuration(["channel_binding": "require"])
    #expect(try PostgresConnection(bound).execute("SELECT 1").values() == [[1]])
    let superuser = try PostgresConnection(server.server.configuration())
    let kept =
      "SELECT count(*) FROM pg_authid WHERE rolname = 'shop' AND rolpassword LIKE 'SCRAM-SHA-256$%'"
    #expect(try superuser.execute(kept).values() == [[1]])
  }

  @Test func `a wrong password is refused, and so is none, with what to do`() throws {
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
}
