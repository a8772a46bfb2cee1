public import DatabaseTypes
public import DynamicColumns
import TypedSQL

/// A table by its name, for requests and associations without a record type.
///
/// ```swift
/// let players = NamedTable("player")
/// let teams = NamedTable<Team>("team")
/// try players.all().filter(Column("score") > 100).fetchAll(db)                       // [Row]
/// try players.all().including(required: players.belongsTo(teams)).fetchAll(db)
/// ```
public struct NamedTable<RowDecoder>: Sendable {
  /// The name of the table.
  public let tableName: String

  /// Creates a table whose rows are decoded as a type.
  public init(_ tableName: String) { self.tableName = tableName }

  var requested: RequestedTable { RequestedTable(name: tableName, of: RowDecoder.self) }

  /// Returns a request for all rows.
  public func all() -> QueryInterfaceRequest<RowDecoder> {
    QueryInterfaceRequest(_RequestClauses(requested))
  }
}

extension NamedTable where RowDecoder == Row {
  /// Creates a table whose rows are fetched as ``Row``.
  public init(_ tableName: String) { self.tableName = tableName }
}

extension NamedTable {
  /// Returns an association with the row of another table that each row refers to.
  ///
  /// - Parameters:
  ///   - destination: The other table.
  ///   - key: The name of the association; the singular of the table's name unless given.
  ///   - foreignKey: The columns, if the schema has no foreign key between the tables, or several.
  public func belongsTo<Destination>(
    _ destination: NamedTable<Destination>,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> BelongsToAssociation<RowDecoder, Destination> {
    BelongsToAssociation(
      _AssociationPath(to: destination.requested, key: key, using: foreignKey, isInOrigin: true)
    )
  }

  /// Returns an association with the row of another table that each row refers to.
  ///
  /// - Parameters:
  ///   - destination: The record type of the other table.
  ///   - key: The name of the association; the singular of the table's name unless given.
  ///   - foreignKey: The columns, if the schema has no foreign key between the tables, or several.
  public func belongsTo<Destination: TableRecord>(
    _ destination: Destination.Type,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> BelongsToAssociation<RowDecoder, Destination> {
    BelongsToAssociation(
      _AssociationPath(to: destination, key: key, using: foreignKey, isInOrigin: true)
    )
  }

  /// Returns an association with the one row of another table that refers to each row.
  ///
  /// - Parameters:
  ///   - destination: The other table.
  ///   - key: The name of the association; the singular of the table's name unless given.
  ///   - foreignKey: The columns, if the schema has no foreign key between the tables, or several.
  public func hasOne<Destination>(
    _ destination: NamedTable<Destination>,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> HasOneAssociation<RowDecoder, Destination> {
    HasOneAssociation(
      _AssociationPath(to: destination.requested, key: key, using: foreignKey, isInOrigin: false)
    )
  }

  /// Returns an association with the one row of another table that refers to each row.
  ///
  /// - Parameters:
  ///   - destination: The record type of the other table.
  ///   - key: The name of the association; the singular of the table's name unless given.
  ///   - foreignKey: The columns, if the schema has no foreign key between the tables, or several.
  public func hasOne<Destination: TableRecord>(
    _ destination: Destination.Type,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> HasOneAssociation<RowDecoder, Destination> {
    HasOneAssociation(
      _AssociationPath(to: destination, key: key, using: foreignKey, isInOrigin: false)
    )
  }

  /// Returns an association with the rows of another table that refer to each row.
  ///
  /// - Parameters:
  ///   - destination: The other table.
  ///   - key: The name of the association; the plural of the table's name unless given.
  ///   - foreignKey: The columns, if the schema has no foreign key between the tables, or several.
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

  /// Returns an association with the rows of another table that refer to each row.
  ///
  /// - Parameters:
  ///   - destination: The record type of the other table.
  ///   - key: The name of the association; the plural of the table's name unless given.
  ///   - foreignKey: The columns, if the schema has no foreign key between the tables, or several.
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

  /// Returns an association with the rows of a common table expression.
  ///
  /// Without a condition, all its rows belong to each row.
  ///
  /// - Parameters:
  ///   - table: The common table expression.
  ///   - condition: The condition for rows that belong together, given aliases for this table and
  ///     the other.
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
  /// Returns an association with the row of a table that each row refers to.
  public static func belongsTo<Destination>(
    _ destination: NamedTable<Destination>,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> BelongsToAssociation<Self, Destination> {
    BelongsToAssociation(
      _AssociationPath(to: destination.requested, key: key, using: foreignKey, isInOrigin: true)
    )
  }

  /// Returns an association with the rows of a table that refer to each row.
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

  /// Returns an association with the one row of a table that refers to each row.
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
