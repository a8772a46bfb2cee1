/// What `livesql postgres status` tells.
struct PostgresStatusReport: Presentable {
  let status: PostgresLiveStatus
  let setup: PostgresSetup

  var json: JSON {
    [
      "walLevel": .string(status.walLevel), "role": .string(status.role),
      "mayReplicate": .bool(status.mayReplicate), "publication": .bool(status.hasPublication),
      "published": .array(published.map { .string($0.shown) }),
      "withoutKey": .array(setup.leftOut.map { .string($0.shown) }),
      "slots": .array(
        status.slots.map { slot in
          [
            "name": .string(slot.name), "active": .bool(slot.isActive),
            "retainedBytes": .integer(Int64(slot.retainedByteCount)),
          ]
        }
      ),
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
      return head + [Line("Live queries work as \(status.role).", .success)]
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
      Line("tables whose changes are told: \(names)"),
    ] + setup.notes
  }

  private var slots: [Line] {
    guard !status.slots.isEmpty else { return [Line("slots: none, nobody watches")] }
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
  /// What is missing, with the SQL to run.
  var lines: [Line] {
    steps.flatMap { step in
      [Line(step.problem, .warning), Line("  \(step.sql);")]
        + (step.note.map { [Line("  \($0)", .secondary)] } ?? [])
    }
  }

  /// The tables that are left out.
  var notes: [Line] {
    guard !leftOut.isEmpty else { return [] }
    let names = leftOut.map(\.shown).joined(separator: ", ")
    return [
      Line(
        "left out, since they have no primary key and updates of them would fail: \(names)",
        .secondary
      )
    ]
  }
}
