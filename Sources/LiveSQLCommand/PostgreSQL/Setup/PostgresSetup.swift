import PostgreSQL

/// What has to be done on a server before live queries work: SQL, in the order in which it is run.
///
/// A value: it is told what the server has.
struct PostgresSetup: Sendable {
  /// The name of the publication that live queries read.
  static let publication = "livesql"

  /// Something to do.
  struct Step: Sendable, Equatable {
    /// What is missing, in a sentence.
    let problem: String
    /// What to run.
    let sql: String
    /// Whether only a superuser may.
    var needsSuperuser = false
    /// What to do besides.
    var note: String?
  }

  /// What to do, in its order.
  private(set) var steps: [Step] = []
  /// The tables that are left out, since their rows cannot be told apart.
  private(set) var leftOut: [PostgresTableName] = []

  /// Looks for what is missing.
  ///
  /// - Parameters:
  ///   - status: What the server has.
  ///   - wanted: The tables whose changes are to be told; all unless given.
  /// - Throws: ``CommandFailure`` for a table that is not there, or has no key.
  init(_ status: PostgresLiveStatus, tables wanted: [String] = []) throws(CommandFailure) {
    let tables = try Self.chosen(wanted, of: status)
    leftOut = tables.filter { !$0.hasIdentity }.map(\.name)
    if !wanted.isEmpty, let first = leftOut.first {
      throw CommandFailure(
        message:
          "The table \(first.shown) has no primary key. Once it is published, updates and deletes of it fail: "
          + "give it a primary key, or run ALTER TABLE \(first.sql) REPLICA IDENTITY FULL."
      )
    }
    addPublication(status, tables.filter { $0.hasIdentity && !$0.isPublished })
    addRights(status)
  }

  /// The tables of some names; all where none is given.
  static func chosen(_ wanted: [String], of status: PostgresLiveStatus)
    throws(CommandFailure) -> [PostgresLiveStatus.Table]
  {
    if wanted.isEmpty { return status.tables }
    var chosen: [PostgresLiveStatus.Table] = []
    for name in wanted {
      guard let table = status.tables.first(where: { $0.name.shown == name }) else {
        throw CommandFailure(message: "There is no table named \(name).")
      }
      chosen.append(table)
    }
    return chosen
  }

  private mutating func addPublication(
    _ status: PostgresLiveStatus,
    _ missing: [PostgresLiveStatus.Table]
  ) {
    let name = PostgresConnection.quoted(Self.publication)
    let names = missing.map(\.name.sql).joined(separator: ", ")
    let shown = missing.map(\.name.shown).joined(separator: ", ")
    if !status.hasPublication {
      let tables = missing.isEmpty ? "" : " FOR TABLE \(names)"
      steps.append(
        Step(
          problem: "There is no publication \(Self.publication).",
          sql: "CREATE PUBLICATION \(name)\(tables) WITH (publish_via_partition_root = true)"
        )
      )
    } else if !missing.isEmpty {
      steps.append(
        Step(
          problem: "Changes of \(shown) are not told.",
          sql: "ALTER PUBLICATION \(name) ADD TABLE \(names)"
        )
      )
    }
    if !status.tellsAll {
      steps.append(
        Step(
          problem: "The publication does not tell all kinds of changes.",
          sql: "ALTER PUBLICATION \(name) SET (publish = 'insert, update, delete, truncate')"
        )
      )
    }
    guard !status.isViaRoot, status.tables.contains(where: \.isPartitioned) else { return }
    steps.append(
      Step(
        problem: "Changes of partitions are told under the partitions' names.",
        sql: "ALTER PUBLICATION \(name) SET (publish_via_partition_root = true)"
      )
    )
  }

  private mutating func addRights(_ status: PostgresLiveStatus) {
    if !status.mayReplicate {
      steps.append(
        Step(
          problem: "The role \(status.role) may not read the change stream.",
          sql: "ALTER ROLE \(PostgresConnection.quoted(status.role)) REPLICATION",
          needsSuperuser: true
        )
      )
    }
    guard status.walLevel != "logical" else { return }
    steps.append(
      Step(
        problem: "The server does not write a log of rows: wal_level is \(status.walLevel).",
        sql: "ALTER SYSTEM SET wal_level = 'logical'",
        needsSuperuser: true,
        note: "Restart the server afterwards: only then the setting holds."
      )
    )
  }
}

extension PostgresTableName {
  /// The name as SQL has it.
  var sql: String { PostgresConnection.quoted(schema) + "." + PostgresConnection.quoted(name) }
}
