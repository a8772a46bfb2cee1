import SQLiteDatabase

/// What can stand in the place of the name before the cursor.
struct NameCompletion: Sendable, Equatable {
  /// Where the name begins, in characters.
  let start: Int
  /// What can stand there, the likeliest first.
  let candidates: [String]

  /// What all candidates have in common at their beginning, whatever their case.
  var commonPrefix: String {
    guard var prefix = candidates.first else { return "" }
    for candidate in candidates.dropFirst() {
      prefix = String(zip(prefix, candidate).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
    }
    return prefix
  }
}

/// Finds the names that can stand before the cursor in SQL.
struct SQLCompleter: Sendable {
  let names: SchemaNames

  /// What can stand before the cursor.
  ///
  /// - Parameters:
  ///   - text: The whole text: tables may be named after the cursor.
  ///   - cursor: The number of characters before the cursor.
  /// - Returns: No candidates within a text or a comment, and where nothing fits.
  func completion(of text: String, at cursor: Int) -> NameCompletion {
    let before = Array(text.prefix(cursor))
    let word = String(before.reversed().prefix(while: isPartOfName).reversed())
    let start = before.count - word.count
    var tokens = sqlTokens(of: String(before[..<start]))
    if tokens.last == .open { return NameCompletion(start: start, candidates: []) }
    // Only the statement of the cursor counts.
    if let end = tokens.lastIndex(of: .sign(";")) { tokens.removeSubrange(...end) }
    let candidates = candidates(after: tokens, text: text, cursor: cursor, typed: word)
    return NameCompletion(start: start, candidates: fitting(candidates, word))
  }

  private func candidates(after tokens: [SQLToken], text: String, cursor: Int, typed: String)
    -> [String]
  {
    let tables = names.tables.map { quotedWhereNeeded($0.name) }
    guard let last = tokens.last else { return keywords(typed) }
    if last == .sign(".") { return members(of: tokens.dropLast().last?.text, in: text, cursor) }
    if last.isKeyword("FROM", "JOIN", "INTO", "UPDATE", "TABLE", "REFERENCES", "VIEW") {
      return tables + names.schemas.map { $0 + "." }
    }
    if last.isKeyword("PRAGMA") { return names.pragmas }
    if isInTableList(tokens) { return tables + keywords(typed) }
    let columns = tablesNamed(in: text, cursor).flatMap { $0.columns }
    let known = columns.isEmpty ? names.tables.flatMap(\.columns) : columns
    let functions = names.functions.map { $0 + "(" }
    // Where nothing is typed yet, what the statement is about is enough.
    let rest = typed.isEmpty ? [] : tables + functions
    return known.map(quotedWhereNeeded) + rest + keywords(typed)
  }

  /// Whether another table may follow: after a comma between `FROM` and the next clause.
  private func isInTableList(_ tokens: [SQLToken]) -> Bool {
    guard tokens.last == .sign(",") else { return false }
    let clause = tokens.last {
      $0.isKeyword("FROM", "WHERE", "GROUP", "ORDER", "SELECT", "ON", "SET")
    }
    return clause?.isKeyword("FROM") ?? false
  }

  /// The columns of a table or an alias, or the tables of a schema.
  private func members(of qualifier: String?, in text: String, _ cursor: Int) -> [String] {
    guard let qualifier else { return [] }
    let table = aliases(in: text, cursor)[qualifier.lowercased()] ?? names.table(qualifier)
    if let table { return table.columns.map(quotedWhereNeeded) }
    let isSchema = names.schemas.contains { $0.lowercased() == qualifier.lowercased() }
    return isSchema ? names.tables.map { quotedWhereNeeded($0.name) } : []
  }

  /// The tables that the statement of the cursor names.
  private func tablesNamed(in text: String, _ cursor: Int) -> [SchemaNames.Table] {
    var seen: Set<String> = []
    return statementTokens(text, cursor).compactMap { token in
      token.text.flatMap { names.table($0) }
    }.filter { seen.insert($0.name).inserted }
  }

  /// The tables of the statement by the names that it gives them.
  private func aliases(in text: String, _ cursor: Int) -> [String: SchemaNames.Table] {
    let tokens = statementTokens(text, cursor)
    var aliases: [String: SchemaNames.Table] = [:]
    for (index, token) in tokens.enumerated() {
      guard let name = token.text, let table = names.table(name) else { continue }
      var next = tokens[(index + 1)...]
      if next.first?.isKeyword("AS") ?? false { next = next.dropFirst() }
      guard let alias = next.first?.text, !isKeyword(alias) else { continue }
      aliases[alias.lowercased()] = aliases[alias.lowercased()] ?? table
    }
    return aliases
  }

  private func statementTokens(_ text: String, _ cursor: Int) -> [SQLToken] {
    let before = sqlTokens(of: text.prefix(cursor)).split(
      separator: .sign(";"),
      omittingEmptySubsequences: false
    )
    let after = sqlTokens(of: text.dropFirst(cursor)).split(
      separator: .sign(";"),
      omittingEmptySubsequences: false
    )
    return Array(before.last ?? []) + Array(after.first ?? [])
  }

  /// The keywords, in small letters where the word is typed so.
  private func keywords(_ typed: String) -> [String] {
    let isSmall = !typed.isEmpty && typed == typed.lowercased()
    return isSmall ? names.keywords.map { $0.lowercased() } : names.keywords
  }

  private func isKeyword(_ word: String) -> Bool { names.keywords.contains(word.uppercased()) }

  /// The candidates that begin as the word does, each once, and nothing that stands there already.
  private func fitting(_ candidates: [String], _ word: String) -> [String] {
    let start = word.lowercased()
    var seen: Set<String> = []
    return candidates.filter { candidate in
      let name = candidate.lowercased()
      let bare = name.first == "\"" ? String(name.dropFirst()) : name
      return (name.hasPrefix(start) || bare.hasPrefix(start)) && seen.insert(name).inserted
    }
  }

  /// The name as SQL needs it.
  private func quotedWhereNeeded(_ name: String) -> String {
    let isPlain =
      name.first.map { !$0.isNumber && $0 != "$" } ?? false
      && name.allSatisfy { $0.isASCII && isPartOfName($0) } && !isKeyword(name)
    return isPlain ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}
