import SQLiteDatabase

/// The purpose for which a tokenizer divides a text.
///
/// https://www.sqlite.org/fts5.html#custom_tokenizers
public struct FTS5Tokenization: OptionSet, Sendable, Hashable {
  /// The flags of FTS5.
  public let rawValue: CInt

  /// Creates a purpose from the flags of FTS5.
  public init(rawValue: CInt) { self.rawValue = rawValue }

  /// The text is searched for: `FTS5_TOKENIZE_QUERY`.
  public static let query = FTS5Tokenization(rawValue: 1)
  /// The last word of the searched text may be incomplete: `FTS5_TOKENIZE_PREFIX`.
  public static let prefix = FTS5Tokenization(rawValue: 2)
  /// The text is written to the index, or removed from it: `FTS5_TOKENIZE_DOCUMENT`.
  public static let document = FTS5Tokenization(rawValue: 4)
  /// The text is a result, for `highlight` or `snippet`: `FTS5_TOKENIZE_AUX`.
  public static let aux = FTS5Tokenization(rawValue: 8)
}

/// The properties of a token.
public struct FTS5TokenFlags: OptionSet, Sendable, Hashable {
  /// The flags of FTS5.
  public let rawValue: CInt

  /// Creates properties from the flags of FTS5.
  public init(rawValue: CInt) { self.rawValue = rawValue }

  /// The token stands at the place of the one before, as a synonym does: `FTS5_TOKEN_COLOCATED`.
  public static let colocated = FTS5TokenFlags(rawValue: 1)
}

/// A C function to which a tokenizer passes a token: the flags, the bytes of the token, and the
/// offsets of the bytes of the text that it stands for.
///
/// If the result is not 0, the tokenizer stops and returns it.
public typealias FTS5TokenCallback =
  @convention(c) (
    _ context: UnsafeMutableRawPointer?, _ flags: CInt, _ pToken: UnsafePointer<CChar>?,
    _ nToken: CInt, _ iStart: CInt, _ iEnd: CInt
  ) -> CInt

/// An object that divides texts into words for FTS5.
///
/// ``Database/makeTokenizer(_:)`` returns those of SQLite. The application's own conform to
/// ``FTS5TextTokenizer``, ``FTS5WrapperTokenizer`` or ``FTS5CustomTokenizer``.
///
/// A tokenizer belongs to one connection. Only the connection's thread uses it.
public protocol FTS5Tokenizer: AnyObject {
  /// Divides a text into tokens, and passes each to a C function.
  ///
  /// - Parameters:
  ///   - context: The first argument for `tokenCallback`.
  ///   - tokenization: The purpose.
  ///   - pText: The text in UTF-8, without a NUL character at its end.
  ///   - nText: The number of bytes of the text.
  ///   - tokenCallback: Receives the tokens. Their offsets must lie within the text, since FTS5
  ///     does not check them.
  /// - Returns: A result code of SQLite: 0 after the last token, or the first other result of
  ///   `tokenCallback`.
  func tokenize(
    context: UnsafeMutableRawPointer?,
    tokenization: FTS5Tokenization,
    pText: UnsafePointer<CChar>?,
    nText: CInt,
    tokenCallback: @escaping FTS5TokenCallback
  ) -> CInt

  /// Does the same, and throws the error of the application's code, which keeps its message.
  func _tokenize(
    context: UnsafeMutableRawPointer?,
    tokenization: FTS5Tokenization,
    pText: UnsafePointer<CChar>?,
    nText: CInt,
    tokenCallback: @escaping FTS5TokenCallback
  ) throws -> CInt
}

extension FTS5Tokenizer {
  /// Calls the function that returns a code.
  public func _tokenize(
    context: UnsafeMutableRawPointer?,
    tokenization: FTS5Tokenization,
    pText: UnsafePointer<CChar>?,
    nText: CInt,
    tokenCallback: @escaping FTS5TokenCallback
  ) throws -> CInt {
    tokenize(
      context: context,
      tokenization: tokenization,
      pText: pText,
      nText: nText,
      tokenCallback: tokenCallback
    )
  }

  /// Returns the tokens of a text that would be written to an index.
  ///
  /// - Throws: The error of the tokenizer.
  public func tokenize(document: String) throws -> [(token: String, flags: FTS5TokenFlags)] {
    try tokens(of: document, for: .document)
  }

  /// Returns the tokens of a text that would be searched for.
  ///
  /// - Throws: The error of the tokenizer.
  public func tokenize(query: String) throws -> [(token: String, flags: FTS5TokenFlags)] {
    try tokens(of: query, for: .query)
  }

  private func tokens(
    of text: String,
    for tokenization: FTS5Tokenization
  ) throws -> [(token: String, flags: FTS5TokenFlags)] {
    var tokens: [(token: String, flags: FTS5TokenFlags)] = []
    var text = text
    let code = try text.withUTF8 { bytes in
      try bytes.withMemoryRebound(to: CChar.self) { characters in
        try receiveTokens(
          for: tokenization,
          pText: characters.baseAddress,
          nText: CInt(clamping: characters.count)
        ) { token in
          tokens.append((token.text, token.flags))
          return 0
        }
      }
    }
    guard code == 0 else { throw DatabaseError.tokenizer(code) }
    return tokens
  }
}

/// A token as FTS5 passes it on.
struct PassedToken {
  let text: String
  let flags: FTS5TokenFlags
  let start: CInt
  let end: CInt
}

extension FTS5Tokenizer {
  /// Divides a text into tokens, and passes each to a closure, whose error is thrown.
  ///
  /// - Returns: A result code of SQLite.
  func receiveTokens(
    for tokenization: FTS5Tokenization,
    pText: UnsafePointer<CChar>?,
    nText: CInt,
    _ receive: (PassedToken) throws -> CInt
  ) throws -> CInt {
    try withoutActuallyEscaping(receive) { receive in
      let receiver = TokenReceiver(receive)
      // The object outlives the call, during which alone its address is used.
      let code = try withExtendedLifetime(receiver) {
        try _tokenize(
          context: Unmanaged.passUnretained(receiver).toOpaque(),
          tokenization: tokenization,
          pText: pText,
          nText: nText,
          tokenCallback: receiveToken
        )
      }
      if let error = receiver.error { throw error }
      return code
    }
  }
}

/// The closure that receives tokens, at the address that a C function gets.
private final class TokenReceiver {
  let receive: (PassedToken) throws -> CInt
  var error: (any Error)?

  init(_ receive: @escaping (PassedToken) throws -> CInt) { self.receive = receive }
}

private let receiveToken: FTS5TokenCallback = { context, flags, bytes, count, start, end in
  guard let context else { return ResultCodes.error }
  let receiver = Unmanaged<TokenReceiver>.fromOpaque(context).takeUnretainedValue()
  let token = UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : max(0, Int(count)))
  do {
    return try receiver.receive(
      PassedToken(
        text: String(decoding: UnsafeRawBufferPointer(token), as: UTF8.self),
        flags: FTS5TokenFlags(rawValue: flags),
        start: start,
        end: end
      )
    )
  } catch {
    if receiver.error == nil { receiver.error = error }
    return ResultCodes.error
  }
}
