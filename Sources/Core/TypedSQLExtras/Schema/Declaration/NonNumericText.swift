import Foundation
public import TypedSQL

/// A type that is stored as text that never looks like a number.
///
/// A column declared `DATETIME`, `UUID` or `JSON` has numeric affinity, which converts `'007'` to
/// 7. It keeps these texts unchanged.
protocol NonNumericText {}

extension Date: NonNumericText {}
extension URL: NonNumericText {}
extension UUID: NonNumericText {}
extension UUID.UppercasedRepresentation: NonNumericText {}
// Except for a single number, which is not a document that anybody stores.
extension _CodableJSONRepresentation: NonNumericText {}
