public import DatabaseTypes
public import DynamicColumns
import TypedSQL

/// A table by its name, for requests and associations of tables that no record stands for.
///
/// ```swift
/// let players = NamedTable("player")
/// let teams = NamedTable<Team>("team")
/// try players.all().filter(Column("score") > 100).fetchAll(db)                       // [Row]
/// try players.all().including(required: players.belongsTo(teams)).fetchAll(db)
/// ```
public struct NamedTable<RowDecoder>: Sendable {
  /// The name.
  public let tableName: String

  /// Names a table whose rows are decoded as a type.
  public init(_ tableName: String) { self.tableName = tableName }

  var requested: RequestedTable { RequestedTable(name: tableName, of: RowDecoder.self) }

  /// A request for all rows.
  public func all() -> QueryInterfaceRequest<RowDecoder> {
    QueryInterfaceRequest(_RequestClauses(requested))
  }
}

extension NamedTable where RowDecoder == Row {
  /// Names a table whose rows stay what they are.
  public init(_ tableName: String) { self.tableName = tableName }
}

extension NamedTable {
  /// The row of another table to which each row of this one refers by a foreign key.
  ///
  /// - Parameters:
  ///   - destination: The other table.
  ///   - key: The name of the association; that of the table in singular unless given.
  ///   - foreignKey: The columns, where the schema has no foreign key between them, or several.
  public func belongsTo<Destination>(
    _ destination: NamedTable<Destination>,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> BelongsToAssociation<RowDecoder, Destination> {
    BelongsToAssociation(
      _AssociationPath(to: destination.requested, key: key, using: foreignKey, isInOrigin: true)
    )
  }

  /// The row of another table to which each row of this one refers by a foreign key.
  ///
  /// - Parameters:
  ///   - destination: The record of the other table.
  ///   - key: The name of the association; that of the table in singular unless given.
  ///   - foreignKey: The columns, where the schema has no foreign key between them, or several.
  public func belongsTo<Destination: TableRecord>(
    _ destination: Destination.Type,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> BelongsToAssociation<RowDecoder, Destination> {
    BelongsToAssociation(
      _AssociationPath(to: destination, key: key, using: foreignKey, isInOrigin: true)
    )
  }

  /// The one row of another table that refers to each row of this one.
  ///
  /// - Parameters:
  ///   - destination: The other table.
  ///   - key: The name of the association; that of the table in singular unless given.
  ///   - foreignKey: The columns, where the schema has no foreign key between them, or several.
  public func hasOne<Destination>(
    _ destination: NamedTable<Destination>,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> HasOneAssociation<RowDecoder, Destination> {
    HasOneAssociation(
      _AssociationPath(to: destination.requested, key: key, using: foreignKey, isInOrigin: false)
    )
  }

  /// The one row of another table that refers to each row of this one.
  ///
  /// - Parameters:
  ///   - destination: The record of the other table.
  ///   - key: The name of the association; that of the table in singular unless given.
  ///   - foreignKey: The columns, where the schema has no foreign key between them, or several.
  public func hasOne<Destination: TableRecord>(
    _ destination: Destination.Type,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> HasOneAssociation<RowDecoder, Destination> {
    HasOneAssociation(
      _AssociationPath(to: destination, key: key, using: foreignKey, isInOrigin: false)
    )
  }

  /// The rows of another table that refer to each row of this one.
  ///
  /// - Parameters:
  ///   - destination: The other table.
  ///   - key: The name of the association; that of the table in plural unless given.
  ///   - foreignKey: The columns, where the schema has no foreign key between them, or several.
  public func hasMany<Destination>(
    _ destination: NamedTable<Destination>,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> HasManyAssociation<RowDecoder, Destination> {
    HasManyAssociation(
      _AssociationPath(
        to: destination.requested,
        key: key,
        using: foreignKey,
        isInOrigin: false,
        isToOne: false
      )
    )
  }

  /// The rows of another table that refer to each row of this one.
  ///
  /// - Parameters:
  ///   - destination: The record of the other table.
  ///   - key: The name of the association; that of the table in plural unless given.
  ///   - foreignKey: The columns, where the schema has no foreign key between them, or several.
  public func hasMany<Destination: TableRecord>(
    _ destination: Destination.Type,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> HasManyAssociation<RowDecoder, Destination> {
    HasManyAssociation(
      _AssociationPath(
        to: destination,
        key: key,
        using: foreignKey,
        isInOrigin: false,
        isToOne: false
      )
    )
  }

  /// The rows of a table that a request names first; without a condition all of them belong to each row.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - condition: What holds for rows that belong together; its arguments stand for this table and the other.
  public func association<Other>(
    to table: CommonTableExpression<Other>,
    on condition:
      @escaping @Sendable (_ left: RequestAlias, _ right: RequestAlias)
      -> (any SQLExpressible)? = { _, _ in nil }
  ) -> JoinAssociation<RowDecoder, Other> {
    JoinAssociation(table.requested, on: AssociationCondition(condition))
  }
}

extension TableRecord {
  /// The row of a table to which each row of this one refers by a foreign key.
  public static func belongsTo<Destination>(
    _ destination: NamedTable<Destination>,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> BelongsToAssociation<Self, Destination> {
    BelongsToAssociation(
      _AssociationPath(to: destination.requested, key: key, using: foreignKey, isInOrigin: true)
    )
  }

  /// The rows of a table that refer to each row of this one.
  public static func hasMany<Destination>(
    _ destination: NamedTable<Destination>,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> HasManyAssociation<Self, Destination> {
    HasManyAssociation(
      _AssociationPath(
        to: destination.requested,
        key: key,
        using: foreignKey,
        isInOrigin: false,
        isToOne: false
      )
    )
  }

  /// The one row of a table that refers to each row of this one.
  public static func hasOne<Destination>(
    _ destination: NamedTable<Destination>,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> HasOneAssociation<Self, Destination> {
    HasOneAssociation(
      _AssociationPath(to: destination.requested, key: key, using: foreignKey, isInOrigin: false)
    )
  }
}
