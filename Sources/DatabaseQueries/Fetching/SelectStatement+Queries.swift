public import TypedSQL

extension SelectStatement {
  @usableFromInline var _queryOfOne: QueryFragment { queryOfOne }
  @usableFromInline var _queryOfCount: QueryFragment { queryOfCount }

  @usableFromInline
  func _query<Name>(sectionedBy section: _SectionTerm<Name>) -> QueryFragment {
    query(sectionedBy: section)
  }

  @usableFromInline
  func _hiddenColumnCount<Name>(sectionedBy section: _SectionTerm<Name>) -> Int {
    hiddenColumnCount(sectionedBy: section)
  }
}

extension SelectStatement where From: PrimaryKeyedTable {
  @usableFromInline func _query(ofKey key: QueryFragment) -> QueryFragment { query(ofKey: key) }
}
