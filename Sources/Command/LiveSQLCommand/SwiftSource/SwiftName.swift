/// The conversion of table and column names to Swift names.
enum SwiftName {
  /// Returns the name of a type: `order_lines` → `OrderLine`.
  static func type(of table: String) -> String {
    var words = words(of: table)
    if let last = words.popLast() {
      words.append(Singular.of(isShouted(last) ? last.lowercased() : last))
    }
    let name = words.map(capitalized).joined()
    return name.isEmpty ? "Unnamed" : startingAsIdentifier(name)
  }

  /// Returns the name of a property: `customer_id` → `customerID`, `OrderDate` → `orderDate`.
  static func property(of column: String) -> String {
    let words = words(of: column)
    guard let first = words.first else { return "unnamed" }
    let name = words.dropFirst().reduce(uncapitalized(first)) { $0 + continued($1) }
    return startingAsIdentifier(name)
  }

  /// Returns the name as written in source, with backticks if it is a keyword.
  static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// Splits a name at underscores and at characters that identifiers cannot contain.
  private static func words(of name: String) -> [String] {
    name.unicodeScalars.split { !$0.properties.isXIDContinue || $0 == "_" }.map(String.init)
  }

  private static func startingAsIdentifier(_ name: String) -> String {
    guard let first = name.unicodeScalars.first else { return name }
    return first.properties.isXIDStart ? name : "_" + name
  }

  private static func isShouted(_ word: String) -> Bool {
    word.count > 1 && word == word.uppercased() && word != word.lowercased()
  }

  private static func capitalized(_ word: String) -> String {
    let word = isShouted(word) ? word.lowercased() : word
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  /// Lowercases the leading capitals, except the last of several, which begins the next word.
  private static func uncapitalized(_ word: String) -> String {
    if isShouted(word) { return word.lowercased() }
    let capitals = word.prefix(while: \.isUppercase).count
    let count = capitals > 1 ? capitals - 1 : capitals
    return word.prefix(count).lowercased() + word.dropFirst(count)
  }

  private static func continued(_ word: String) -> String {
    initialisms.contains(word.lowercased()) ? word.uppercased() : capitalized(word)
  }

  private static let initialisms: Set = ["html", "id", "ip", "json", "sql", "url", "uuid", "xml"]

  private static let keywords: Set = [
    "Any", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
    // Keywords only if an expression follows, as in `self.await = await`.
    "await", "borrow", "consume", "copy", "discard", "each", "then", "unsafe", "yield",
  ]
}

extension SwiftName {
  /// Returns distinct names for several tables or columns.
  ///
  /// A name that is already a Swift name is kept; of the others that clash, later ones get numbers.
  static func distinct(
    _ names: [String],
    reserved: Set<String>,
    suffix: String,
    make: (String) -> String
  ) -> [String] {
    var distinct = DistinctNames(taken: reserved)
    var result: [Int: String] = [:]
    let made = names.map(make)
    let unchanged = names.indices.filter { names[$0] == made[$0] }
    for index in unchanged + names.indices.filter({ names[$0] != made[$0] }) {
      let isReserved = reserved.contains(made[index])
      result[index] = distinct.take(isReserved ? made[index] + suffix : made[index])
    }
    return names.indices.map { result[$0] ?? made[$0] }
  }

  /// Names that properties cannot have: members that the macros and the table protocols use.
  static let reservedProperties: Set = [
    "allColumns", "hashValue", "init", "primaryKey", "query", "queryBinding", "queryFragment",
    "queryOutput", "self", "writableColumns",
  ]

  /// Names that types cannot have, because the generated source or its macro expansions use them.
  static let reservedTypes: Set = [
    "Any", "AnyObject", "Bool", "Column", "Columns", "Data", "Date", "Decimal", "DefaultScope",
    "Double", "Draft", "FTS5", "Foundation", "From", "Hashable", "ID", "Identifiable", "Int",
    "Joins", "Key", "LiveSQL", "Never", "Optional", "PrimaryKey", "Protocol", "QueryOutput",
    "QueryValue", "RTree", "Selection", "Self", "Sendable", "SourceTable", "String", "Swift",
    "Table", "TableColumns", "Type", "TypedSQL", "UUID",
  ]
}

/// A generator of distinct names.
private struct DistinctNames {
  var taken: Set<String>
  /// The next number to try for a name.
  private var next: [String: Int] = [:]

  init(taken: Set<String>) { self.taken = taken }

  /// Returns the name, with a number if it is taken.
  mutating func take(_ base: String) -> String {
    var name = base
    while !taken.insert(name).inserted {
      let number = next[base] ?? 2
      name = "\(base)\(number)"
      next[base] = number + 1
    }
    return name
  }
}
