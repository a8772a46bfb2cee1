public import DatabaseTypes

extension PostgresError: ConstraintError {
  /// The constraint that a row violates, if the error has this cause.
  ///
  /// PostgreSQL does not tell a primary key from other unique keys, so its name does:
  /// `players_pkey` is that of the key of `players`.
  public var violation: ConstraintViolation? {
    switch code {
    case .uniqueViolation where isOfPrimaryKey:
      .primaryKey(table: table, columns: columns, constraint: constraint)
    case .uniqueViolation: .unique(table: table, columns: columns, constraint: constraint)
    case .notNullViolation: .notNull(table: table, column: column)
    case .checkViolation: .check(table: table, constraint: constraint)
    case .foreignKeyViolation, .restrictViolation:
      .foreignKey(table: table, columns: columns, constraint: constraint)
    case .exclusionViolation: .exclusion(table: table, columns: columns, constraint: constraint)
    default: nil
    }
  }

  private var isOfPrimaryKey: Bool {
    guard let constraint, let table else { return false }
    return constraint == table + "_pkey"
  }

  /// The columns of the constraint that a row violates, as far as the server reports them.
  ///
  /// For keys they are in ``detail``, which the server omits if the role may not read the table.
  /// The columns of an index with expressions are unknown, as are those of a foreign key if the row
  /// that others refer to was deleted or updated.
  public var columns: [String] {
    if let column { return [column] }
    guard let detail, !Self.isRaised(code, routine: routine, hasContext: false) else { return [] }
    switch code {
    case .uniqueViolation, .exclusionViolation: return DetailKey(detail)?.columns ?? []
    case .foreignKeyViolation, .restrictViolation:
      guard let key = DetailKey(detail), !key.names(table ?? "") else { return [] }
      return key.columns
    default: return []
    }
  }
}

/// The key in the server's DETAIL: `Key (author, "Page")=(…) already exists`.
///
/// The words depend on the server's language, and the parentheses do not.
struct DetailKey {
  /// The columns; empty if one of them is an expression.
  let columns: [String]
  /// The words after the values, which may name a table.
  private let end: Substring

  init?(_ detail: String) {
    guard let start = detail.firstIndex(of: "("), let last = detail.lastIndex(of: ")") else {
      return nil
    }
    guard let parts = Self.parts(of: detail[detail.index(after: start)...]) else { return nil }
    let names = parts.compactMap(Self.name)
    columns = names.count == parts.count ? names : []
    end = detail[detail.index(after: last)...]
  }

  /// Returns whether the words after the values name a table, in any language's quotation marks.
  func names(_ table: String) -> Bool {
    guard !table.isEmpty, let range = end.firstRange(of: table) else { return false }
    let (before, after) = (end[..<range.lowerBound].last, end[range.upperBound...].first)
    return [before, after].allSatisfy { mark in
      mark.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? false
    }
  }

  /// Returns the elements of a list up to its closing parenthesis, or `nil` if that is missing.
  private static func parts(of list: Substring) -> [String]? {
    var (parts, part) = ([String](), "")
    var (depth, isQuoted) = (0, false)
    for character in list {
      switch character {
      case "\"": isQuoted.toggle()
      case "(" where !isQuoted: depth += 1
      case ")" where !isQuoted && depth == 0: return parts + [part]
      case ")" where !isQuoted: depth -= 1
      case "," where !isQuoted && depth == 0:
        parts.append(part)
        part = ""
        continue
      default: break
      }
      if !part.isEmpty || character != " " { part.append(character) }
    }
    return nil
  }

  /// Returns the name of a column without its quotation marks; `nil` for an expression.
  private static func name(_ part: String) -> String? {
    if part.first == "\"", part.last == "\"", part.count > 2 {
      return part.dropFirst().dropLast().split(separator: "\"\"", omittingEmptySubsequences: false)
        .joined(separator: "\"")
    }
    let isName = part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
    return isName && !part.isEmpty ? part : nil
  }
}
