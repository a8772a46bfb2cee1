public import TypedSQL

extension SelectStatement {
  @usableFromInline
  func _query<Name>(sectionedBy section: _SectionTerm<Name>) -> QueryFragment {
    query(sectionedBy: section)
  }

  @usableFromInline
  func _hiddenColumnCount<Name>(sectionedBy section: _SectionTerm<Name>) -> Int {
    hiddenColumnCount(sectionedBy: section)
  }
}
