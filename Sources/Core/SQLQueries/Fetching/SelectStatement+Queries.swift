public import TypedSQL

extension SelectStatement {
  @usableFromInline var _queryOfOne: QueryFragment { queryOfOne }
  @usableFromInline var _queryOfCount: QueryFragment { queryOfCount }
}

extension SelectStatement where From: PrimaryKeyedTable {
  @usableFromInline func _query(ofKey key: QueryFragment) -> QueryFragment { query(ofKey: key) }
}
