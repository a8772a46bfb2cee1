public import DatabaseTypes
public import Foundation

/// A reader of the columns of one row, in their order.
///
/// Each database has one; ``CursorDecoder`` decodes typed values from it. The methods are concrete,
/// so that the decoder, specialised for a reader, is as fast as code that is written for it.
///
/// Each method reads the next column and returns `nil` for NULL, or throws `ConversionFailure` if
/// the column has another value.
@usableFromInline
package protocol ColumnCursor {
  /// The index of the next column.
  var index: Int { get }

  mutating func nextInteger() throws(ConversionFailure) -> Int64?
  mutating func nextUnsigned() throws(ConversionFailure) -> UInt64?
  mutating func nextReal() throws(ConversionFailure) -> Double?
  mutating func nextText() throws(ConversionFailure) -> String?
  mutating func nextBytes() throws(ConversionFailure) -> [UInt8]?
  /// Reads a Boolean: any number except zero is true.
  mutating func nextTruth() throws(ConversionFailure) -> Bool?
  /// Reads a date: a timestamp, a text, or seconds since 1970.
  mutating func nextDate() throws(ConversionFailure) -> Date?
  mutating func nextUUID() throws(ConversionFailure) -> UUID?
  mutating func nextDecimal() throws(ConversionFailure) -> Decimal?
  /// Reads an integer that counts fractions of one, such as hundredths.
  mutating func nextScaledInteger() throws(ConversionFailure) -> Int64?
  /// Reads a list: an array, or a JSON array of single values.
  mutating func nextList() throws -> [DatabaseValue]?
  /// Skips the next columns if all of them are NULL, and returns whether they are.
  mutating func skipNull(_ columns: Int) -> Bool
}
