import PostgreSQLTools
import Terminal

/// The report of `livesql postgres status`.
struct PostgresStatusReport: Presentable {
  let status: PostgresLiveStatus
  let setup: PostgresSetup

  var json: JSON {
    [
      "walLevel": .string(status.walLevel), "role": .string(status.role),
      "mayReplicate": .bool(status.mayReplicate), "publication": .bool(status.hasPublication),
      "published": .array(published.map { .string($0.shown) }),
      "unreadable": .array(setup.unreadable.map { .string($0.shown) }),
      "withoutKey": .array(setup.leftOut.map { .string($0.shown) }),
      "slots": .array(
        status.slots.map { slot in
          [
            "name": .string(slot.name), "active": .bool(slot.isActive),
            "retainedBytes": .integer(Int64(slot.retainedByteCount)),
          ]
        }
      ),
      "warnings": .array(setup.warnings.map { .string($0) }),
      "missing": .array(
        setup.steps.map { ["problem": .string($0.problem), "sql": .string($0.sql)] }
      ),
    ]
  }

  private var published: [PostgresTableName] {
    status.tables.filter(\.isPublished).map(\.name)
  }

  func lines(width: Int?) -> [Line] {
    let head = facts + slots
    guard !setup.steps.isEmpty else {
      return head + [Line("The role \(status.role) is ready for live queries.", .success)]
    }
    return head + ["", Line("Missing", .heading)] + setup.lines
  }

  private var facts: [Line] {
    let names = published.isEmpty ? "none" : published.map(\.shown).joined(separator: ", ")
    return [
      Line("wal_level: \(status.walLevel)"),
      Line("role: \(status.role), which may\(status.mayReplicate ? "" : " not") read changes"),
      Line(
        "publication \(PostgresSetup.publication): \(status.hasPublication ? "there" : "missing")"
      ),
      Line("tables whose changes are reported: \(names)"),
      Line(
        "slots in use: \(status.slotUsage.count) of \(status.slotUsage.limit), "
          + "senders: \(status.senderUsage.count) of \(status.senderUsage.limit)"
      ),
    ] + setup.notes
  }

  private var slots: [Line] {
    guard !status.slots.isEmpty else { return [Line("slots: none, no one watches")] }
    return status.slots.map { slot in
      let state = slot.isActive ? "in use" : "left behind"
      return Line(
        "slot \(slot.name): \(state), keeps \(grouped(slot.retainedByteCount)) bytes of log",
        slot.isActive ? .plain : .warning
      )
    }
  }
}

extension PostgresSetup {
  /// The missing parts, with the SQL to run.
  var lines: [Line] {
    steps.flatMap { step in
      [Line(step.problem, .warning), Line("  \(step.sql);")]
        + (step.note.map { [Line("  \($0)", .secondary)] } ?? [])
    }
  }

  /// The tables that are left out, those that the role may not read, and warnings.
  var notes: [Line] {
    func line(_ text: String, _ names: [PostgresTableName]) -> [Line] {
      if names.isEmpty { return [] }
      return [Line("\(text): \(names.map(\.shown).joined(separator: ", "))", .secondary)]
    }
    return line(
      "left out, since they have no primary key that is checked at once, and updates of them would fail",
      leftOut
    ) + line("not readable by the role, so that live queries on them fail", unreadable)
      + warnings.map { Line($0, .warning) }
  }
}
