import CSQLite

/// A C function that receives a token of a text: its flags, its bytes, and the offsets of the bytes
/// that it stands for.
///
/// A result other than `SQLITE_OK` ends the tokenization, which returns it.
package typealias TokenFunction =
  @convention(c) (
    _ context: UnsafeMutableRawPointer?, _ flags: Int32, _ token: UnsafePointer<CChar>?,
    _ count: Int32, _ start: Int32, _ end: Int32
  ) -> Int32

/// A closure that divides a text into tokens, and returns a result code.
package typealias TokenizerFunction = (
  _ context: UnsafeMutableRawPointer?, _ flags: Int32, _ text: UnsafePointer<CChar>?,
  _ count: Int32, _ receive: @escaping TokenFunction
) throws -> Int32

extension Connection {
  /// Adds a tokenizer of FTS5.
  ///
  /// A tokenizer of the same name is replaced for tables that the connection opens afterwards;
  /// FTS5 cannot remove one.
  ///
  /// If a closure throws a ``SQLiteError``, the statement fails with its code and message; for any
  /// other error, with ``ResultCode/error`` and the error's description.
  ///
  /// - Parameters:
  ///   - name: The name, of at most 255 bytes, by which tables find it.
  ///   - make: Creates the tokenizer of a table from the arguments in its definition. It is
  ///     called when a table is created or opened. A closure that holds the connection strongly
  ///     keeps it open.
  /// - Throws: ``ResultCode/error`` if the library was built without FTS5.
  ///
  /// https://www.sqlite.org/fts5.html#custom_tokenizers
  package func addTokenizer(
    _ name: String,
    make: @escaping (_ arguments: [String]) throws -> TokenizerFunction
  ) throws(SQLiteError) {
    try checkRegisteredName(name, of: "a tokenizer")
    let api = try unsafe fullTextFunctions()
    let kind = unsafe TokenizerKind(make, hooks)
    let box = unsafe Unmanaged.passRetained(kind)
    var methods = unsafe fts5_tokenizer(
      xCreate: createCallback,
      xDelete: deleteCallback,
      xTokenize: tokenizeCallback
    )
    let code = unsafe api.pointee.xCreateTokenizer(
      api,
      name,
      box.toOpaque(),
      &methods,
      { unsafe release(TokenizerKind.self, at: $0) }
    )
    guard code == SQLITE_OK else {
      // FTS5 does not call the destructor if it has no memory for the tokenizer.
      unsafe box.release()
      throw SQLiteError(
        code: ResultCode(rawValue: code),
        message: "The tokenizer \(name) was not added: \(ResultCode(rawValue: code).name)."
      )
    }
  }

  /// Returns the functions of FTS5, which the first call asks for with a statement.
  func fullTextFunctions() throws(SQLiteError) -> UnsafeMutablePointer<fts5_api> {
    let handle = try unsafe handle()
    if let known = unsafe fullText { return unsafe known }
    guard let api = unsafe livesql_fts5_api(handle), unsafe api.pointee.iVersion >= 2 else {
      throw SQLiteError(
        code: .error,
        message: "This SQLite was built without FTS5, so it has no tokenizers. Use another build."
      )
    }
    unsafe fullText = api
    return unsafe api
  }
}

/// The factory of a tokenizer, retained by FTS5 until the connection is closed.
@safe
private final class TokenizerKind {
  let make: ([String]) throws -> TokenizerFunction
  /// Not the connection, which would then keep itself open.
  let hooks: Hooks

  init(_ make: @escaping ([String]) throws -> TokenizerFunction, _ hooks: Hooks) {
    unsafe self.make = make
    self.hooks = hooks
  }
}

/// The tokenizer of one table, retained by FTS5 as long as the connection has the table open.
@safe
private final class TableTokenizer {
  let function: TokenizerFunction
  let hooks: Hooks

  init(_ function: @escaping TokenizerFunction, _ hooks: Hooks) {
    unsafe self.function = function
    self.hooks = hooks
  }
}

private let createCallback:
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, Int32,
    UnsafeMutablePointer<OpaquePointer?>?
  ) -> Int32 = { box, arguments, count, result in
    guard let box = unsafe box, let result = unsafe result else { return SQLITE_ERROR }
    let kind = unsafe Unmanaged<TokenizerKind>.fromOpaque(box).takeUnretainedValue()
    kind.hooks.tokenizerError = nil
    do {
      let texts = (0..<max(0, Int(count))).map { index in
        unsafe arguments?[index].map { unsafe String(cString: $0) } ?? ""
      }
      let tokenizer = unsafe TableTokenizer(try kind.make(texts), kind.hooks)
      unsafe result.pointee = OpaquePointer(Unmanaged.passRetained(tokenizer).toOpaque())
      return SQLITE_OK
    } catch {
      return kind.hooks.keep(error)
    }
  }

private let deleteCallback: @convention(c) (OpaquePointer?) -> Void = { tokenizer in
  unsafe release(TableTokenizer.self, at: UnsafeMutableRawPointer(tokenizer))
}

private let tokenizeCallback:
  @convention(c) (
    OpaquePointer?, UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, TokenFunction?
  ) -> Int32 = { tokenizer, context, flags, text, count, receive in
    guard let address = unsafe UnsafeMutableRawPointer(tokenizer), let receive = unsafe receive
    else { return SQLITE_ERROR }
    let table = unsafe Unmanaged<TableTokenizer>.fromOpaque(address).takeUnretainedValue()
    table.hooks.tokenizerError = nil
    do {
      return unsafe try table.function(context, flags, text, max(0, count), receive)
    } catch {
      return table.hooks.keep(error)
    }
  }
