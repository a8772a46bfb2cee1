public import DynamicColumns
import TypedSQL

/// An alias for the table of a record in a request, which distinguishes its columns from others.
///
/// ```swift
/// let team = RecordAlias<Team>()
/// Player.joining(required: Player.team.aliased(team)).order(team.name)
/// // … FROM "player" JOIN "team" ON … ORDER BY "team"."name"
/// ```
///
/// It has the columns of the record's `Columns`. ``RequestAlias`` is an alias for any table.
@dynamicMemberLookup
public final class RecordAlias<Record: TableRecord>: Sendable {
  // Not public, since a public property would hide a column of the same name.
  let alias: RequestAlias

  /// Creates an alias.
  ///
  /// - Parameter name: The name in the statement; unless given, the table's own name or one that
  ///   the request generates.
  public init(name: String? = nil) { alias = RequestAlias(name: name) }

  /// Accesses a column of the record's `Columns`: `team.name`.
  public subscript(dynamicMember column: KeyPath<Record.DatabaseComponents, Column>) -> Column {
    alias[Record.databaseComponents[keyPath: column]]
  }

  /// Accesses a column of the table.
  public subscript(column: Column) -> Column { alias[column] }

  /// Accesses a column of the table.
  public subscript(name: String) -> Column { alias[name] }

  /// Accesses an expression of the columns of the table: `team[Column("price") * 2]`.
  public subscript(expression: some SQLExpressible) -> SQLExpression { alias[expression] }

  /// Accesses an expression of the columns of the table: `team[{ $0.price * 2 }]`.
  public subscript<Expression: SQLExpressible>(
    _ expression: (Record.DatabaseComponents) throws -> Expression
  ) -> SQLExpression {
    get throws { alias[try expression(Record.databaseComponents)] }
  }

  /// Whether the table has a row, which an optional association may lack.
  public var exists: SQLExpression { alias.exists }
}

extension RequestAlias {
  /// Whether the table has a row, which an optional association may lack.
  ///
  /// ```swift
  /// let team = RequestAlias()
  /// Player.joining(optional: Player.team.aliased(team)).filter(!team.exists)
  /// // Players without a team: … LEFT JOIN "team" ON … WHERE NOT (("team"."id") IS NOT NULL)
  /// ```
  ///
  /// It needs a primary key, so the request fails if the table has none, as for a view.
  public var exists: SQLExpression {
    SQLExpression { [self] context in
      guard let table = context.aliasedTables[id] else { throw UnknownAliasError(column: nil) }
      let key = try context.schema.fastKey(of: table)
      return "(\(try self[Column(key[0])].sqlExpression._fragment(in: context))) IS NOT NULL"
    }
  }
}

extension TableRequest where RowDecoder: TableRecord {
  /// Gives the request's table an alias, which distinguishes its columns from those of others.
  public func aliased(_ alias: RecordAlias<RowDecoder>) -> Self {
    with { $0.aliases.append(alias.alias) }
  }
}

extension TableRecord {
  /// Returns a request for all rows, with an alias for the table.
  public static func aliased(_ alias: RecordAlias<Self>) -> QueryInterfaceRequest<Self> {
    all().aliased(alias)
  }
}
