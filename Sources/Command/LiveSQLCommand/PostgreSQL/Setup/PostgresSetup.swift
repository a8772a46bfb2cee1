import PostgreSQL
import PostgreSQLTools

/// The steps that make live queries work on a server: SQL, in the order in which to run it.
///
/// It is a value, computed from the server's status.
struct PostgresSetup: Sendable {
  /// The name of the publication that live queries read.
  static let publication = "livesql"

  /// A step of the setup.
  struct Step: Sendable, Equatable {
    /// A sentence that says what is missing.
    let problem: String
    /// The SQL to run.
    let sql: String
    /// Whether it requires a superuser.
    var needsSuperuser = false
    /// A further instruction.
    var note: String?
  }

  /// The steps, in order.
  private(set) var steps: [Step] = []
  /// Sentences about what may be missing soon.
  private(set) var warnings: [String] = []
  /// The tables that are left out because their rows have no identity.
  private(set) var leftOut: [PostgresTableName] = []
  /// The tables that the role may not read, while it may read others.
  private(set) var unreadable: [PostgresTableName] = []

  /// Determines what is missing.
  ///
  /// - Parameters:
  ///   - status: The status of the server.
  ///   - wanted: The tables whose changes are needed; all by default.
  ///   - reportingSchema: Whether schema changes are reported on their own.
  /// - Throws: ``CommandFailure`` for a table that does not exist or has no key.
  init(
    _ status: PostgresLiveStatus,
    tables wanted: [String] = [],
    reportingSchema: Bool = false
  ) throws(CommandFailure) {
    let tables = try Self.chosen(wanted, of: status)
    let unidentified = tables.filter { !$0.hasIdentity }
    let hopeless = unidentified.filter { !$0.isPublished && !$0.identity.canUseIndexes }
    leftOut = hopeless.map(\.name)
    if !wanted.isEmpty, let first = hopeless.first { throw Self.refusal(first) }
    // Their updates fail already; the others' would fail with the next step.
    steps += [
      Self.identityStep(unidentified.filter(\.isPublished)),
      Self.identityStep(unidentified.filter { !$0.isPublished && $0.identity.canUseIndexes }),
    ].compactMap(\.self)
    addPublication(
      status,
      tables.filter { !$0.isPublished && ($0.hasIdentity || $0.identity.canUseIndexes) }
    )
    addFilters(tables.filter(\.isFiltered))
    addRights(status)
    if let warning = status.standbyWarning { warnings.append(warning) }
    addReading(tables, of: status.role, areNamed: !wanted.isEmpty)
    if reportingSchema, !status.reportsSchema { steps.append(SchemaReporting.step) }
  }

  /// Returns the tables with some names; all if no name is given.
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
          problem: "Changes of \(shown) are not published.",
          sql: "ALTER PUBLICATION \(name) ADD TABLE \(names)"
        )
      )
    }
    if !status.publishesAllChanges {
      steps.append(
        Step(
          problem: "The publication does not include all kinds of changes.",
          sql: "ALTER PUBLICATION \(name) SET (publish = 'insert, update, delete, truncate')"
        )
      )
    }
    guard !status.isViaRoot, status.tables.contains(where: \.isPartitioned) else { return }
    steps.append(
      Step(
        problem: "Changes of partitions are published under the partitions' names.",
        sql: "ALTER PUBLICATION \(name) SET (publish_via_partition_root = true)"
      )
    )
  }

  /// Publishes all rows and columns of tables, since live queries need both.
  private mutating func addFilters(_ tables: [PostgresLiveStatus.Table]) {
    guard !tables.isEmpty else { return }
    let shown = tables.map(\.name.shown).joined(separator: ", ")
    let names = tables.map(\.name.sql).joined(separator: ", ")
    let name = PostgresConnection.quoted(Self.publication)
    steps.append(
      Step(
        problem: "The publication leaves out rows or columns of \(shown).",
        sql:
          "ALTER PUBLICATION \(name) DROP TABLE \(names); ALTER PUBLICATION \(name) ADD TABLE \(names)"
      )
    )
  }

  /// Grants the role the right to read tables, if it may read none of them or they were named.
  private mutating func addReading(
    _ tables: [PostgresLiveStatus.Table],
    of role: String,
    areNamed: Bool
  ) {
    let missing = tables.filter { !$0.isReadable }
    guard areNamed || missing.count == tables.count else {
      unreadable = missing.map(\.name)
      return
    }
    guard !missing.isEmpty else { return }
    let grantee = PostgresConnection.quoted(role)
    let schemas = Set(missing.filter { !$0.isInUsableSchema }.map(\.name.schema)).sorted()
    let usage = schemas.map {
      "GRANT USAGE ON SCHEMA \(PostgresConnection.quoted($0)) TO \(grantee); "
    }
    let names = missing.map(\.name.sql).joined(separator: ", ")
    steps.append(
      Step(
        problem:
          "The role \(role) may not read \(missing.map(\.name.shown).joined(separator: ", ")).",
        sql: usage.joined() + "GRANT SELECT ON \(names) TO \(grantee)",
        needsSuperuser: !missing.allSatisfy(\.mayGrant)
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
    let areLive = status.slots.contains(where: \.isActive)
    let left = status.slots.map(\.name)
    addLimit("max_replication_slots", status.slotUsage, areLive: areLive, leftSlots: left)
    // A slot that was left behind has no sender.
    addLimit("max_wal_senders", status.senderUsage, areLive: areLive, leftSlots: [])
    guard status.walLevel != "logical" else { return }
    addSetting(
      "wal_level",
      "'logical'",
      problem: "The server does not log rows: wal_level is \(status.walLevel)."
    )
  }

  /// Frees or adds slots or senders if all are in use, unless live queries themselves use some.
  ///
  /// - Parameters:
  ///   - areLive: Whether live queries use some.
  ///   - leftSlots: The slots that were left behind, and count.
  private mutating func addLimit(
    _ setting: String,
    _ usage: PostgresLiveStatus.Usage,
    areLive: Bool,
    leftSlots: [String]
  ) {
    guard usage.isExhausted else { return }
    let problem = "The server allows no more than \(usage.limit): all of \(setting) are in use"
    let higher = min(usage.limit, 1 << 20) + 10
    if areLive {
      warnings.append(
        "\(problem), also by live queries. For further processes run "
          + "ALTER SYSTEM SET \(setting) = \(higher), and restart the server."
      )
      return
    }
    if leftSlots.isEmpty {
      addSetting(setting, "\(higher)", problem: problem + ".")
    } else {
      let drops = leftSlots.map { "pg_drop_replication_slot('\($0)')" }
      steps.append(
        Step(
          problem: problem + ", some of them left behind by live queries.",
          sql: "SELECT " + drops.joined(separator: ", ")
        )
      )
    }
  }

  /// Changes a setting of the server that takes effect when it starts.
  private mutating func addSetting(_ name: String, _ value: String, problem: String) {
    steps.append(
      Step(
        problem: problem,
        sql: "ALTER SYSTEM SET \(name) = \(value)",
        needsSuperuser: true,
        note: "Then restart the server, so that the setting takes effect."
      )
    )
  }
}

extension PostgresTableName {
  /// The name in SQL.
  var sql: String { PostgresConnection.quoted(schema) + "." + PostgresConnection.quoted(name) }
}
