public import SQLiteDatabase

/// The encryption of a copy of a database.
public enum FileCopyEncryption: Sendable {
  /// The copy has the key of the database, or none if the database has none.
  case unchanged
  /// The copy has another key, also if the database is not encrypted.
  case key(EncryptionKey)
  /// The copy is not encrypted: anyone who can read the file can read the data.
  case none
}

/// The result of a copy of a database into a file.
public struct FileCopySummary: Sendable, Hashable {
  /// The number of pages of the copy.
  public let pageCount: Int
  /// The size of the copy.
  public let byteCount: Int

  /// Creates a summary.
  public init(pageCount: Int, byteCount: Int) {
    (self.pageCount, self.byteCount) = (pageCount, byteCount)
  }
}
