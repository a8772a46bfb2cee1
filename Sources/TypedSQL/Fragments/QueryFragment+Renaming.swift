extension QueryFragment {
  /// The fragment with references to a table changed to another name.
  func renamingTable<Base: Table>(of base: Base.Type, to name: String) -> QueryFragment {
    renamingTable(Base.tableAlias ?? Base.tableName, to: name)
  }

  /// The fragment with references to a table changed to another name.
  ///
  /// A subquery that introduces the name itself means its own table, and is left alone.
  package func renamingTable(_ old: String, to new: String) -> QueryFragment {
    var renaming = TableRenaming(code: code, old: old, new: new)
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

/// Changes the name of a table in a fragment's code.
private struct TableRenaming {
  let code: [UInt8]
  /// The names with their marks.
  let old: [UInt8]
  let new: [UInt8]
  /// The old name where a statement introduces it.
  let source: [UInt8]
  var result: [UInt8] = []

  init(code: [UInt8], old: String, new: String) {
    self.code = code
    var fragments = (QueryFragment(), QueryFragment(), QueryFragment())
    fragments.0.append(table: old)
    fragments.1.append(table: new)
    fragments.2.append(source: old)
    self.old = fragments.0.code
    self.new = fragments.1.code
    source = fragments.2.code
  }

  mutating func rename() {
    result.reserveCapacity(code.count + 64)
    var index = 0
    while index < code.count {
      if code[index] == Mark.indent, let end = endOfShadowingSubquery(at: index) {
        result.append(contentsOf: code[index..<end])
        index = end
      } else if code[index...].starts(with: old) {
        result.append(contentsOf: new)
        index += old.count
      } else {
        let end = Swift.min(index + (code[index] == Mark.escape ? 2 : 1), code.count)
        result.append(contentsOf: code[index..<end])
        index = end
      }
    }
  }

  /// Where a subquery ends, if it introduces the name at its own level.
  private func endOfShadowingSubquery(at start: Int) -> Int? {
    var depth = 0
    var isShadowing = false
    var index = start
    while index < code.count {
      switch code[index] {
      case Mark.indent: depth += 1
      case Mark.outdent: depth -= 1
      case Mark.source where depth == 1: isShadowing = isShadowing || isSource(at: index)
      case Mark.escape: index += 1
      default: break
      }
      index += 1
      if depth == 0 { return isShadowing ? index : nil }
    }
    return nil
  }

  private func isSource(at index: Int) -> Bool { code[index...].starts(with: source) }
}
