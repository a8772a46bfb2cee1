import LiveSQL

/// Words as `unicode61` finds them, with one word for several of the same meaning.
///
/// Its arguments are pairs of a word and what takes its place.
final class SynonymTokenizer: FTS5WrapperTokenizer {
  static let name = "synonyms"
  let wrappedTokenizer: any FTS5Tokenizer
  let words: [String: String]

  init(db: Database, arguments: [String]) throws {
    wrappedTokenizer = try db.makeTokenizer(.unicode61(diacritics: .remove))
    guard arguments.count.isMultiple(of: 2) else {
      throw TokenizerFailure(description: "a synonym is missing")
    }
    words = Dictionary(
      stride(from: 0, to: arguments.count, by: 2).map { (arguments[$0], arguments[$0 + 1]) },
      uniquingKeysWith: { $1 }
    )
  }

  func accept(
    token: String,
    flags: FTS5TokenFlags,
    for tokenization: FTS5Tokenization,
    tokenCallback: FTS5WrapperTokenCallback
  ) throws {
    if token == "forbidden" { throw TokenizerFailure(description: "a word is forbidden") }
    if token == "the" { return }
    try tokenCallback(words[token] ?? token, flags)
    if token == "usa", tokenization.contains(.document) {
      try tokenCallback("america", [flags, .colocated])
    }
  }
}

/// The parts between commas.
final class CommaTokenizer: FTS5TextTokenizer {
  static let name = "commas"

  init(db: Database, arguments: [String]) {}

  func tokens(of text: String, for tokenization: FTS5Tokenization) throws -> [FTS5Token] {
    if text == "refused" {
      throw DatabaseError(resultCode: .tooBig, message: "This text is refused.")
    }
    return text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      FTS5Token(part.lowercased(), range: part.startIndex..<part.endIndex)
    }
  }
}

/// Words whose ranges are those of another, longer text.
final class StrayTokenizer: FTS5TextTokenizer {
  static let name = "stray"

  init(db: Database, arguments: [String]) {}

  func tokens(of text: String, for tokenization: FTS5Tokenization) -> [FTS5Token] {
    let other = text + String(repeating: " and more", count: 1000)
    return [FTS5Token(text, range: other.index(before: other.endIndex)..<other.endIndex)]
  }
}

/// Single bytes, passed on without copying them.
final class ByteTokenizer: FTS5CustomTokenizer {
  static let name = "bytes"

  init(db: Database, arguments: [String]) {}

  func tokenize(
    context: UnsafeMutableRawPointer?,
    tokenization: FTS5Tokenization,
    pText: UnsafePointer<CChar>?,
    nText: CInt,
    tokenCallback: @escaping FTS5TokenCallback
  ) -> CInt {
    guard let pText else { return 0 }
    for index in 0..<nText {
      let code = tokenCallback(context, 0, pText + Int(index), 1, index, index + 1)
      if code != 0 { return code }
    }
    return 0
  }
}

/// Words as another tokenizer of the application finds them.
final class NestedTokenizer: FTS5WrapperTokenizer {
  static let name = "nested"
  let wrappedTokenizer: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    wrappedTokenizer = try db.makeTokenizer(
      SynonymTokenizer.tokenizerDescriptor(arguments: arguments)
    )
  }

  func accept(
    token: String,
    flags: FTS5TokenFlags,
    for tokenization: FTS5Tokenization,
    tokenCallback: FTS5WrapperTokenCallback
  ) throws {
    try tokenCallback(String(token.reversed()), flags)
  }
}

struct TokenizerFailure: Error, CustomStringConvertible {
  let description: String
}
