import LiveSQLPostgres
import PostgreSQLDatabase
import PostgreSQLTools
import Terminal

/// The tables of a PostgreSQL database, one per line, and its enumerations.
struct PostgresSchemaOverview: Presentable {
  let schema: PostgresSchema

  var json: JSON {
    [
      "tables": .array(schema.tables.map(\.json)),
      "enums": .array(
        schema.enums.map { type in
          [
            "name": .string(type.name), "schema": .string(type.schema),
            "values": .array(type.values.map { .string($0) }),
          ]
        }
      ),
    ]
  }

  func lines(width: Int?) -> [Line] {
    if schema.tables.isEmpty { return [Line("The database has no tables.", .secondary)] }
    let enums = schema.enums.map { type in
      var line = Line(shownName(type.name, schema: type.schema), .heading)
      line.append(" enum", .secondary)
      line.append(" (\(type.values.joined(separator: ", ")))")
      return line
    }
    return (schema.tables.map(\.line) + enums).map { line in
      width.map { line.truncated(to: $0) } ?? line
    }
  }
}

/// The details of one table of a PostgreSQL database.
struct PostgresSchemaDetail: Presentable {
  let table: PostgresTableInfo

  var json: JSON { ["tables": [table.json]] }

  func lines(width: Int?) -> [Line] {
    var lines = [Line("\(table.kind.name) \(table.shownName)", .heading)]
    if let parent = table.partitionOf { lines.append(Line("  a partition of \(parent)")) }
    lines += table.columns.map { $0.line(isKey: table.isKey($0.name)) }
    lines += section("Indexes", table.indexes.map(\.text))
    lines += section("Foreign keys", table.foreignKeys.map(\.text))
    if let sql = table.definition {
      lines += [Line(), Line("SQL", .secondary)]
      lines += sql.split(whereSeparator: \.isNewline).map { Line(String($0)) }
    }
    return lines
  }

  private func section(_ title: String, _ texts: [String]) -> [Line] {
    texts.isEmpty ? [] : [Line(), Line(title, .secondary)] + texts.map { Line("  " + $0) }
  }
}

/// Returns a name as shown to people: with its schema, unless that is `public`.
func shownName(_ name: String, schema: String) -> String {
  shownPostgresName(name, schema: schema)
}

extension PostgresTableInfo {
  /// The name as shown to people.
  var shownName: String { LiveSQLCommand.shownName(name, schema: schema) }

  func isKey(_ column: String) -> Bool { primaryKey?.columns.contains(column) == true }

  fileprivate var line: Line {
    var line = Line(shownName, .heading)
    line.append(kind == .table ? "" : " \(kind.name)", .secondary)
    line.append(" (\(columns.map(\.name).joined(separator: ", ")))")
    return line
  }

  fileprivate var json: JSON {
    [
      "name": .string(name), "schema": .string(schema), "kind": .string(kind.name),
      "columns": .array(columns.map(columnJSON)),
      "primaryKey": .array((primaryKey?.columns ?? []).map { .string($0) }),
      "indexes": .array(indexes.map(\.json)), "foreignKeys": .array(foreignKeys.map(\.json)),
      "partitionOf": partitionOf.map { .string($0) } ?? .null,
      "sql": definition.map { .string($0) } ?? .null,
    ]
  }

  private func columnJSON(_ column: PostgresColumnInfo) -> JSON {
    let place = primaryKey?.columns.firstIndex(of: column.name).map { $0 + 1 } ?? 0
    let expression = column.defaultExpression ?? column.generatedExpression
    return [
      "name": .string(column.name), "type": .string(column.type),
      "notNull": .bool(!column.isNullable), "default": expression.map { .string($0) } ?? .null,
      "primaryKey": .integer(Int64(place)), "generated": .bool(column.generatedExpression != nil),
      "identity": .bool(column.identity != nil),
    ]
  }
}

extension PostgresColumnInfo {
  fileprivate func line(isKey: Bool) -> Line {
    var line = Line("  \(name)")
    line.append(" \(type)", .secondary)
    var notes: [String] = []
    if isKey { notes.append("primary key") }
    if let identity { notes.append("identity\(identity == .always ? " always" : "")") }
    if !isNullable { notes.append("not null") }
    if let defaultExpression { notes.append("default \(defaultExpression)") }
    if let generatedExpression { notes.append("generated \(generatedExpression)") }
    if let collation { notes.append("collate \(collation)") }
    for note in notes { line.append("  \(note)", .secondary) }
    return line
  }
}

extension PostgresIndexInfo {
  fileprivate var text: String {
    let method = method == "btree" ? "" : " \(method)"
    let condition = condition.map { " where \($0)" } ?? ""
    return "\(name) (\(keys.joined(separator: ", ")))\(method)\(isUnique ? " unique" : "")"
      + "\(condition)\(isValid ? "" : " not valid")"
  }

  fileprivate var json: JSON {
    [
      "name": .string(name), "columns": .array(keys.map { .string($0) }),
      "method": .string(method), "unique": .bool(isUnique), "partial": .bool(condition != nil),
    ]
  }
}

extension PostgresForeignKeyInfo {
  fileprivate var text: String {
    let target = shownName(destinationTable, schema: destinationSchema)
    return "(\(columns.joined(separator: ", "))) → \(target) "
      + "(\(destinationColumns.joined(separator: ", ")))"
      + text(of: onDelete, "on delete") + text(of: onUpdate, "on update")
  }

  private func text(of action: Action, _ event: String) -> String {
    action == .noAction ? "" : "  \(event) \(action.sql.lowercased())"
  }

  fileprivate var json: JSON {
    [
      "columns": .array(columns.map { .string($0) }),
      "table": .string(shownName(destinationTable, schema: destinationSchema)),
      "references": .array(destinationColumns.map { .string($0) }),
      "onDelete": .string(onDelete.sql), "onUpdate": .string(onUpdate.sql),
    ]
  }
}
