import Foundation
public import PostgreSQL

/// A test server that speaks TLS on `127.0.0.1`, with its own certificate authority and passwords.
///
/// Its role `shop` owns the database `shop` and has the password ``password``, by SCRAM. Its role
/// `certified` has no password, and logs in with a certificate for its name.
///
/// ```swift
/// let server = try EncryptedTestServer()
/// try server.present(.expired)
/// let configuration = server.configuration(host: EncryptedTestServer.hostName)
/// let connection = try PostgresConnection(configuration)
/// ```
public final class EncryptedTestServer: Sendable {
  /// The certificate that a server presents to clients.
  public enum Certificate: String, Sendable, CaseIterable {
    /// A certificate of the authority, for ``EncryptedTestServer/hostName``.
    case valid
    /// An expired certificate of the authority.
    case expired
    /// A self-signed certificate.
    case selfSigned
    /// No certificate: the server does not speak TLS.
    case none
  }

  /// Whether `openssl` is installed, which creates the certificates.
  public static let isAvailable = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/openssl")
  }

  /// The host name in the certificates.
  public static let hostName = "db.example.test"
  /// An address of this machine that does not look local: connections to it reach `127.0.0.1`.
  public static let address = "0.0.0.0"
  /// The password of the role `shop`.
  public static let password = "tea for 2"

  /// The server, whose superuser can connect by its Unix socket without a password.
  public let server: PostgresTestServer

  /// Starts the server, with a valid certificate.
  ///
  /// - Throws: ``PostgresTestServer/Unavailable`` if PostgreSQL is missing, and ``PostgresError``
  ///   if `openssl` is.
  public init() throws {
    server = try PostgresTestServer.listening()
    let connection = try PostgresConnection(server.configuration())
    // The server itself creates its files, so that they belong to the user as whom it runs.
    try connection.execute(
      script: "COPY (SELECT) TO PROGRAM '\(Self.script.replacing("'", with: "''"))'"
    )
    try connection.execute(
      script: """
        SET password_encryption = 'scram-sha-256';
        CREATE ROLE shop LOGIN PASSWORD '\(Self.password)';
        CREATE ROLE certified LOGIN;
        CREATE TABLE rules (rule text);
        INSERT INTO rules VALUES ('local all all trust'),
          ('hostssl all certified all trust clientcert=verify-full'),
          ('hostssl all all all scram-sha-256'), ('hostnossl all plain all trust');
        COPY rules TO '\(server.folder)/data/pg_hba.conf';
        """
    )
    try connection.execute(script: "CREATE DATABASE shop OWNER shop")
    try connection.execute(script: "ALTER SYSTEM SET ssl_ca_file = 'authority.crt'")
    try present(.valid)
  }

  /// The path of the authority's certificate.
  public var authority: String { server.folder + "/data/authority.crt" }

  /// Copies the certificate and key of a client to files that this process can read.
  ///
  /// - Parameters:
  ///   - name: `certified` for a certificate of the authority for that role, `stranger` for one of
  ///     the authority for another name, and `selfMade` for a self-signed one.
  ///   - folder: The folder of the copies.
  public func clientCertificate(_ name: String, in folder: String) throws -> [String: String] {
    let files = ["sslcert": "\(folder)/\(name).crt", "sslkey": "\(folder)/\(name).key"]
    for file in files.values {
      let source = "\(server.folder)/data/" + URL(fileURLWithPath: file).lastPathComponent
      try Data(contentsOf: URL(fileURLWithPath: source)).write(to: URL(fileURLWithPath: file))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    }
    return files
  }

  /// Gives the server another certificate, and waits until it presents that one.
  public func present(_ certificate: Certificate) throws {
    if try presented() == certificate { return }
    let connection = try PostgresConnection(server.configuration())
    for (name, value) in [
      ("ssl", certificate == .none ? "off" : "on"), ("ssl_cert_file", "\(certificate).crt"),
      ("ssl_key_file", "\(certificate).key"),
    ] {
      try connection.execute(script: "ALTER SYSTEM SET \(name) = '\(value)'")
    }
    try connection.execute(script: "SELECT pg_reload_conf()")
    // The main process takes note of it a moment later; the limit only ends what hangs.
    let limit = ContinuousClock.now + .seconds(300)
    while try presented() != certificate {
      guard ContinuousClock.now < limit else {
        throw PostgresTestServer.Unavailable(
          description: "The server does not present the certificate \(certificate)."
        )
      }
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  /// Returns the certificate that the server presents to new clients; `nil` before the first.
  private func presented() throws -> Certificate? {
    // Each session has the settings that the main process has when it begins.
    let connection = try PostgresConnection(server.configuration())
    let file = try connection.execute("SELECT current_setting('ssl_cert_file')")
      .first { row in try row.decode(String.self, at: 0) }
    return file.flatMap { Certificate(rawValue: $0.replacing(".crt", with: "")) }
  }

  /// Returns a configuration by which the role `shop` connects over TCP.
  ///
  /// - Parameters:
  ///   - host: The host name that the certificate must have.
  ///   - address: The address of the server; any except `127.0.0.1` counts as another machine.
  public func configuration(
    host: String = EncryptedTestServer.hostName,
    address: String = EncryptedTestServer.address
  ) -> PostgresConfiguration {
    var configuration = PostgresConfiguration()
    configuration.options = [
      "host": host, "hostaddr": address, "port": "\(server.port ?? 0)", "user": "shop",
      "dbname": "shop", "password": Self.password,
    ]
    return configuration
  }

  /// A script that creates an authority and the certificates in the server's folder.
  ///
  /// Only the server's user can read the keys.
  private static let script = """
    set -e
    key="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    openssl req -x509 $key -keyout authority.key -out authority.crt -subj "/CN=Test authority" -days 2
    echo "subjectAltName=DNS:\(hostName)" >names
    make() {
      openssl req $key -keyout $1.key -out $1.csr -subj "/CN=\(hostName)"
      openssl x509 -req -in $1.csr -CA authority.crt -CAkey authority.key -set_serial $2 -days $3 -extfile names -out $1.crt
    }
    make valid 1 2
    make expired 2 -1
    openssl req -x509 $key -keyout selfSigned.key -out selfSigned.crt -subj "/CN=\(hostName)" -days 2
    client() {
      openssl req $key -keyout $1.key -out $1.csr -subj "/CN=$1"
      openssl x509 -req -in $1.csr -CA authority.crt -CAkey authority.key -set_serial $2 -days 2 -out $1.crt
    }
    client certified 3
    client stranger 4
    openssl req -x509 $key -keyout selfMade.key -out selfMade.crt -subj "/CN=certified" -days 2
    """
}
