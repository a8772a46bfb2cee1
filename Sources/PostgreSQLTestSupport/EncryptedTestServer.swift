import Foundation
public import PostgreSQL

/// A server of the tests' own that speaks TLS on `127.0.0.1`, with certificates of an authority of its own, and asks for
/// passwords there.
///
/// Its role `shop` has the password ``password``, by SCRAM, and the database `shop`.
///
/// ```swift
/// let server = try EncryptedTestServer()
/// try server.present(.expired)
/// let connection = try PostgresConnection(server.configuration(host: EncryptedTestServer.hostName))
/// ```
public final class EncryptedTestServer: Sendable {
  /// What a server shows to who connects.
  public enum Certificate: String, Sendable, CaseIterable {
    /// One of the authority, for ``EncryptedTestServer/hostName``.
    case valid
    /// One of the authority whose time is over.
    case expired
    /// One that it has made itself.
    case selfSigned
    /// None: it does not speak TLS.
    case none
  }

  /// Whether `openssl` is here, which makes the certificates.
  public static let isAvailable = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/openssl")
  }

  /// The name for which the certificates are.
  public static let hostName = "db.example.test"
  /// An address of this machine that looks like one of another: connections to it come to `127.0.0.1`.
  public static let address = "0.0.0.0"
  /// The password of the role `shop`.
  public static let password = "tea for 2"

  /// The server itself: its superuser may come by its Unix socket, without a password.
  public let server: PostgresTestServer

  /// Starts it, with a valid certificate.
  ///
  /// - Throws: ``PostgresTestServer/Unavailable`` where PostgreSQL is missing, and ``PostgresError`` where `openssl` is.
  public init() throws {
    server = try PostgresTestServer.listening()
    let connection = try PostgresConnection(server.configuration())
    // The server itself makes its files, so that they are those of the user as whom it runs.
    try connection.execute(
      script: "COPY (SELECT) TO PROGRAM '\(Self.script.replacing("'", with: "''"))'"
    )
    try connection.execute(
      script: """
        SET password_encryption = 'scram-sha-256';
        CREATE ROLE shop LOGIN PASSWORD '\(Self.password)';
        CREATE TABLE rules (rule text);
        INSERT INTO rules VALUES ('local all all trust'), ('hostssl all all all scram-sha-256'),
          ('hostnossl all plain all trust');
        COPY rules TO '\(server.folder)/data/pg_hba.conf';
        """
    )
    try connection.execute(script: "CREATE DATABASE shop OWNER shop")
    try present(.valid)
  }

  /// The file with the certificate of the authority.
  public var authority: String { server.folder + "/data/authority.crt" }

  /// Starts the server again with another certificate.
  public func present(_ certificate: Certificate) throws {
    let connection = try PostgresConnection(server.configuration())
    for (name, value) in [
      ("ssl", certificate == .none ? "off" : "on"), ("ssl_cert_file", "\(certificate).crt"),
      ("ssl_key_file", "\(certificate).key"),
    ] {
      try connection.execute(script: "ALTER SYSTEM SET \(name) = '\(value)'")
    }
    connection.close()
    guard server.control(.restart) else {
      throw PostgresTestServer.Unavailable(description: "The server did not start again.")
    }
  }

  /// How the role `shop` connects to it by TCP.
  ///
  /// - Parameters:
  ///   - host: The name that the certificate has to have.
  ///   - address: Where the server is; what is not `127.0.0.1` counts as another machine.
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

  /// Makes an authority and the certificates, in the server's folder; only who runs the server may read their keys.
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
    """
}
