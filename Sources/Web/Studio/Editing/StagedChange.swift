import DatabaseTypes

/// A change that a user has made in a grid and not yet sent to the database.
///
/// It contains the values that the user saw, so that it overwrites no change of someone else.
struct StagedChange: Sendable {
  enum Kind: Sendable {
    /// New values of a row's columns, with the values that the user saw.
    case update(key: [WireCell], cells: [NewCell])
    /// A new row; columns that are not named get their defaults.
    case insert(values: [String: WireCell])
    /// The deletion of a row, if it still has the values that the user saw.
    case delete(key: [WireCell], was: [String: SeenCell])
  }

  /// A new value of a column.
  struct NewCell: Sendable {
    var column: String
    /// The value that the user saw.
    var was: SeenCell
    var value: WireCell
  }

  var table: TableName
  var kind: Kind
}

extension StagedChange {
  var editKind: StudioTable.EditKind {
    switch kind {
    case .update: .update
    case .insert: .insert
    case .delete: .delete
    }
  }
}

extension StagedChange: Decodable {
  private enum CodingKeys: CodingKey { case kind, schema, table, key, column, was, value, values }
  private enum Name: String, Decodable { case update, insert, delete }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    table = TableName(
      schema: try container.decodeIfPresent(String.self, forKey: .schema) ?? "main",
      try container.decode(String.self, forKey: .table)
    )
    switch try container.decode(Name.self, forKey: .kind) {
    case .update:
      let cell = NewCell(
        column: try container.decode(String.self, forKey: .column),
        was: try container.decode(SeenCell.self, forKey: .was),
        value: try container.decode(WireCell.self, forKey: .value)
      )
      kind = .update(key: try container.decode([WireCell].self, forKey: .key), cells: [cell])
    case .insert:
      kind = .insert(values: try container.decode([String: WireCell].self, forKey: .values))
    case .delete:
      kind = .delete(
        key: try container.decode([WireCell].self, forKey: .key),
        was: try container.decodeIfPresent([String: SeenCell].self, forKey: .was) ?? [:]
      )
    }
  }
}
