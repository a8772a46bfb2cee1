import DatabaseTypes
import PostgreSQL

/// The facts in the server's catalog on which the plans of live queries rest, as hashes.
///
/// There is one for each name that a statement contains, which covers what the name means, and all
/// views, tables, partitions and policies behind it, with the functions, operators and types that
/// they use; one for each word that may be a function or a type, and each symbol that may be an
/// operator; and one for the database as a whole. A cast is behind the types from and to which it
/// is, and the operator classes by which values are ordered and compared are behind their type. The
/// server does not know what the body of a function uses that is a text: whatever rests on such a
/// function rests on all functions, views and policies. So a change that no commit reports is
/// noticed, for example of a policy; a change of anything else is not.
struct CatalogFingerprint {
  /// The scope of a comparison.
  struct Scope {
    /// The publications that report changes.
    let publications: [String]
    /// The schemas with functions of the trigger log.
    let ownSchemas: [String]
    /// Whether only names that were added since the last comparison are looked up.
    var ofNewNames = false
  }

  /// The result of a comparison.
  struct Finding {
    /// Whether the facts that were known before are unchanged.
    var isSame = true
    /// Whether functions, operators or casts were made, changed or dropped, even if no plan rests
    /// on them.
    var hasOtherFunctions = false
  }

  private var hashes: [ByteText: Int64] = [:]
  /// The names of which nothing was read yet.
  private var new: Set<ByteText> = []
  /// Whether something may have changed that was not read.
  private var isStale = false

  /// The key of the facts about the database as a whole.
  private static let database = ByteText("")
  /// The key of all functions, operators and casts together.
  private static let functions = ByteText(")")
  /// The key of the operators and casts that any statement may use without a sign of it.
  private static let operators = ByteText("(")
  /// The key of whatever the bodies of functions may use.
  private static let bodies = ByteText("*")

  /// Whether plans rest on nothing.
  var isEmpty: Bool { new.isEmpty && hashes.keys.allSatisfy { Self.ofDatabase.contains($0) } }
  /// Whether there are names or words of which nothing was read yet.
  var hasNewNames: Bool { !new.isEmpty }
  /// Whether there are names of tables of which nothing was read yet.
  var hasNewTables: Bool { new.contains(where: Self.isTable) }

  /// Adds the names of tables in a statement, in the server's form, the words that may be functions
  /// or types, as the server spells them, and the symbols that may contain operators.
  mutating func add(_ names: Set<ByteText>, words: Set<String>, symbols: Set<String> = []) {
    new.formUnion(unknownKeys(of: names, words: words, symbols: symbols))
  }

  /// Returns whether there are facts about all that ``add(_:words:symbols:)`` would add.
  func contains(_ names: Set<ByteText>, words: Set<String>, symbols: Set<String>) -> Bool {
    unknownKeys(of: names, words: words, symbols: symbols).isEmpty
  }

  /// Returns the keys of a statement of which there are no facts.
  private func unknownKeys(
    of names: Set<ByteText>,
    words: Set<String>,
    symbols: Set<String>
  ) -> [ByteText] {
    let words = words.filter(Self.isName).map { ByteText("(" + $0) }
    let keys = names + words + symbols.map { ByteText("~" + $0) }
    return keys.filter { hashes[$0] == nil }
  }

  /// Adds whatever the bodies of functions may use.
  mutating func addBodies() { if hashes[Self.bodies] == nil { new.insert(Self.bodies) } }

  /// Forgets all names and words, of which no plan is left.
  ///
  /// What is known of the database as a whole stays, for what else rests on it.
  mutating func forgetNames() {
    new = []
    hashes = hashes.filter { Self.ofDatabase.contains($0.key) }
  }

  /// Makes the next comparison find a difference.
  mutating func markStale() { isStale = true }

  /// Reads the facts, and compares them with those that were known before.
  ///
  /// It takes one round trip, and about 1 ms on the server for a few tables. In a transaction, the
  /// facts are as that sees them.
  ///
  /// The facts of a name are never newer than a plan that rests on it. So if known names are left
  /// out, a change of theirs is found by the next comparison.
  mutating func compare(_ connection: PostgresConnection, _ scope: Scope) throws -> Finding {
    let isComplete = hashes.isEmpty || !scope.ofNewNames
    let keys = isComplete ? new.union(hashes.keys).subtracting(Self.ofDatabase) : new
    let found = try Self.read(keys, connection, scope, isComplete: isComplete)
    let asked = keys.union(isComplete ? Self.ofDatabase : [Self.database, Self.functions])
    var finding = Finding()
    for key in asked {
      // A word that is neither a function nor a type has no facts.
      let now = found[key] ?? 0
      guard let known = hashes.updateValue(now, forKey: key), known != now else { continue }
      if key == Self.functions {
        finding.hasOtherFunctions = true
      } else {
        finding.isSame = false
      }
    }
    if isStale { finding.isSame = false }
    (new, isStale) = ([], false)
    return finding
  }
}

extension CatalogFingerprint {
  private static let ofDatabase: Set<ByteText> = [database, functions, operators]

  private static func isWord(_ key: ByteText) -> Bool { key.text.utf8.first == UInt8(ascii: "(") }

  private static func isSymbol(_ key: ByteText) -> Bool { key.text.utf8.first == UInt8(ascii: "~") }

  private static func isTable(_ key: ByteText) -> Bool {
    !isWord(key) && !isSymbol(key) && key != bodies
  }

  /// Returns whether a word can be a name, and not a number.
  private static func isName(_ word: String) -> Bool {
    guard let first = word.utf8.first else { return false }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
  }

  /// Reads facts, by name.
  private static func read(
    _ keys: Set<ByteText>,
    _ connection: PostgresConnection,
    _ scope: Scope,
    isComplete: Bool
  ) throws -> [ByteText: Int64] {
    let (words, symbols) = (keys.filter(isWord), keys.filter(isSymbol))
    let values: [PostgresValue] = [
      list(keys.filter(isTable).map(\.text)), list(scope.publications),
      list(words.map { String($0.text.dropFirst()) }), list(scope.ownSchemas), .bool(isComplete),
      .bool(keys.contains(bodies)), list(symbols.map { String($0.text.dropFirst()) }),
    ]
    let sql = sql(hasSchemaPublications: connection.serverVersion >= 150_000)
    var found: [ByteText: Int64] = [:]
    try connection.pipeline { pipeline in
      pipeline.declareReadOnly()
      // Compiling the query would take much longer than running it.
      try pipeline.execute("SET LOCAL jit = off")
      // So does planning it for each list of names.
      try pipeline.execute("SET LOCAL plan_cache_mode = force_generic_plan")
      try pipeline.execute(sql, values) { result in
        try result.forEach { row throws in
          found[ByteText(try row.decode(String.self, at: 0))] = try row.decode(Int64.self, at: 1)
        }
      }
    }
    return found
  }

  private static func list(_ texts: [String]) -> PostgresValue {
    .array(PostgresArray(texts.map { .text($0) }))
  }
}
