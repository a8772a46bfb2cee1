import DatabaseTypes
public import Foundation
public import TypedSQL

/// A type whose values can be elements of an array that is stored in one column.
///
/// Numbers, texts, truth values, dates and UUIDs conform to it, and optionals of them. An
/// enumeration that is stored as its raw value must declare its conformance:
///
/// ```swift
/// enum Tag: String, QueryBindable, ArrayElement { case new, sale }
/// ```
public protocol ArrayElement: Hashable, Sendable {
  /// The type that an element is decoded as.
  associatedtype _Stored: QueryBindable

  /// The value of an element.
  var _elementBinding: QueryBinding { get }

  /// Decodes an element.
  static func _element(from decoder: inout some QueryDecoder) throws -> Self
}

extension ArrayElement where Self: QueryBindable, QueryOutput == Self {
  /// The value of an element.
  public var _elementBinding: QueryBinding { queryBinding }

  /// Decodes an element.
  public static func _element(from decoder: inout some QueryDecoder) throws -> Self {
    try Self(decoder: &decoder)
  }
}

extension ArrayElement where Self: QueryBindable {
  /// The type that an element is decoded as: itself.
  public typealias _Stored = Self
}

extension Optional: ArrayElement where Wrapped: ArrayElement {
  /// The type that an element is decoded as.
  public typealias _Stored = Wrapped._Stored?

  /// The value of an element.
  public var _elementBinding: QueryBinding { self?._elementBinding ?? .null }

  /// Decodes an element.
  public static func _element(from decoder: inout some QueryDecoder) throws -> Self {
    try decoder.skipsNull(columns: 1) ? nil : Wrapped._element(from: &decoder)
  }
}

extension Bool: ArrayElement {}
extension Date: ArrayElement {}
extension Double: ArrayElement {}
extension Float: ArrayElement {}
extension Int: ArrayElement {}
extension Int16: ArrayElement {}
extension Int32: ArrayElement {}
extension Int64: ArrayElement {}
extension Int8: ArrayElement {}
extension String: ArrayElement {}
extension UInt16: ArrayElement {}
extension UInt32: ArrayElement {}
extension UUID: ArrayElement {}
