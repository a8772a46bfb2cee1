public import Foundation

extension Bool: StatementColumnConvertible {}
extension Int: StatementColumnConvertible {}
extension Int8: StatementColumnConvertible {}
extension Int16: StatementColumnConvertible {}
extension Int32: StatementColumnConvertible {}
extension Int64: StatementColumnConvertible {}
extension UInt: StatementColumnConvertible {}
extension UInt8: StatementColumnConvertible {}
extension UInt16: StatementColumnConvertible {}
extension UInt32: StatementColumnConvertible {}
extension UInt64: StatementColumnConvertible {}
extension Double: StatementColumnConvertible {}
extension Float: StatementColumnConvertible {}
extension String: StatementColumnConvertible {}
extension Data: StatementColumnConvertible {}
extension Date: StatementColumnConvertible {}
extension UUID: StatementColumnConvertible {}
extension DatabaseValue: StatementColumnConvertible {}
extension Optional: StatementColumnConvertible
where Wrapped: DatabaseValueConvertible & StatementColumnConvertible {}
