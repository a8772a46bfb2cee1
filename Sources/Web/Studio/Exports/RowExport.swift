/// Rows that are written to a file.
protocol RowExport: Sendable {
  /// The name of the file without its extension.
  var name: String { get }
  var format: ExportFormat { get }

  /// Reads the rows and writes them in pieces, on a separate connection: the next piece is read
  /// when the last one was taken.
  ///
  /// - Throws: The errors of reading and of `write`; the file is then incomplete.
  func run(_ write: (String) async throws -> Void) async throws
}

extension ExportWriter {
  /// The number of bytes after which a piece is written.
  static let pieceSize = 32_768
}
