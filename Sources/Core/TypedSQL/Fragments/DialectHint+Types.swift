import Foundation

extension Bool: HintedType { package static var dialectHint: DialectHint { .boolean } }

extension Date: HintedType { package static var dialectHint: DialectHint { .date } }

extension Date.UnixTimeRepresentation: HintedType {
  package static var dialectHint: DialectHint { .date }
}

extension Date.JulianDayRepresentation: HintedType {
  package static var dialectHint: DialectHint { .date }
}

extension Decimal: HintedType { package static var dialectHint: DialectHint { .decimal } }

extension Decimal.FixedPoint: HintedType {
  package static var dialectHint: DialectHint { .scaledInteger }
}

extension UUID: HintedType { package static var dialectHint: DialectHint { .identifier } }

extension UUID.BytesRepresentation: HintedType {
  package static var dialectHint: DialectHint { .identifier }
}

extension UUID.UppercasedRepresentation: HintedType {
  package static var dialectHint: DialectHint { .identifier }
}

extension [UInt8]: HintedType { package static var dialectHint: DialectHint { .bytes } }

extension Data: HintedType { package static var dialectHint: DialectHint { .bytes } }
