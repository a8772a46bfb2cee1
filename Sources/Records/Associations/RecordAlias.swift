public import DynamicColumns
import TypedSQL

/// A name for the table of a record in a request, by which its columns are told from those of others.
///
/// ```swift
/// let team = RecordAlias<Team>()
/// Player.joining(required: Player.team.aliased(team)).order(team.name)
/// // … FROM "player" JOIN "team" ON … ORDER BY "team"."name"
/// ```
///
/// It has the columns that the record's `Columns` have. ``RequestAlias`` does the same for any table.
@dynamicMemberLookup
public final class RecordAlias<Record: TableRecord>: Sendable {
  // Not public: what is, would hide a column of its name.
  let alias: RequestAlias

  /// Makes an alias.
  ///
  /// - Parameter name: The name in the statement; the table's own, or one that the request makes, unless given.
  public init(name: String? = nil) { alias = RequestAlias(name: name) }

  /// A column of the table: `team.name`, where the record's `Columns` have one.
  public subscript(dynamicMember column: KeyPath<Record.DatabaseComponents, Column>) -> Column {
    alias[Record.databaseComponents[keyPath: column]]
  }

  /// A column of the table.
  public subscript(column: Column) -> Column { alias[column] }

  /// A column of the table.
  public subscript(name: String) -> Column { alias[name] }

  /// An expression of the columns of the table: `team[Column("price") * 2]`.
  public subscript(expression: some SQLExpressible) -> SQLExpression { alias[expression] }

  /// An expression of the columns of the table: `team[{ $0.price * 2 }]`.
  public subscript<Expression: SQLExpressible>(
    _ expression: (Record.DatabaseComponents) throws -> Expression
  ) -> SQLExpression {
    get throws { alias[try expression(Record.databaseComponents)] }
  }

  /// Whether there is a row of the table, as there may be none of an optional association.
  public var exists: SQLExpression { alias.exists }
}

extension RequestAlias {
  /// Whether there is a row of the table, as there may be none of an optional association.
  ///
  /// ```swift
  /// let team = RequestAlias()
  /// Player.joining(optional: Player.team.aliased(team)).filter(!team.exists)   // players without a team
  /// // … LEFT JOIN "team" ON … WHERE NOT (("team"."id") IS NOT NULL)
  /// ```
  ///
  /// It asks for the primary key; a request fails where the table has none, as a view.
  public var exists: SQLExpression {
    SQLExpression { [self] context in
      guard let table = context.aliasedTables[id] else { throw UnknownAliasError(column: nil) }
      let key = try context.schema.fastKey(of: table)
      return "(\(try self[Column(key[0])].sqlExpression._fragment(in: context))) IS NOT NULL"
    }
  }
}

extension TableRequest where RowDecoder: TableRecord {
  /// Gives the request's table an alias, by which columns are told from those of others.
  public func aliased(_ alias: RecordAlias<RowDecoder>) -> Self {
    with { $0.aliases.append(alias.alias) }
  }
}

extension TableRecord {
  /// All rows, with an alias for the table.
  public static func aliased(_ alias: RecordAlias<Self>) -> QueryInterfaceRequest<Self> {
    all().aliased(alias)
  }
}
