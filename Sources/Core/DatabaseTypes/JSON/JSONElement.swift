public import Foundation

/// An element of JSON that SQL makes: an expression, or a value of Swift's own types.
///
/// So one list can have both: `Database.jsonArray([Column("score"), 1, "a"])`. A type of your own
/// needs its `databaseValue` there, which is an expression.
///
/// Not every ``DatabaseValueConvertible`` type conforms by itself: a type that conforms to that
/// only under a condition would then have to conform to both.
@_documentation(visibility: internal)
public protocol _JSONElement {}

extension Bool: _JSONElement {}
extension Int: _JSONElement {}
extension Int8: _JSONElement {}
extension Int16: _JSONElement {}
extension Int32: _JSONElement {}
extension Int64: _JSONElement {}
extension UInt: _JSONElement {}
extension UInt8: _JSONElement {}
extension UInt16: _JSONElement {}
extension UInt32: _JSONElement {}
extension UInt64: _JSONElement {}
extension Double: _JSONElement {}
extension Float: _JSONElement {}
extension String: _JSONElement {}
extension Data: _JSONElement {}
extension Date: _JSONElement {}
extension UUID: _JSONElement {}
extension URL: _JSONElement {}
