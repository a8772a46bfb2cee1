import DatabaseTypes
import WebServer

extension StudioContext {
  /// The routes for the structure of the database.
  var structureRoutes: [Route] {
    [.get("/api/database") { _ in .json(json(of: try await backend.structure())) }]
  }

  private func json(of structure: StudioStructure) -> String {
    JSONText.object([
      "name": JSONText.string(backend.name),
      "kind": "\"\(backend.kind)\"",
      "version": JSONText.string(structure.version),
      "writable": "\(backend.isWritable)",
      "epoch": JSONText.string(epoch),
      "operators": JSONText.strings(backend.filterOperators.map(\.rawValue)),
      "tables": JSONText.array(structure.tables.map(\.json)),
      "triggers": JSONText.array(structure.triggers.map(\.json)),
    ])
  }
}

extension StudioTable {
  fileprivate var json: String {
    JSONText.object([
      "schema": JSONText.string(name.schema),
      "name": JSONText.string(name.name),
      "kind": "\"\(kind.rawValue)\"",
      "sql": JSONText.optional(sql),
      "columns": JSONText.array(columns.map(\.json)),
      "key": JSONText.strings(key),
      "foreignKeys": JSONText.array(foreignKeys.map(\.json)),
      "indexes": JSONText.array(indexes.map(\.json)),
      "editable": "\(reasonForNoEditing == nil)",
      "edits": JSONText.strings(edits.map(\.rawValue)),
      "reason": JSONText.optional(reasonForNoEditing),
      "rows": estimatedRowCount.map(String.init) ?? "null",
    ])
  }
}

extension StudioTable.Column {
  fileprivate var json: String {
    JSONText.object([
      "name": JSONText.string(name),
      "type": JSONText.string(type),
      "base": valueType.isEmpty ? "null" : JSONText.string(valueType),
      "notNull": "\(isNotNull)",
      "key": "\(keyIndex)",
      "generated": "\(isGenerated)",
      "default": JSONText.optional(defaultSQL),
    ])
  }
}

extension StudioTable.ForeignKey {
  fileprivate var json: String {
    JSONText.object([
      "columns": JSONText.strings(columns),
      "table": JSONText.string(table),
      "schema": JSONText.string(schema),
      "references": JSONText.strings(references),
    ])
  }
}

extension StudioTable.Index {
  fileprivate var json: String {
    JSONText.object([
      "name": JSONText.string(name),
      "columns": JSONText.array(columns.map { JSONText.optional($0) }),
      "unique": "\(isUnique)",
      "sql": JSONText.optional(sql),
    ])
  }
}

extension StudioTrigger {
  fileprivate var json: String {
    JSONText.object([
      "name": JSONText.string(name),
      "schema": JSONText.string(schema),
      "table": JSONText.string(table),
      "sql": JSONText.string(sql),
    ])
  }
}
