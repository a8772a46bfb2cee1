import Terminal

/// The report of `livesql copy` into PostgreSQL.
struct TransferReport: Presentable, Sendable {
  let source: String
  let tables: [TableCopy.Result]
  /// Notes about differences from the original.
  let notes: [String]

  var json: JSON {
    [
      "source": .string(source),
      "tables": .array(
        tables.map { table in
          [
            "name": .string(table.name), "rows": .integer(Int64(table.checksum.rowCount)),
            "checksum": .string(table.checksum.text), "created": .bool(table.isNew),
          ]
        }
      ), "notes": .array(notes.map { .string($0) }),
    ]
  }

  func lines(width: Int?) -> [Line] {
    let lines = tables.map { table in
      var line = Line(table.name, .heading)
      line.append(
        "  \(counted(table.checksum.rowCount, "row")), checksum \(table.checksum.text) on both sides"
      )
      if table.wasWhole { line.append("  already there", .secondary) }
      line.append(table.hadRows ? "  added to the existing rows" : "", .secondary)
      return line
    }
    let rows = tables.reduce(0) { $0 + $1.checksum.rowCount }
    return lines + notes.map { Line("Note: \($0)", .warning) }
      + [Line("Copied \(counted(tables.count, "table")) with \(counted(rows, "row")).", .success)]
  }
}

/// The SQL that a copy into PostgreSQL would run.
struct DryTransfer: Presentable {
  let tables: (tables: [CopiedTable], notes: [String])

  /// The schema for tables by default.
  private static let schema = "public"

  private var statements: [String] {
    let all = tables.tables
    return all.map { $0.createSQL(in: Self.schema) }
      + all.flatMap { $0.constraints(in: Self.schema) }.map(\.sql)
      + all.flatMap { $0.references(in: Self.schema, all) }.map(\.sql)
  }

  var json: JSON {
    [
      "statements": .array(statements.map { .string($0) }),
      "notes": .array(tables.notes.map { .string($0) }),
    ]
  }

  func lines(width: Int?) -> [Line] {
    statements.flatMap { sql in
      (sql + ";").split(whereSeparator: \.isNewline).map { Line(String($0)) }
    } + tables.notes.map { Line("-- \($0)", .secondary) }
  }
}
