import CSQLite

/// A tokenizer that a connection knows by name, such as `unicode61`.
///
/// It does not keep the connection open. Only one thread may use it at a time.
///
/// https://www.sqlite.org/fts5.html#custom_tokenizers
@safe
package final class FoundTokenizer {
  private let methods: fts5_tokenizer
  private let tokenizer: OpaquePointer
  /// SQLite's tokenizers keep a buffer, so they cannot be used while they pass on a token.
  private var isRunning = false

  fileprivate init(_ methods: fts5_tokenizer, _ tokenizer: OpaquePointer) {
    self.methods = methods
    unsafe self.tokenizer = tokenizer
  }

  deinit { unsafe methods.xDelete(tokenizer) }

  /// Divides a text into tokens, and returns a result code.
  ///
  /// - Returns: The first result of `receive` other than `SQLITE_OK`, if there is one;
  ///   `SQLITE_MISUSE` if the tokenizer is in use.
  package func tokenize(
    _ context: UnsafeMutableRawPointer?,
    _ flags: Int32,
    _ text: UnsafePointer<CChar>?,
    _ count: Int32,
    _ receive: @escaping TokenFunction
  ) -> Int32 {
    guard !isRunning else { return SQLITE_MISUSE }
    isRunning = true
    defer { isRunning = false }
    return unsafe methods.xTokenize(tokenizer, context, flags, text, count, receive)
  }
}

extension Connection {
  /// Creates a tokenizer from its name and arguments.
  ///
  /// - Throws: ``ResultCode/error`` if there is none of this name, or what the tokenizer reports
  ///   about its arguments.
  package func makeTokenizer(_ name: String, _ arguments: [String]) throws(SQLiteError)
    -> FoundTokenizer
  {
    try checkRegisteredName(name, of: "a tokenizer")
    for argument in arguments { try checkName(argument, of: "an argument") }
    let api = try unsafe fullTextFunctions()
    var box: UnsafeMutableRawPointer?
    var methods = fts5_tokenizer()
    guard unsafe api.pointee.xFindTokenizer(api, name, &box, &methods) == SQLITE_OK else {
      throw SQLiteError(code: .error, message: "no such tokenizer: \(name)")
    }
    var tokenizer: OpaquePointer?
    let code = unsafe withCStrings(arguments) { texts in
      unsafe methods.xCreate(box, texts.baseAddress, Int32(texts.count), &tokenizer)
    }
    guard code == SQLITE_OK, let tokenizer = unsafe tokenizer else {
      let retained = hooks.tokenizerError
      hooks.tokenizerError = nil
      throw retained
        ?? SQLiteError(
          code: ResultCode(rawValue: code == SQLITE_OK ? SQLITE_ERROR : code),
          message: "error in tokenizer constructor"
        )
    }
    return unsafe FoundTokenizer(methods, tokenizer)
  }
}

/// Calls a closure with C strings, which are valid during the call.
private func withCStrings<Result>(
  _ texts: [String],
  _ body: (UnsafeMutableBufferPointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  // Each text is copied, since a Swift string lends its characters to one closure only.
  var addresses = unsafe texts.map { text in
    let characters = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: characters.count)
    for (index, character) in characters.enumerated() {
      unsafe (copy + index).initialize(to: character)
    }
    return unsafe UnsafePointer<CChar>?(UnsafePointer(copy))
  }
  defer { unsafe addresses.forEach { unsafe $0?.deallocate() } }
  return unsafe addresses.withUnsafeMutableBufferPointer { unsafe body($0) }
}
