extension Table {
  /// Returns the table under another name, for statements that refer to it twice.
  ///
  /// ```swift
  /// enum Parents: AliasName {}
  /// Category.join(Category.as(Parents.self).all) { $0.parentID.eq($1.id) }
  /// // … FROM "categories" JOIN "categories" AS "parents" ON …
  /// ```
  public static func `as`<Name: AliasName>(_ alias: Name.Type) -> TableAlias<Self, Name>.Type {
    TableAlias<Self, Name>.self
  }
}

extension Where {
  /// Returns the conditions with the table under another name.
  public func `as`<Name: AliasName>(_ alias: Name.Type) -> Where<TableAlias<From, Name>> {
    Where<TableAlias<From, Name>>(
      predicates: predicates.map { $0.renamingTable(of: From.self, to: Name.aliasName) },
      scope: scope
    )
  }
}

extension Select {
  /// Returns the rows with their table under another name:
  /// `SELECT "rs"."id", … FROM "reminders" AS "rs"`.
  public consuming func `as`<Name: AliasName>(
    _ alias: Name.Type
  ) -> SelectOf<TableAlias<From, Name>> where Columns == (), Joins == () {
    .init(clauses: clauses.renamingTable(of: From.self, to: Name.aliasName))
  }

  /// Returns the statement with its table under another name:
  /// `SELECT "rs"."title" FROM "reminders" AS "rs"`.
  @_disfavoredOverload
  public consuming func `as`<Name: AliasName>(
    _ alias: Name.Type
  ) -> Select<Columns, TableAlias<From, Name>, Joins, Shape> {
    .init(clauses: clauses.renamingTable(of: From.self, to: Name.aliasName))
  }
}

extension _SelectClauses {
  /// Returns the clauses with references to a table changed to another name.
  func renamingTable<Base: Table>(of base: Base.Type, to name: String) -> Self {
    func renaming(_ fragment: QueryFragment) -> QueryFragment {
      fragment.renamingTable(of: base, to: name)
    }
    var result = self
    for index in columns.indices {
      result.columns[index].selection = renaming(columns[index].selection)
      result.columns[index].plain = columns[index].plain.map(renaming)
    }
    result.from = from?.renamingSource(Base.tableAlias ?? Base.tableName, to: name)
    for index in joins.indices {
      // A table-valued function has arguments, which are columns of the tables before it.
      result.joins[index].table = renaming(joins[index].table)
      result.joins[index].constraint = renaming(joins[index].constraint)
    }
    result.where = `where`.map(renaming)
    result.group = group.map(renaming)
    result.having = having.map(renaming)
    result.order = order.map(renaming)
    return result
  }
}

extension TableAlias where Base: PrimaryKeyedTable {
  /// Selects the row with a key: `WHERE (("rs"."id") IN ((1)))`.
  public static func find(_ primaryKey: some QueryExpression<Base.PrimaryKey>) -> Where<Self> {
    Where().finding(columns.primaryKey, primaryKey)
  }

  /// Selects the rows with keys: `WHERE (("rs"."id") IN ((1), (2)))`.
  public static func find(
    _ primaryKeys: some Sequence<some QueryExpression<Base.PrimaryKey>>
  ) -> Where<Self> { Where().finding(columns.primaryKey, primaryKeys) }
}

extension Where {
  /// Selects the row with a key, if it meets the conditions.
  public func find<Base: PrimaryKeyedTable, Name: AliasName>(
    _ primaryKey: some QueryExpression<Base.PrimaryKey>
  ) -> Self where From == TableAlias<Base, Name> {
    finding(From.columns.primaryKey, primaryKey)
  }

  /// Selects the rows with keys that meet the conditions.
  public func find<Base: PrimaryKeyedTable, Name: AliasName>(
    _ primaryKeys: some Sequence<some QueryExpression<Base.PrimaryKey>>
  ) -> Self where From == TableAlias<Base, Name> { finding(From.columns.primaryKey, primaryKeys) }
}

extension Select {
  /// Selects the row with a key, if it is among the statement's rows.
  public consuming func find<Base: PrimaryKeyedTable, Name: AliasName>(
    _ primaryKey: some QueryExpression<Base.PrimaryKey>
  ) -> Self where From == TableAlias<Base, Name> {
    with { $0.where.append(keyCondition(From.columns.primaryKey, primaryKey)) }
  }

  /// Selects the rows with keys that are among the statement's rows.
  public consuming func find<Base: PrimaryKeyedTable, Name: AliasName>(
    _ primaryKeys: some Sequence<some QueryExpression<Base.PrimaryKey>>
  ) -> Self where From == TableAlias<Base, Name> {
    with { $0.where.append(keyCondition(From.columns.primaryKey, primaryKeys)) }
  }
}

extension TableAlias {
  /// Conditions defined on the table, applied to its alias.
  public static subscript(dynamicMember keyPath: KeyPath<Base.Type, Where<Base>>) -> Where<Self> {
    Base.self[keyPath: keyPath].as(Name.self)
  }

  /// A statement of rows defined on the table, applied to its alias.
  public static subscript(
    dynamicMember keyPath: KeyPath<Base.Type, SelectOf<Base>>
  ) -> SelectOf<Self> { Base.self[keyPath: keyPath].as(Name.self) }

  /// A statement defined on the table, applied to its alias.
  @_disfavoredOverload
  public static subscript<C, J, S: RowShape>(
    dynamicMember keyPath: KeyPath<Base.Type, Select<C, Base, J, S>>
  ) -> Select<C, Self, J, S> { Base.self[keyPath: keyPath].as(Name.self) }
}
