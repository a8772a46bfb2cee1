public import DatabaseTypes
import SQLiteDatabase

/// The columns by which rows of one table refer to rows of another, for associations that the schema leaves open.
///
/// ```swift
/// static let translator = belongsTo(Person.self, key: "translator", using: ForeignKey(["translatorID"]))
/// ```
public struct ForeignKey: Sendable, Hashable {
  /// The columns that refer.
  public let originColumns: [String]
  /// The columns that are referred to; the primary key unless given.
  public let destinationColumns: [String]?

  /// Names the columns.
  public init(_ originColumns: [String], to destinationColumns: [String]? = nil) {
    self.originColumns = originColumns
    self.destinationColumns = destinationColumns
  }
}

/// Two columns that are equal in associated rows.
struct AssociationPair: Sendable, Hashable {
  /// Of the table where the association starts.
  let origin: String
  /// Of the table to which it leads.
  let destination: String
}

/// How the rows of two tables belong together.
struct AssociationPivot: Sendable, Hashable {
  /// The columns; `nil` for those that the schema tells.
  var foreignKey: ForeignKey?
  /// What holds for rows that belong together; `nil` where columns tell it.
  var condition: AssociationCondition?
  /// Whether the foreign key is one of the table where the association starts.
  var isInOrigin: Bool

  /// The same, followed in the other direction.
  var reversed: AssociationPivot {
    var copy = self
    copy.isInOrigin.toggle()
    return copy
  }

  /// The columns that are equal.
  ///
  /// - Throws: ``AssociationError`` where the schema has no such foreign key, or several.
  func pairs(from origin: String, to destination: String, _ schema: RequestSchema) throws
    -> [AssociationPair]
  {
    if condition != nil { return [] }
    if schema.isSymbolic { return [AssociationPair(origin: "\(self)", destination: "⟨key⟩")] }
    let (owner, referred) = isInOrigin ? (origin, destination) : (destination, origin)
    return try columns(from: owner, to: referred, schema).map { from, to in
      isInOrigin
        ? AssociationPair(origin: from, destination: to)
        : AssociationPair(origin: to, destination: from)
    }
  }

  private func columns(from owner: String, to referred: String, _ schema: RequestSchema) throws
    -> [(String, String)]
  {
    if let foreignKey { return try columns(foreignKey, from: owner, to: referred, schema) }
    let keys = try schema.foreignKeys(from: owner, to: referred)
    guard let key = keys.first else { throw AssociationError.noForeignKey(owner, to: referred) }
    guard keys.count == 1 else {
      let names = keys.map { $0.mapping.map(\.origin).joined(separator: ", ") }
      throw AssociationError.severalForeignKeys(names, owner, to: referred)
    }
    return try key.mapping.map { pair in
      guard let destination = pair.destination else {
        throw AssociationError.noForeignKey(owner, to: referred)
      }
      return (pair.origin, destination)
    }
  }

  private func columns(
    _ key: ForeignKey,
    from owner: String,
    to referred: String,
    _ schema: RequestSchema
  ) throws -> [(String, String)] {
    let destination = try destinationColumns(of: key, from: owner, to: referred, schema)
    guard destination.count == key.originColumns.count, !destination.isEmpty else {
      throw AssociationError.differentCounts(key.originColumns, destination, owner, to: referred)
    }
    return Array(zip(key.originColumns, destination))
  }

  /// Those that were given, those of the schema's foreign key with the same columns, or the primary key.
  private func destinationColumns(
    of key: ForeignKey,
    from owner: String,
    to referred: String,
    _ schema: RequestSchema
  ) throws -> [String] {
    if let columns = key.destinationColumns { return columns }
    let wanted = key.originColumns.map { $0.lowercased() }
    let declared = try? schema.foreignKeys(from: owner, to: referred).first { known in
      known.mapping.map { $0.origin.lowercased() } == wanted
    }
    let columns = declared?.mapping.compactMap(\.destination) ?? []
    return columns.count == wanted.count ? columns : try schema.primaryKey(of: referred)
  }
}

/// An association does not tell which rows belong together.
public enum AssociationError: Error, Sendable, Hashable {
  /// The first table has no foreign key to the second.
  case noForeignKey(String, to: String)
  /// The first table has several foreign keys to the second.
  case severalForeignKeys([String], String, to: String)
  /// The columns of a foreign key that was given are not as many as those that they refer to.
  case differentCounts([String], [String], String, to: String)
  /// The rows of the two tables belong together by a condition, where columns are needed.
  case joinedByCondition(String, to: String)
}

extension AssociationError: _DescribedError {
  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .noForeignKey(let origin, let destination):
      "“\(origin)” has no foreign key to “\(destination)”: declare one in the schema, or give the association its columns, "
        + "as using: ForeignKey([\"…ID\"])."
    case .severalForeignKeys(let columns, let origin, let destination):
      "“\(origin)” has \(columns.count) foreign keys to “\(destination)” (\(columns.joined(separator: "; "))): tell the "
        + "association which, as using: ForeignKey([\"\(columns[0])\"])."
    case .differentCounts(let columns, let others, let origin, let destination):
      "The foreign key of “\(origin)” has the columns \(columns.joined(separator: ", ")), but those of “\(destination)” "
        + "are \(others.joined(separator: ", ")): name as many with to:."
    case .joinedByCondition(let origin, let destination):
      "“\(origin)” and “\(destination)” belong together by a condition: their rows can be joined, but not fetched for a "
        + "record or after others, which needs an association by columns, as hasMany."
    }
  }
}
