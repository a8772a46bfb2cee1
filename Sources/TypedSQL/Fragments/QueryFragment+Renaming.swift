extension QueryFragment {
  /// The fragment with references to a table changed to another name.
  ///
  /// A subquery that introduces the name itself means its own table, and is left alone.
  func renamingTable<Base: Table>(of base: Base.Type, to name: String) -> QueryFragment {
    if let alias = Base.tableAlias { return renaming(TableRenaming(code, alias, in: .none, name)) }
    let schema = Base.schemaName.map { TableRenaming.Schema.named($0) } ?? .none
    return renaming(TableRenaming(code, Base.tableName, in: schema, name))
  }

  /// The fragment with references to a table of any schema changed to another name.
  ///
  /// A subquery that introduces the name itself means its own table, and is left alone.
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
  /// What stands in `FROM` under another name: a subquery has a name already, a function's rows get one.
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
  /// The fragment with columns named without their table: definitions do not say whose columns they mean.
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

  /// Where the column begins, if the name of a table stands before it.
  private func endOfQualifier(at start: Int) -> Int? {
    var index = start + 1
    while index < code.count, code[index] != Mark.table {
      index += code[index] == Mark.escape ? 2 : 1
    }
    guard index + 1 < code.count, code[index + 1] == UInt8(ascii: ".") else { return nil }
    return index + 2
  }
}
