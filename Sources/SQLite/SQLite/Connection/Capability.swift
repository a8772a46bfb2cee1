import CSQLite

/// A feature that SQLite can be compiled without.
///
/// ```swift
/// if !Capability.session.isAvailable { print("No changesets: \(Capability.session.advice)") }
/// ```
public enum Capability: String, Sendable, Hashable, CaseIterable {
  /// The old and new values of each changed row.
  case preupdateHook
  /// Changesets of the session extension.
  case session
  /// The table and column that a result column shows.
  case columnMetadata
  /// Conversion of a database to and from bytes.
  case serialization
  /// The position of an error in its SQL.
  case errorOffset
  /// Full-text search.
  case fts5
  /// R*Trees.
  case rtree
  /// `sin`, `log`, `pow`, …
  case mathFunctions
  /// JSON functions.
  case json
  /// Encryption of files: the functions and pragmas of SQLCipher 4.
  case encryption
}

extension Capability {
  /// Whether the loaded SQLite has the feature.
  public var isAvailable: Bool {
    switch self {
    case .preupdateHook:
      unsafe OptionalSymbols.preupdateHook != nil && OptionalSymbols.preupdateOld != nil
    case .session:
      SessionSymbols.areAvailable
    case .columnMetadata: unsafe OptionalSymbols.columnOriginName != nil
    case .serialization:
      unsafe SerializationSymbols.serialize != nil && SerializationSymbols.deserialize != nil
    case .errorOffset: unsafe OptionalSymbols.errorOffset != nil
    case .fts5: Self.isCompiled("ENABLE_FTS5")
    case .rtree: Self.isCompiled("ENABLE_RTREE")
    case .mathFunctions: Self.isCompiled("ENABLE_MATH_FUNCTIONS")
    case .json:
      SQLiteLibrary.versionNumber >= 3_038_000
        ? !Self.isCompiled("OMIT_JSON") : Self.isCompiled("ENABLE_JSON1")
    case .encryption: EncryptionSymbols.areAvailable
    }
  }

  /// A sentence with the missing feature and advice on how to get it.
  public var advice: String {
    let lack = "The loaded SQLite \(SQLiteLibrary.version) lacks “\(rawValue)”; "
    guard self == .encryption else { return lack + "install a version that has it." }
    return lack + "build with SQLCipher 4 in its place, as the guide “Security” shows."
  }

  private static func isCompiled(_ option: String) -> Bool {
    unsafe sqlite3_compileoption_used(option) != 0
  }
}

/// The loaded SQLite library.
public enum SQLiteLibrary {
  /// The version, such as `3.40.1`.
  public static var version: String { unsafe String(cString: sqlite3_libversion()) }

  /// The version as a number, such as 3040001.
  public static var versionNumber: Int { Int(sqlite3_libversion_number()) }

  /// The oldest version that has all functions which are linked by name.
  ///
  /// The newest of them are `sqlite3_changes64` and `sqlite3_total_changes64`. `shim.h` checks the
  /// header for the same version.
  static let oldestVersionNumber = 3_037_000

  /// Throws if a version lacks functions that are linked by name.
  ///
  /// The dynamic linker looks them up when they are called first, and then ends the program.
  ///
  /// - Parameter number: A version as a number; by default that of the loaded library.
  /// - Throws: An error that names both versions.
  static func checkVersion(_ number: Int = versionNumber) throws(SQLiteError) {
    guard number < oldestVersionNumber else { return }
    let found = "\(number / 1_000_000).\(number / 1_000 % 1_000).\(number % 1_000)"
    throw SQLiteError(
      code: .error,
      message: "LiveSQL needs SQLite 3.37 or newer, and the program has loaded SQLite \(found). "
        + "Install a newer one, or link it into the program."
    )
  }

  /// The compile-time options.
  public static var compileOptions: [String] {
    var options: [String] = []
    while let option = unsafe sqlite3_compileoption_get(Int32(options.count)) {
      options.append(unsafe String(cString: option))
    }
    return options
  }

  /// The version of SQLCipher, such as `4.6.1 community`; `nil` if the loaded SQLite does not
  /// encrypt.
  public static var cipherVersion: String? {
    EncryptionSymbols.areAvailable ? EncryptionSymbols.cipherVersion : nil
  }

  /// The memory that SQLite uses in the whole process, in bytes.
  public static var memoryUsed: Int { Int(sqlite3_memory_used()) }
}
