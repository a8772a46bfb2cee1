import DatabaseTypes
import DynamicColumns
import SQLiteDatabase
import TypedSQL

extension TableRecord where Self: EncodableRecord {
  /// Returns a request for the rows that belong to this record.
  ///
  /// ```swift
  /// let books = try author.request(for: Author.books).order(Column("year")).fetchAll(db)
  /// // SELECT * FROM "book" WHERE ("book"."authorID") = (1) ORDER BY "book"."year"
  /// ```
  ///
  /// If the record cannot be encoded, fetching the request throws.
  public func request<A: Association>(for association: A) -> QueryInterfaceRequest<A.RowDecoder>
  where A.OriginRowDecoder == Self {
    let values = Result { try associationValues() }
    let steps = association._path.steps
    let table = Self.databaseTableName
    var clauses = steps.clausesOfDestination
    // With a single step, the associated rows are those of the request itself.
    let alias = steps.count > 1 ? clauses.nameFirstStep(count: steps.count) : nil
    clauses.filters.append(
      SQLExpression { context in
        let first = steps[0]
        try first.pivot.checkColumns(from: table, to: first.clauses.table.name)
        let pairs = try first.pivot.pairs(from: table, to: first.clauses.table.name, context.schema)
        let conditions = try pairs.map { pair in
          guard let value = try values.get()[ByteText.foldingASCII(pair.origin)] else {
            throw RequestError.missingAssociationValue(column: pair.origin, table: table)
          }
          let column = alias?[pair.destination] ?? Column(pair.destination)
          return try column.equals(.stored(value))._fragment(in: context)
        }
        return conditions.count == 1 ? conditions[0] : QueryFragment(conjunction: conditions)
      }
    )
    return QueryInterfaceRequest(clauses)
  }

  private func associationValues() throws -> [ByteText: DatabaseValue] {
    var container = PersistenceContainer(Self.databaseEncoding, expecting: .empty)
    try encode(to: &container)
    try container.finish()
    var values: [ByteText: DatabaseValue] = [:]
    for column in container.columns {
      values[ByteText.foldingASCII(column)] = container.databaseValue(forColumn: column)
    }
    return values
  }
}

extension _RequestClauses {
  /// Gives an alias to the table of a path's first step, which is the innermost joined table.
  fileprivate mutating func nameFirstStep(count: Int) -> RequestAlias {
    if count > 1, let last = children.indices.last {
      return children[last].steps[0].clauses.nameFirstStep(count: count - 1)
    }
    let alias = RequestAlias()
    aliases.append(alias)
    return alias
  }
}
