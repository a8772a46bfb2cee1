import DatabaseTypes
import SQLite
public import SQLiteDatabase

/// A tokenizer of the application, under a name that tables use.
///
/// ``FTS5TextTokenizer`` and ``FTS5WrapperTokenizer`` need no pointers; conform to this protocol
/// alone to work with the bytes of the text.
///
/// ```swift
/// configuration.prepareDatabase { db in db.add(tokenizer: SynonymTokenizer.self) }
/// …
/// try db.create(virtualTable: "noteTexts", using: FTS5()) { t in
///   t.tokenizer = SynonymTokenizer.tokenizerDescriptor()
///   t.column("title")
/// }
/// ```
///
/// A file with such a table can only be searched and changed by connections that have the
/// tokenizer. An index holds the words that the tokenizer found, so after a change of its rules
/// rebuild the index: `INSERT INTO noteTexts (noteTexts) VALUES ('rebuild')`.
public protocol FTS5CustomTokenizer: FTS5Tokenizer {
  /// The name by which a table finds the tokenizer; case does not matter.
  static var name: String { get }

  /// Creates the tokenizer of a table, when a connection creates or opens the table.
  ///
  /// - Parameters:
  ///   - db: The connection, for ``Database/makeTokenizer(_:)``. It must not run statements,
  ///     since one is running. Do not keep it: the connection keeps the tokenizer.
  ///   - arguments: The arguments in the table's definition, which are not trustworthy if the file
  ///     is not.
  /// - Throws: An error with which the statement fails.
  init(db: Database, arguments: [String]) throws
}

extension FTS5CustomTokenizer {
  /// Returns the description for the definition of a table.
  ///
  /// - Parameter arguments: The arguments that the tokenizer gets.
  public static func tokenizerDescriptor(arguments: [String] = []) -> FTS5TokenizerDescriptor {
    FTS5TokenizerDescriptor(components: [name] + arguments)
  }
}

extension Database {
  /// Adds a tokenizer to this connection, for tables of FTS5.
  ///
  /// Call it in ``Configuration/prepareDatabase(_:)``, so that the readers of a pool also have it.
  ///
  /// It does not throw: if SQLite was built without FTS5 or does not accept the name, the next
  /// statement or the access throws. Adding the same type again has no effect. A tokenizer of the
  /// same name is replaced for tables that the connection has not opened yet. FTS5 cannot remove
  /// a tokenizer.
  public func add<Tokenizer: FTS5CustomTokenizer>(tokenizer: Tokenizer.Type) {
    let name = Tokenizer.name
    let item = InstalledItem(
      InstalledName(tokenizer: name),
      .type(ObjectIdentifier(Tokenizer.self))
    )
    // The connection keeps the closure, so the closure must not keep the connection.
    install(item) { [weak self] connection in
      try connection.addTokenizer(name) { [weak self] arguments in
        guard let db = self else {
          throw SQLiteError(code: .misuse, message: "The connection is closed.")
        }
        let tokenizer = try convertingErrors { try Tokenizer(db: db, arguments: arguments) }
        return { context, flags, text, count, receive in
          try convertingErrors {
            try tokenizer._tokenize(
              context: context,
              tokenization: FTS5Tokenization(rawValue: flags),
              pText: text,
              nText: count,
              tokenCallback: receive
            )
          }
        }
      }
    }
  }

  /// Creates a tokenizer that this connection knows: one of SQLite's, or one that was added.
  ///
  /// ```swift
  /// let words = try db.makeTokenizer(.unicode61()).tokenize(document: "Café au lait")
  /// print(words.map(\.token))  // ["cafe", "au", "lait"]
  /// ```
  ///
  /// Only the connection's thread may use it. It runs no statement, unless it is the first call on
  /// a connection without tokenizers of the application.
  ///
  /// - Throws: ``DatabaseError`` if there is no tokenizer of this name, or if it does not accept
  ///   the arguments.
  public func makeTokenizer(
    _ descriptor: FTS5TokenizerDescriptor
  ) throws -> any FTS5Tokenizer {
    do throws(SQLiteError) {
      let name = descriptor.components.first ?? ""
      let arguments = Array(descriptor.components.dropFirst())
      return FoundFTS5Tokenizer(try connection.makeTokenizer(name, arguments))
    } catch {
      throw DatabaseError(error, path: path)
    }
  }
}

/// A tokenizer that a connection found by its name.
private final class FoundFTS5Tokenizer: FTS5Tokenizer {
  private let tokenizer: FoundTokenizer

  init(_ tokenizer: FoundTokenizer) { self.tokenizer = tokenizer }

  func tokenize(
    context: UnsafeMutableRawPointer?,
    tokenization: FTS5Tokenization,
    pText: UnsafePointer<CChar>?,
    nText: CInt,
    tokenCallback: @escaping FTS5TokenCallback
  ) -> CInt {
    tokenizer.tokenize(context, tokenization.rawValue, pText, nText, tokenCallback)
  }
}

/// Result codes of SQLite that tokenizers return.
enum ResultCodes {
  static let error = ResultCode.error.rawValue
}

extension DatabaseError {
  /// Creates the error of a tokenizer that returned a code.
  static func tokenizer(_ code: CInt) -> DatabaseError {
    let code = ResultCode(rawValue: code)
    return DatabaseError(
      SQLiteError(code: code, message: "The tokenizer failed: \(code.name)")
    )
  }
}
