package import DatabaseTypes
import Foundation

extension QueryBinding {
  /// Creates the binding of a stored value.
  package init(_ value: DatabaseValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let value): .int(value)
      case .real(let value): .double(value)
      case .text(let value): .text(value)
      case .blob(let value): .blob(value)
      }
  }

  /// Returns the value that SQLite stores.
  ///
  /// - Throws: ``ConversionFailure`` if SQLite would store something else, or nothing.
  package func databaseValue() throws(ConversionFailure) -> DatabaseValue {
    switch self {
    case .blob(let value): return .blob(value)
    case .bool(let value): return .integer(value ? 1 : 0)
    case .int(let value): return .integer(value)
    case .null: return .null
    case .text(let value): return .text(value)
    case .dated(let text, let exact):
      return .text(StoredForm.current.hasExactDates ? exact : text)
    case .uuid(let value): return .text(UUIDText.text(for: value))
    case .double(let value):
      guard !value.isNaN else {
        throw .refused(Double.self, "it is not a number, and SQLite would store NULL")
      }
      return .real(value)
    case .date(let value):
      guard let text = DateText.storedText(for: value) else {
        throw .refused(Date.self, "it is outside the years 0 to 9999")
      }
      return .text(text)
    case .uint(let value):
      guard let value = Int64(exactly: value) else {
        throw .refused(UInt64.self, "it is above Int64.max")
      }
      return .integer(value)
    case .decimal(let value, scale: nil) where StoredForm.current.hasDecimals:
      return .text("\(value)")
    case .decimal(let value, let scale): return .integer(try value.scaledInteger(onSQLite: scale))
    case .invalid(let error): throw .refused(QueryBinding.self, error.description)
    case .parameter:
      throw .refused(
        QueryBinding.self,
        "it is the parameter of a prepared query, which gets its value when the query is run"
      )
    }
  }
}

extension Decimal {
  fileprivate func scaledInteger(onSQLite scale: UInt8?) throws(ConversionFailure) -> Int64 {
    do throws(QueryBindingError) {
      guard let scale else { throw .noDecimal }
      return try scaledInteger(scale: scale)
    } catch { throw .refused(Decimal.self, error.description) }
  }
}

extension ConversionFailure {
  fileprivate static func refused<Value>(_ type: Value.Type, _ reason: String) -> Self {
    unrepresentable(type, found: nil, reason: reason)
  }
}
