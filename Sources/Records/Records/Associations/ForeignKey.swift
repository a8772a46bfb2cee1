public import DatabaseTypes
public import DynamicColumns
import SQLiteDatabase

/// The columns by which rows of one table refer to rows of another.
///
/// Associations need it if the schema does not determine the columns.
///
/// ```swift
/// static let translator = belongsTo(
///   Person.self, key: "translator", using: ForeignKey(["translatorID"]))
/// ```
public struct ForeignKey: Sendable, Hashable {
  /// The referencing columns.
  public let originColumns: [String]
  /// The referenced columns; the primary key unless given.
  public let destinationColumns: [String]?

  /// Creates a foreign key from column names.
  public init(_ originColumns: [String], to destinationColumns: [String]? = nil) {
    self.originColumns = originColumns
    self.destinationColumns = destinationColumns
  }

  /// Creates a foreign key from columns: `ForeignKey([Columns.parentID])`.
  public init(_ originColumns: [some ColumnExpression]) { self.init(originColumns.map(\.name)) }

  /// Creates a foreign key from columns, and the columns that they refer to.
  public init(
    _ originColumns: [some ColumnExpression],
    to destinationColumns: [some ColumnExpression]
  ) {
    self.init(originColumns.map(\.name), to: destinationColumns.map(\.name))
  }
}

/// A pair of columns that are equal in associated rows.
struct AssociationPair: Sendable, Hashable {
  /// The column of the table where the association starts.
  let origin: String
  /// The column of the table that the association leads to.
  let destination: String
}

/// The relation between the rows of two tables.
struct AssociationPivot: Sendable, Hashable {
  /// The columns; `nil` for those of the schema's foreign key.
  var foreignKey: ForeignKey?
  /// The condition for rows that belong together; `nil` if columns determine them.
  var condition: AssociationCondition?
  /// Whether the foreign key belongs to the table where the association starts.
  var isInOrigin: Bool

  /// The same relation, in the other direction.
  var reversed: AssociationPivot {
    var copy = self
    copy.isInOrigin.toggle()
    return copy
  }

  /// Returns the columns that are equal in associated rows.
  ///
  /// - Throws: ``AssociationError`` if the schema has no such foreign key, or several.
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

  /// Returns the referenced columns.
  ///
  /// They are the given ones, those of the schema's foreign key with the same columns, or the
  /// primary key.
  private func destinationColumns(
    of key: ForeignKey,
    from owner: String,
    to referred: String,
    _ schema: RequestSchema
  ) throws -> [String] {
    if let columns = key.destinationColumns { return columns }
    let wanted = key.originColumns
    let declared = try? schema.foreignKeys(from: owner, to: referred).first { known in
      known.mapping.map(\.origin).elementsEqual(wanted, by: isSameIdentifier)
    }
    let columns = declared?.mapping.compactMap(\.destination) ?? []
    return columns.count == wanted.count ? columns : try schema.primaryKey(of: referred)
  }
}

/// An error of an association that does not determine which rows belong together.
public enum AssociationError: Error, Sendable, Hashable {
  /// The first table has no foreign key to the second.
  case noForeignKey(String, to: String)
  /// The first table has several foreign keys to the second.
  case severalForeignKeys([String], String, to: String)
  /// The given foreign key has another number of columns than the referenced key.
  case differentCounts([String], [String], String, to: String)
  /// A condition relates the rows of the two tables, but columns are needed.
  case joinedByCondition(String, to: String)
}

extension AssociationError: _SelfDescribingError {
  /// The problem, and what to do about it.
  public var description: String {
    switch self {
    case .noForeignKey(let origin, let destination):
      "“\(origin)” has no foreign key to “\(destination)”. Declare one in the schema, or specify the "
        + "association's columns: using: ForeignKey([\"…ID\"])."
    case .severalForeignKeys(let columns, let origin, let destination):
      "“\(origin)” has \(columns.count) foreign keys to “\(destination)” (\(columns.joined(separator: "; "))). "
        + "Specify one: using: ForeignKey([\"\(columns[0])\"])."
    case .differentCounts(let columns, let others, let origin, let destination):
      "The foreign key of “\(origin)” has the columns \(columns.joined(separator: ", ")), but the referenced "
        + "columns of “\(destination)” are \(others.joined(separator: ", ")). Name the same number of columns "
        + "with to:."
    case .joinedByCondition(let origin, let destination):
      "“\(origin)” and “\(destination)” are associated by a condition: their rows can be joined, but not "
        + "fetched for a record or prefetched, which needs an association by columns, such as hasMany."
    }
  }
}
