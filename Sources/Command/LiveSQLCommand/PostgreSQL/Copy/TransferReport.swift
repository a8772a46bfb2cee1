import LiveSQLPostgres
import Terminal

/// The report of `livesql copy` into PostgreSQL, or out of it.
struct TransferReport: Presentable, Sendable {
  let source: String
  let summary: DatabaseCopySummary

  private var notes: [String] { summary.messages.map(\.commandText) }

  var json: JSON {
    [
      "source": .string(source),
      "tables": .array(
        summary.tables.map { table in
          [
            "name": .string(table.name), "rows": .integer(Int64(table.rowCount)),
            "checksum": .string(table.checksum), "created": .bool(table.isNew),
          ]
        }
      ), "notes": .array(notes.map { .string($0) }),
    ]
  }

  func lines(width: Int?) -> [Line] {
    let lines = summary.tables.map { table in
      var line = Line(table.name, .heading)
      line.append(
        "  \(counted(table.rowCount, "row")), checksum \(table.checksum) on both sides"
      )
      if table.wasWhole { line.append("  already there", .secondary) }
      line.append(table.hadRows ? "  added to the existing rows" : "", .secondary)
      return line
    }
    let (tables, rows) = (counted(summary.tables.count, "table"), counted(summary.rowCount, "row"))
    return lines + notes.map { Line("Note: \($0)", .warning) }
      + [Line("Copied \(tables) with \(rows).", .success)]
  }
}

/// The SQL that a copy into PostgreSQL would run.
struct DryTransfer: Presentable {
  let plan: DatabaseCopyPlan

  private var notes: [String] { plan.messages.map(\.commandText) }

  var json: JSON {
    [
      "statements": .array(plan.statements.map { .string($0) }),
      "notes": .array(notes.map { .string($0) }),
    ]
  }

  func lines(width: Int?) -> [Line] {
    plan.statements.flatMap { sql in
      (sql + ";").split(whereSeparator: \.isNewline).map { Line(String($0)) }
    } + notes.map { Line("-- \($0)", .secondary) }
  }
}
