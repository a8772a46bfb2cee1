import PostgreSQLTestSupport
import Testing

@testable import PostgreSQL

@Suite struct ConfigurationTests {
  @Test func `configurations show no password`() throws {
    let configuration = PostgresConfiguration("postgres://me:hunter2@/shop?host=/nowhere")
    var text = "\(configuration) \(String(reflecting: configuration))"
    dump(configuration, to: &text)
    #expect(!text.contains("hunter2"))
  }

  @Test(.requiresPostgresLibrary)
  func `the error for a server that cannot be reached shows no password`() throws {
    let configuration = PostgresConfiguration("postgres://me:hunter2@/shop?host=/nowhere")
    let error = try failure { _ = try PostgresConnection(configuration) }
    #expect(error.code == .cannotEstablishConnection)
    #expect(!"\(error)".contains("hunter2"))
  }

  @Test(
    .requiresPostgresLibrary,
    arguments: [
      "postgres://me:hunter2%@host/db", "password = 'hunter2", "hunter2", "nonsense=hunter2",
      "host=a\0b",
    ]
  )
  func `an invalid connection string is refused without being shown`(text: String) throws {
    let error = try failure { _ = try PostgresConnection(PostgresConfiguration(text)) }
    #expect(error.message == "The connection string could not be parsed.")
    #expect(!"\(error)".contains("hunter2"))
  }

  private func keywords(_ text: String, _ options: [String: String] = [:]) throws -> [String:
    String]
  {
    var configuration = PostgresConfiguration(text)
    configuration.options = options
    let keywords = try ConnectionKeywords(configuration).keywords
    return Dictionary(keywords.map { ($0.name, $0.value) }) { _, last in last }
  }

  @Test(
    .requiresPostgresLibrary,
    arguments: [
      "postgres://db.example.org/shop", "host=db.example.org,localhost", "hostaddr=10.0.0.7",
      "host=localhost hostaddr=10.0.0.7", "host=localhost,db.example.org hostaddr=127.0.0.1,",
      "host=db.example.org,localhost hostaddr=,127.0.0.1", "host=,db.example.org",
      "host=/tmp,\u{301}db.example.org",
    ]
  )
  func `the certificate of a remote server is checked`(text: String) throws {
    let keywords = try keywords(text)
    #expect(keywords["sslmode"] == "verify-full")
    #expect(keywords["sslrootcert"] == CertificateBundle.path || Environment.hasOwnRootCertificates)
    #expect(keywords["gssencmode"] == "disable")
    #expect(keywords["client_encoding"] == "UTF8")
  }

  @Test(
    .requiresPostgresLibrary,
    arguments: [
      "postgres:///shop", "", "host=/run/postgresql", "host=localhost",
      "postgres://127.0.0.1:5433/x",
      "host=::1", "host=db.example.org hostaddr=127.0.0.1",
      "host=localhost,db.example.org hostaddr=,127.0.0.1", "host=,localhost",
    ]
  )
  func `a server on this machine is not asked for a certificate`(text: String) throws {
    #expect(try keywords(text)["sslmode"] == nil)
  }

  @Test(.requiresPostgresLibrary)
  func `an explicit setting for encryption is kept`() throws {
    #expect(try keywords("host=db.example.org sslmode=require")["sslmode"] == nil)
    #expect(try keywords("host=db.example.org", ["sslmode": "prefer"])["sslmode"] == "prefer")
    let own = try keywords("host=db.example.org sslmode=verify-ca sslrootcert=/mine")
    #expect(own["sslrootcert"] == nil)
    let checked = try keywords("host=db.example.org sslmode=verify-ca")
    #expect(checked["sslrootcert"] == CertificateBundle.path || Environment.hasOwnRootCertificates)
  }

  @Test(.requiresPostgresLibrary)
  func `the connection timeout is in whole seconds, at least two`() throws {
    #expect(try keywords("")["connect_timeout"] == "10")
    #expect(try keywords("connect_timeout=3")["connect_timeout"] == nil)
    var configuration = PostgresConfiguration()
    configuration.connectTimeout = .milliseconds(2_500)
    let keywords = try ConnectionKeywords(configuration).keywords
    #expect(keywords.contains { $0 == ("connect_timeout", "3") })
  }

  @Test func `an error for a missing or incomplete library says what to install`() {
    let missing = PostgresLibrary.load(["libpq-that-nobody-has.so"])
    #expect(missing?.contains("was not found (libpq-that-nobody-has.so)") == true)
    #expect(missing?.contains("install") == true)
  }
}
