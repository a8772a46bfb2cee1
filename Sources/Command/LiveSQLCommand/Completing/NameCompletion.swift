import DatabaseTypes
import SQLiteDatabase

/// The completions of the name before the cursor.
struct NameCompletion: Sendable, Equatable {
  /// The start of the name, in characters.
  let start: Int
  /// The candidates, the most likely first.
  let candidates: [String]

  /// The longest prefix that all candidates share, ignoring case.
  var commonPrefix: String {
    guard var prefix = candidates.first else { return "" }
    for candidate in candidates.dropFirst() {
      prefix = String(zip(prefix, candidate).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
    }
    return prefix
  }
}

/// A completer of the name before the cursor in SQL.
struct SQLCompleter: Sendable {
  let names: SchemaNames

  /// Returns the completions of the name before the cursor.
  ///
  /// - Parameters:
  ///   - text: The whole text, since tables may be named after the cursor.
  ///   - cursor: The number of characters before the cursor.
  /// - Returns: No candidates inside a text or a comment, or if nothing fits.
  func completion(of text: String, at cursor: Int) -> NameCompletion {
    let before = Array(text.prefix(cursor))
    let word = String(before.reversed().prefix(while: isPartOfName).reversed())
    let start = before.count - word.count
    var tokens = sqlTokens(of: String(before[..<start]))
    if tokens.last == .open { return NameCompletion(start: start, candidates: []) }
    // Only the statement that contains the cursor counts.
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
    // If nothing is typed yet, the names of the statement's own tables are enough.
    let rest = typed.isEmpty ? [] : tables + functions
    return known.map(quotedWhereNeeded) + rest + keywords(typed)
  }

  /// Returns whether another table may follow: after a comma between `FROM` and the next clause.
  private func isInTableList(_ tokens: [SQLToken]) -> Bool {
    guard tokens.last == .sign(",") else { return false }
    let clause = tokens.last {
      $0.isKeyword("FROM", "WHERE", "GROUP", "ORDER", "SELECT", "ON", "SET")
    }
    return clause?.isKeyword("FROM") ?? false
  }

  /// Returns the columns of a table or an alias, or the tables of a schema.
  private func members(of qualifier: String?, in text: String, _ cursor: Int) -> [String] {
    guard let qualifier else { return [] }
    let table = aliases(in: text, cursor)[qualifier.lowercased()] ?? names.table(qualifier)
    if let table { return table.columns.map(quotedWhereNeeded) }
    let isSchema = names.schemas.contains { $0.lowercased() == qualifier.lowercased() }
    return isSchema ? names.tables.map { quotedWhereNeeded($0.name) } : []
  }

  /// Returns the tables that the statement at the cursor names.
  private func tablesNamed(in text: String, _ cursor: Int) -> [SchemaNames.Table] {
    var seen: Set<String> = []
    return statementTokens(text, cursor).compactMap { token in
      token.text.flatMap { names.table($0) }
    }.filter { seen.insert($0.name).inserted }
  }

  /// Returns the tables of the statement by their aliases.
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

  /// Returns the keywords, in lower case if the word is typed in lower case.
  private func keywords(_ typed: String) -> [String] {
    let isSmall = !typed.isEmpty && typed == typed.lowercased()
    return isSmall ? names.keywords.map { $0.lowercased() } : names.keywords
  }

  private func isKeyword(_ word: String) -> Bool { names.keywords.contains(word.uppercased()) }

  /// Returns the candidates that begin with the word, each once, without the word itself.
  private func fitting(_ candidates: [String], _ word: String) -> [String] {
    let start = word.lowercased()
    var seen: Set<String> = []
    return candidates.filter { candidate in
      let name = candidate.lowercased()
      let bare = name.first == "\"" ? String(name.dropFirst()) : name
      return (name.hasPrefix(start) || bare.hasPrefix(start)) && seen.insert(name).inserted
    }
  }

  /// Returns the name, quoted if SQL requires it.
  private func quotedWhereNeeded(_ name: String) -> String {
    let isPlain =
      name.first.map { !$0.isNumber && $0 != "$" } ?? false
      && name.allSatisfy { $0.isASCII && isPartOfName($0) } && !isKeyword(name)
    return isPlain ? name : name.quoted(by: "\"")
  }
}
