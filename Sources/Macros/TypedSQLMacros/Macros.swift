import SwiftSyntaxMacros
import TypedSQLMacroCore

// The compiler looks up a macro by this module's name and the name of its type, so each macro of
// the core gets a type here.

final class BindMacro: TypedSQLMacroCore.BindMacro {}
final class DatabaseFunctionMacro: TypedSQLMacroCore.DatabaseFunctionMacro {}
final class MarkerMacro: TypedSQLMacroCore.MarkerMacro {}
final class SQLMacro: TypedSQLMacroCore.SQLMacro {}
final class SQLRowsMacro: TypedSQLMacroCore.SQLRowsMacro {}
final class TableMacro: TypedSQLMacroCore.TableMacro {}
final class CodableCheckMacro: TypedSQLMacroCore.CodableCheckMacro {}
final class GroupCheckMacro: TypedSQLMacroCore.GroupCheckMacro {}
final class RawValueCheckMacro: TypedSQLMacroCore.RawValueCheckMacro {}
final class UnrepresentableCheckMacro: TypedSQLMacroCore.UnrepresentableCheckMacro {}
final class IsolationCheckMacro: TypedSQLMacroCore.IsolationCheckMacro {}
final class NoIsolationCheckMacro: TypedSQLMacroCore.NoIsolationCheckMacro {}

var macros: [any Macro.Type] {
  [
    BindMacro.self, CodableCheckMacro.self, DatabaseFunctionMacro.self, GroupCheckMacro.self,
    IsolationCheckMacro.self, MarkerMacro.self, NoIsolationCheckMacro.self, RawValueCheckMacro.self,
    SQLMacro.self, SQLRowsMacro.self, TableMacro.self, UnrepresentableCheckMacro.self,
  ]
}
