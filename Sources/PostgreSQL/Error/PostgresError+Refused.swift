extension PostgresError {
  /// A connection that could not be opened.
  ///
  /// libpq tells no code, but that of the first error is at the front of no message; so what the text surely says is
  /// used.
  static func refused(_ text: String) -> PostgresError {
    let lost = PostgresError.lost(text)
    var error = PostgresError(code: .cannotEstablishConnection, message: lost.message)
    error.hint = advice.first { text.contains($0.part) }?.hint
    return error
  }

  /// What to do, by a part of libpq's message or the server's: the first one that it has.
  private static let advice: [(part: String, hint: String)] = [
    (
      "does not match host name",
      "Connect by a name for which the certificate is, or, where nobody can take the server's place, say "
        + "sslmode=verify-ca, which checks no name."
    ),
    ("certificate", authority), ("root.crt", authority),
    (
      "does not support SSL",
      "Give the server a certificate and ssl = on, or, on a network that nobody else reads, say sslmode=disable."
    ),
    (
      "no encryption",
      "The server may want encryption: say sslmode=verify-full. Else pg_hba.conf on the server says who may connect "
        + "from where."
    ),
    ("no pg_hba.conf entry", "pg_hba.conf on the server says who may connect from where."),
    ("password authentication failed", password), ("no password supplied", password),
    (
      "startup parameter: replication",
      "A pooler stands before the server: the change stream has to connect to the server directly."
    ),
    (
      "definition of service",
      "Services are in the file that PGSERVICEFILE names, or in ~/.pg_service.conf."
    ),
  ]

  /// What to do about an error of the server for which it has no hint.
  static let hints: [SQLState: String] = [
    .invalidStatementName:
      "Behind pgbouncer in transaction mode prepared statements need version 1.21 or later and max_prepared_statements "
      + "above 0: else let it give sessions, or connect to the server directly."
  ]

  private static let authority =
    "For hosts that are not on this machine the certificate is checked: name its authority by sslrootcert=…, or say "
    + "another sslmode. Where the certificate's time is over, renew it."

  private static let password =
    "A password comes from the connection string, PGPASSWORD, or the file that PGPASSFILE names, or ~/.pgpass, which "
    + "others may not be able to read; the role from the connection string or PGUSER."
}
