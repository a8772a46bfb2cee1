import SQLiteDatabase

/// A format in which rows are written for other programs.
///
/// ```swift
/// try database.dump("cities", format: .csv) { bytes in try file.write(contentsOf: bytes) }
/// // name,inhabitants
/// // Oslo,700000
/// ```
public struct RowDumpFormat: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case csv(delimiter: Unicode.Scalar, hasHeader: Bool)
    case json
    case jsonLines
  }

  let kind: Kind

  /// Comma-separated values with a header: see ``csv(delimiter:hasHeader:)``.
  public static var csv: RowDumpFormat { .csv() }

  /// Comma-separated values, https://www.rfc-editor.org/rfc/rfc4180.
  ///
  /// Lines end with CR LF. NULL is an empty field, an empty text is `""`, and a blob is `x'0aff'`.
  /// A text is in quotes if it contains the delimiter, a quote or a line break, has spaces at its
  /// ends, or looks like a blob; otherwise text is not changed. Infinity is `Inf`.
  ///
  /// - Parameters:
  ///   - delimiter: The character between fields, such as a semicolon or a tab. It must be ASCII,
  ///     and must not occur in numbers or blobs.
  ///   - hasHeader: Whether the first line names the columns.
  public static func csv(
    delimiter: Unicode.Scalar = ",",
    hasHeader: Bool = true
  ) -> RowDumpFormat { RowDumpFormat(kind: .csv(delimiter: delimiter, hasHeader: hasHeader)) }

  /// An array of JSON objects, one per line.
  ///
  /// Values are written as in ``jsonLines``.
  public static let json = RowDumpFormat(kind: .json)

  /// A JSON object on each line, https://jsonlines.org.
  ///
  /// Members are named after the columns; the second of two columns `id` is `id_2`. Integers have
  /// all of their digits, and a real number reads back as the same number; infinity is `9e999`, as
  /// in SQLite's own JSON functions. A blob is `{"base64":"…"}`. Control characters are escaped.
  public static let jsonLines = RowDumpFormat(kind: .jsonLines)
}

extension RowDumpFormat {
  /// Checks that values can be told from the delimiter.
  ///
  /// - Throws: ``DatabaseError`` with `.misuse`.
  func check() throws {
    guard case .csv(let delimiter, _) = kind else { return }
    let isReserved =
      delimiter.properties.isAlphabetic
      || "0123456789.+-'\"\n\r".unicodeScalars.contains(delimiter)
    guard isReserved || !delimiter.isASCII else { return }
    throw DatabaseError(
      code: .misuse,
      message: "The delimiter must be an ASCII character that occurs in no number and no blob, and "
        + "neither a quote nor a line break, such as a comma, a semicolon or a tab."
    )
  }
}
