import DatabaseTypes
import SQLite
import SQLiteDatabase

/// A word that a tokenizer found in a text.
public struct FTS5Token: Sendable, Hashable {
  /// The word as the index holds it, such as its lower case.
  public var text: String
  /// The part of the text that it stands for, which `highlight` marks.
  public var range: Range<String.Index>
  /// The properties.
  public var flags: FTS5TokenFlags

  /// Creates a word.
  public init(_ text: String, range: Range<String.Index>, flags: FTS5TokenFlags = []) {
    self.text = text
    self.range = range
    self.flags = flags
  }
}

/// A tokenizer of the application that returns the words of a text.
///
/// ```swift
/// final class CommaTokenizer: FTS5TextTokenizer {
///   static let name = "commas"
///   init(db: Database, arguments: [String]) {}
///
///   func tokens(of text: String, for tokenization: FTS5Tokenization) -> [FTS5Token] {
///     text.split(separator: ",").map { part in
///       FTS5Token(part.lowercased(), range: part.startIndex..<part.endIndex)
///     }
///   }
/// }
/// ```
///
/// Bytes of a stored text that are not valid UTF-8 arrive as U+FFFD. Empty words are left out.
///
/// The tokenizer runs for each text that is written, searched for or highlighted, on the
/// connection's thread.
public protocol FTS5TextTokenizer: FTS5CustomTokenizer {
  /// Returns the words of a text, in the order in which they stand in it.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - tokenization: The purpose.
  /// - Throws: An error with which the statement fails; its message is kept.
  func tokens(of text: String, for tokenization: FTS5Tokenization) throws -> [FTS5Token]
}

extension FTS5TextTokenizer {
  /// Passes the words to a C function; an error becomes a result code.
  public func tokenize(
    context: UnsafeMutableRawPointer?,
    tokenization: FTS5Tokenization,
    pText: UnsafePointer<CChar>?,
    nText: CInt,
    tokenCallback: @escaping FTS5TokenCallback
  ) -> CInt {
    resultCode {
      try _tokenize(
        context: context,
        tokenization: tokenization,
        pText: pText,
        nText: nText,
        tokenCallback: tokenCallback
      )
    }
  }

  /// Passes the words to a C function, and throws an error.
  public func _tokenize(
    context: UnsafeMutableRawPointer?,
    tokenization: FTS5Tokenization,
    pText: UnsafePointer<CChar>?,
    nText: CInt,
    tokenCallback: @escaping FTS5TokenCallback
  ) throws -> CInt {
    let bytes = UnsafeBufferPointer(start: pText, count: pText == nil ? 0 : max(0, Int(nText)))
    let text = String(decoding: UnsafeRawBufferPointer(bytes), as: UTF8.self)
    for token in try tokens(of: text, for: tokenization) {
      // FTS5 reads the text at the offsets, so they must not lie beyond its end, as they might if
      // the text was not valid UTF-8 or if the range is one of another text.
      let start = min(text.byteOffset(of: token.range.lowerBound), bytes.count)
      let end = min(max(start, text.byteOffset(of: token.range.upperBound)), bytes.count)
      let code = token.text.passed(
        to: tokenCallback,
        context,
        token.flags,
        CInt(clamping: start),
        CInt(clamping: end)
      )
      guard code == 0 else { return code }
    }
    return 0
  }
}

/// A tokenizer of the application that changes the words which another one finds.
///
/// ```swift
/// final class SynonymTokenizer: FTS5WrapperTokenizer {
///   static let name = "synonyms"
///   let wrappedTokenizer: any FTS5Tokenizer
///
///   init(db: Database, arguments: [String]) throws {
///     wrappedTokenizer = try db.makeTokenizer(.unicode61())
///   }
///
///   func accept(
///     token: String, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
///     tokenCallback: FTS5WrapperTokenCallback
///   ) throws {
///     try tokenCallback(token == "automobile" ? "car" : token, flags)
///   }
/// }
/// ```
public protocol FTS5WrapperTokenizer: FTS5CustomTokenizer {
  /// The tokenizer that divides the text.
  var wrappedTokenizer: any FTS5Tokenizer { get }

  /// Passes on what takes the place of a word: nothing, one word, or several.
  ///
  /// - Parameters:
  ///   - token: The word.
  ///   - flags: Its properties.
  ///   - tokenization: The purpose.
  ///   - tokenCallback: Receives the words that take its place. A further word at the same place
  ///     has the flag ``FTS5TokenFlags/colocated``. Rethrow its errors.
  /// - Throws: An error with which the statement fails; its message is kept.
  func accept(
    token: String,
    flags: FTS5TokenFlags,
    for tokenization: FTS5Tokenization,
    tokenCallback: FTS5WrapperTokenCallback
  ) throws
}

/// A closure that receives a word of a wrapping tokenizer.
public typealias FTS5WrapperTokenCallback = (_ token: String, _ flags: FTS5TokenFlags) throws ->
  Void

extension FTS5WrapperTokenizer {
  /// Passes the changed words to a C function; an error becomes a result code.
  public func tokenize(
    context: UnsafeMutableRawPointer?,
    tokenization: FTS5Tokenization,
    pText: UnsafePointer<CChar>?,
    nText: CInt,
    tokenCallback: @escaping FTS5TokenCallback
  ) -> CInt {
    resultCode {
      try _tokenize(
        context: context,
        tokenization: tokenization,
        pText: pText,
        nText: nText,
        tokenCallback: tokenCallback
      )
    }
  }

  /// Passes the changed words to a C function, and throws an error.
  public func _tokenize(
    context: UnsafeMutableRawPointer?,
    tokenization: FTS5Tokenization,
    pText: UnsafePointer<CChar>?,
    nText: CInt,
    tokenCallback: @escaping FTS5TokenCallback
  ) throws -> CInt {
    try wrappedTokenizer.receiveTokens(for: tokenization, pText: pText, nText: nText) { found in
      do {
        try accept(token: found.text, flags: found.flags, for: tokenization) { token, flags in
          let code = token.passed(to: tokenCallback, context, flags, found.start, found.end)
          guard code == 0 else { throw TokenizationEnd(code: code) }
        }
        return 0
      } catch let end as TokenizationEnd {
        return end.code
      }
    }
  }
}

/// The end of a tokenization that whoever receives the tokens asked for.
private struct TokenizationEnd: Error {
  let code: CInt
}

extension FTS5Tokenizer {
  /// Returns the code of a closure, or that of its error.
  fileprivate func resultCode(_ body: () throws -> CInt) -> CInt {
    do { return try convertingErrors(body) } catch {
      return error.code.rawValue == 0 ? ResultCodes.error : error.code.rawValue
    }
  }
}

extension String {
  /// The number of bytes before an index, or all if the index lies beyond the end.
  fileprivate func byteOffset(of index: Index) -> Int {
    index < endIndex ? utf8.distance(from: startIndex, to: index) : utf8.count
  }

  /// Passes the text as a token, unless it is empty.
  fileprivate func passed(
    to callback: FTS5TokenCallback,
    _ context: UnsafeMutableRawPointer?,
    _ flags: FTS5TokenFlags,
    _ start: CInt,
    _ end: CInt
  ) -> CInt {
    guard !isEmpty else { return 0 }
    var text = self
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        callback(
          context,
          flags.rawValue,
          characters.baseAddress,
          CInt(clamping: characters.count),
          start,
          end
        )
      }
    }
  }
}
