import Foundation
public import TypedSQL

/// What is stored as text that never looks like a number.
///
/// A column declared `DATETIME`, `UUID` or `JSON` has numeric affinity, which turns `'007'` into 7. These it keeps.
protocol NeverNumericText {}

extension Date: NeverNumericText {}
extension URL: NeverNumericText {}
extension UUID: NeverNumericText {}
extension UUID.UppercasedRepresentation: NeverNumericText {}
// But for a number alone, which is no document that anybody stores.
extension _CodableJSONRepresentation: NeverNumericText {}
