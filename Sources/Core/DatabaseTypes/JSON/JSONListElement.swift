public import Foundation

/// An element of JSON that SQL makes: an expression, or a value of Swift's own types.
///
/// So one list can have both: `Database.jsonArray([Column("score"), 1, "a"])`. A type of your own
/// needs its `databaseValue` there, which is an expression.
///
/// Not every ``DatabaseValueConvertible`` type conforms by itself: a type that conforms to that
/// only under a condition would then have to conform to both.
@_documentation(visibility: internal)
public protocol _JSONListElement {}

extension Bool: _JSONListElement {}
extension Int: _JSONListElement {}
extension Int8: _JSONListElement {}
extension Int16: _JSONListElement {}
extension Int32: _JSONListElement {}
extension Int64: _JSONListElement {}
extension UInt: _JSONListElement {}
extension UInt8: _JSONListElement {}
extension UInt16: _JSONListElement {}
extension UInt32: _JSONListElement {}
extension UInt64: _JSONListElement {}
extension Double: _JSONListElement {}
extension Float: _JSONListElement {}
extension String: _JSONListElement {}
extension Data: _JSONListElement {}
extension Date: _JSONListElement {}
extension UUID: _JSONListElement {}
extension URL: _JSONListElement {}
