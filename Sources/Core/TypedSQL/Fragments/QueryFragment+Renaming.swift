extension QueryFragment {
  /// Returns the fragment with references to a table changed to another name.
  ///
  /// A subquery that introduces the name itself refers to its own table and is not changed.
  ///
  /// - Parameter elsewhere: The other name on other databases than SQLite.
  func renamingTable<Base: Table>(
    of base: Base.Type,
    to name: String,
    elsewhere: String? = nil
  ) -> QueryFragment {
    if let alias = Base.tableAlias {
      return renaming(TableRenaming(code, alias, in: .none, name, elsewhere: elsewhere))
    }
    let schema = Base.schemaName.map { TableRenaming.Schema.named($0) } ?? .none
    return renaming(TableRenaming(code, Base.tableName, in: schema, name))
  }

  /// Returns the fragment with references to a table in any schema changed to another name.
  ///
  /// A subquery that introduces the name itself refers to its own table and is not changed.
  package func renamingTable(_ old: String, to new: String) -> QueryFragment {
    renaming(TableRenaming(code, old, in: .any, new))
  }

  private func renaming(_ renaming: TableRenaming) -> QueryFragment {
    var renaming = renaming
    renaming.rename()
    var result = self
    result.code = renaming.result
    return result
  }
}

extension QueryFragment {
  /// Returns the source in a `FROM` clause under another name.
  ///
  /// A subquery already has a name, which is replaced; the rows of a function are given one.
  func renamingSource(_ old: String, to new: String) -> QueryFragment {
    var name = QueryFragment()
    name.append(source: old)
    var result = self
    if code.suffix(name.code.count).elementsEqual(name.code) {
      result.code.removeLast(name.code.count)
    } else {
      result.append(sql: " AS ")
    }
    result.append(source: new)
    return result
  }
}

extension QueryFragment {
  /// The fragment with unqualified column names, because definitions do not name the table of a
  /// column.
  package var withoutTables: QueryFragment {
    var result = self
    result.code.removeAll(keepingCapacity: true)
    var index = 0
    while index < code.count {
      if code[index] == Mark.table, let end = endOfQualifier(at: index) {
        index = end
      } else {
        let end = Swift.min(index + (code[index] == Mark.escape ? 2 : 1), code.count)
        result.code.append(contentsOf: code[index..<end])
        index = end
      }
    }
    return result
  }

  /// Returns the index at which the column begins, if a table's name precedes it.
  private func endOfQualifier(at start: Int) -> Int? {
    var index = start + 1
    while index < code.count, code[index] != Mark.table {
      index += code[index] == Mark.escape ? 2 : 1
    }
    guard index + 1 < code.count, code[index + 1] == UInt8(ascii: ".") else { return nil }
    return index + 2
  }
}
