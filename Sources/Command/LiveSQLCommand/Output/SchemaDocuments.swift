import DatabaseTypes
import SQLiteDatabase
import SQLiteTools
import Terminal

/// The tables of a database, one per line.
struct SchemaOverview: Presentable {
  let tables: [TableDescription]

  var json: JSON { ["tables": .array(tables.map(\.json))] }

  func lines(width: Int?) -> [Line] {
    if tables.isEmpty { return [Line("The database has no tables.", .secondary)] }
    return tables.map { table in
      var line = Line(table.info.name.description, .heading)
      line.append(table.info.kind == .table ? "" : " \(table.info.kind)", .secondary)
      line.append(" (\(table.problem ?? table.columns.map(\.name).joined(separator: ", ")))")
      return width.map { line.truncated(to: $0) } ?? line
    }
  }
}

/// The details of one table.
struct SchemaDetail: Presentable {
  let table: TableDescription

  var json: JSON { ["tables": [table.json]] }

  func lines(width: Int?) -> [Line] {
    var lines = [Line("\(table.info.kind) \(table.info.name)", .heading)]
    if let problem = table.problem { lines.append(Line("  \(problem)", .failure)) }
    lines += table.columns.map(\.line)
    lines += section("Indexes", table.indexes.map(\.text))
    lines += section("Foreign keys", table.foreignKeys.map(\.text))
    lines += section("Triggers", table.triggers.map(\.name.name))
    if let sql = table.sql {
      lines += [Line(), Line("SQL", .secondary)]
      let shown = sql.split(separator: "\t", omittingEmptySubsequences: false).joined(
        separator: "    "
      )
      lines += shown.split(whereSeparator: \.isNewline).map { Line(String($0)) }
    }
    return lines
  }

  private func section(_ title: String, _ texts: [String]) -> [Line] {
    texts.isEmpty ? [] : [Line(), Line(title, .secondary)] + texts.map { Line("  " + $0) }
  }
}

extension ColumnInfo {
  fileprivate var line: Line {
    var line = Line("  \(name)")
    line.append(type.isEmpty ? "" : " \(type)", .secondary)
    for note in notes { line.append("  \(note)", .secondary) }
    return line
  }

  private var notes: [String] {
    var notes: [String] = []
    if primaryKeyIndex > 0 { notes.append("primary key") }
    if isNotNull { notes.append("not null") }
    if let defaultValueSQL { notes.append("default \(defaultValueSQL)") }
    if isGenerated { notes.append("generated") }
    if isHidden { notes.append("hidden") }
    return notes
  }

  fileprivate var json: JSON {
    [
      "name": .string(name), "type": .string(type), "notNull": .bool(isNotNull),
      "default": defaultValueSQL.map { .string($0) } ?? .null,
      "primaryKey": .integer(Int64(primaryKeyIndex)), "generated": .bool(isGenerated),
      "hidden": .bool(isHidden),
    ]
  }
}

extension IndexInfo {
  fileprivate var text: String {
    let columns = columns.map { $0 ?? "an expression" }.joined(separator: ", ")
    return "\(name) (\(columns))\(isUnique ? " unique" : "")\(isPartial ? " partial" : "")"
  }

  fileprivate var json: JSON {
    [
      "name": .string(name), "columns": .array(columns.map { $0.map { .string($0) } ?? .null }),
      "unique": .bool(isUnique), "partial": .bool(isPartial),
    ]
  }
}

extension ForeignKeyInfo {
  fileprivate var text: String {
    let origins = mapping.map(\.origin).joined(separator: ", ")
    let destinations = mapping.compactMap(\.destination).joined(separator: ", ")
    let target = destinations.isEmpty ? destinationTable : "\(destinationTable) (\(destinations))"
    return
      "(\(origins)) → \(target)\(action("on delete", onDelete))\(action("on update", onUpdate))"
  }

  private func action(_ event: String, _ action: Action) -> String {
    action == .noAction ? "" : "  \(event) \(action.rawValue.lowercased())"
  }

  fileprivate var json: JSON {
    [
      "columns": .array(mapping.map { .string($0.origin) }), "table": .string(destinationTable),
      "references": .array(mapping.map { $0.destination.map { .string($0) } ?? .null }),
      "onDelete": .string(onDelete.rawValue), "onUpdate": .string(onUpdate.rawValue),
    ]
  }
}

extension TableDescription {
  fileprivate var json: JSON {
    [
      "name": .string(info.name.description), "kind": .string("\(info.kind)"),
      "columns": .array(columns.map(\.json)),
      "primaryKey": .array(primaryKey.map { .string($0) }),
      "indexes": .array(indexes.map(\.json)), "foreignKeys": .array(foreignKeys.map(\.json)),
      "triggers": .array(triggers.map { .string($0.name.name) }),
      "sql": sql.map { .string($0) } ?? .null,
    ]
  }
}
