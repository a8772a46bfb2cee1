import DatabaseTypes

/// A renaming of a table in a fragment's code.
struct TableRenaming {
  /// The schema of the table to rename; a reference that names no schema is always renamed.
  enum Schema {
    case any
    case named(String)
    case none
  }

  private let code: [UInt8]
  private let old: [UInt8]
  /// The bytes of the schema's name; `nil` for any schema.
  private let schema: [UInt8]?
  private let hasSchema: Bool
  /// The new name with its marks.
  private let new: [UInt8]
  private(set) var result: [UInt8] = []

  init(
    _ code: [UInt8],
    _ old: String,
    in schema: Schema,
    _ new: String,
    elsewhere: String? = nil
  ) {
    self.code = code
    self.old = Self.marked(old)
    let other = elsewhere.map { QueryFragment.hints(elsewhere: $0.quoted(by: "\"")) } ?? []
    self.new = other + Self.marked(new)
    switch schema {
    case .any: (self.schema, hasSchema) = (nil, true)
    case .named(let name): (self.schema, hasSchema) = (Self.marked(name), true)
    case .none: (self.schema, hasSchema) = (nil, false)
    }
  }

  /// Returns a name with the marks of a table around it.
  private static func marked(_ name: String) -> [UInt8] {
    var fragment = QueryFragment()
    fragment.append(table: name)
    return fragment.code
  }

  mutating func rename() {
    result.reserveCapacity(code.count + 64)
    var index = 0
    while index < code.count {
      if let end = endOfShadowingSubquery(at: index) {
        copy(index..<end)
        index = end
      } else if code[index] == Mark.table || code[index] == Mark.identifier {
        index = renameReference(at: index)
      } else {
        let end = Swift.min(index + (code[index] == Mark.escape ? 2 : 1), code.count)
        copy(index..<end)
        index = end
      }
    }
  }

  private mutating func copy(_ range: Range<Int>) { result.append(contentsOf: code[range]) }

  /// Writes a name, replaced by the new one if it is the table's, and a name in a schema as a
  /// whole.
  ///
  /// - Returns: The index at which it ends.
  private mutating func renameReference(at start: Int) -> Int {
    let end = endOfName(at: start)
    if end + 1 < code.count, code[end] == UInt8(ascii: "."), code[end + 1] == Mark.table {
      let endOfTable = endOfName(at: end + 1)
      if hasSchema, isName(end + 1..<endOfTable, old),
        schema.map({ isName(start..<end, $0) }) ?? true
      {
        result += new
      } else {
        copy(start..<endOfTable)
      }
      return endOfTable
    }
    if code[start] == Mark.table, isName(start..<end, old) {
      result += new
    } else {
      copy(start..<end)
    }
    return end
  }

  /// Returns the index at which a name ends that begins with its mark.
  private func endOfName(at start: Int) -> Int {
    var index = start + 1
    while index < code.count, code[index] != code[start] {
      index += code[index] == Mark.escape ? 2 : 1
    }
    return Swift.min(index + 1, code.count)
  }

  /// Returns whether a name equals another, whatever their marks.
  private func isName(_ range: Range<Int>, _ name: [UInt8]) -> Bool {
    code[range].dropFirst().dropLast().elementsEqual(name.dropFirst().dropLast())
  }
}

// MARK: - Subqueries

extension TableRenaming {
  /// Returns the end of a subquery that begins here, if it introduces the name at its own level.
  private func endOfShadowingSubquery(at start: Int) -> Int? {
    guard depthChange(at: start) == 1 else { return nil }
    var depth = 0
    var isShadowing = false
    var index = start
    while index < code.count {
      depth += depthChange(at: index)
      if code[index] == Mark.source, depth == 1 { isShadowing = isShadowing || isSource(at: index) }
      switch code[index] {
      case Mark.source, Mark.table, Mark.identifier: index = endOfName(at: index)
      case Mark.escape: index += 2
      default: index += 1
      }
      if depth == 0 { return isShadowing ? Swift.min(index, code.count) : nil }
    }
    return nil
  }

  /// Returns by how many levels the depth changes here.
  private func depthChange(at index: Int) -> Int {
    switch code[index] {
    case Mark.indent: 1
    case Mark.outdent: -1
    case Mark.scope where index + 1 < code.count: code[index + 1] == UInt8(ascii: "(") ? 1 : -1
    default: 0
    }
  }

  /// Returns whether a statement introduces the table here.
  private func isSource(at index: Int) -> Bool {
    guard isName(index..<endOfName(at: index), old) else { return false }
    guard index > 1, code[index - 1] == UInt8(ascii: "."), code[index - 2] == Mark.identifier else {
      return true
    }
    guard hasSchema else { return false }
    guard let schema else { return true }
    let name = schema.dropFirst().dropLast()
    return code[..<(index - 2)].suffix(name.count + 1).elementsEqual([Mark.identifier] + name)
  }
}
