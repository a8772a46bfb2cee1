extension PostgresError {
  /// Returns the error for a connection that could not be opened.
  ///
  /// libpq reports no code here, and messages do not begin with one, so known parts of the text
  /// decide.
  static func refused(_ text: String) -> PostgresError {
    let lost = PostgresError.lost(text)
    var error = PostgresError(code: .cannotEstablishConnection, message: lost.message)
    error.hint = advice.first { text.contains($0.part) }?.hint
    return error
  }

  /// Hints by a part of libpq's or the server's message; the first match applies.
  private static let advice: [(part: String, hint: String)] = [
    (
      "does not match host name",
      "Connect with a host name that the certificate is valid for, or, if no one can impersonate the server, "
        + "use sslmode=verify-ca, which does not check names."
    ),
    ("valid client certificate", clientCertificate), ("alert unknown ca", clientCertificate),
    ("alert certificate", clientCertificate), ("alert bad certificate", clientCertificate),
    ("certificate authentication failed", clientCertificate), ("private key", clientCertificate),
    // With trust authentication, only a certificate's name can be refused: clientcert=verify-full.
    ("\"trust\" authentication failed", clientCertificate),
    ("certificate", authority), ("root.crt", authority),
    (
      "does not support SSL",
      "Give the server a certificate and ssl = on, or use sslmode=disable on a trusted network."
    ),
    (
      "no encryption",
      "The server may require encryption: use sslmode=verify-full. Otherwise, pg_hba.conf on the server "
        + "defines who may connect from where."
    ),
    ("no pg_hba.conf entry", "pg_hba.conf on the server defines who may connect from where."),
    ("password authentication failed", password), ("no password supplied", password),
    (
      "startup parameter: replication",
      "A pooler is in front of the server: the change stream must connect to the server directly."
    ),
    (
      "definition of service",
      "Define the service in the file that PGSERVICEFILE names, or in ~/.pg_service.conf."
    ),
  ]

  /// Hints for errors of the server that have none.
  static let hints: [SQLState: String] = [
    .invalidStatementName:
      "Behind pgbouncer in transaction mode prepared statements need version 1.21 or later and "
      + "max_prepared_statements above 0. Otherwise use its session mode, or connect to the server directly."
  ]

  private static let authority =
    "Certificates of hosts other than this machine are verified: name the authority with sslrootcert=…, or use "
    + "another sslmode. If the certificate has expired, renew it."

  private static let clientCertificate =
    "The server requires a certificate of the client: name its file by sslcert=…, and that of its key by sslkey=…. No "
    + "one else may be allowed to read the key. The certificate's common name is that of the role, and its authority "
    + "is in the server's ssl_ca_file."

  private static let password =
    "The password comes from the connection string, PGPASSWORD, the file that PGPASSFILE names, or ~/.pgpass, which no "
    + "one else may be allowed to read. The role comes from the connection string or PGUSER."
}
