import SwiftSyntaxMacros
import TypedSQLMacroCore

// The compiler asks for a macro by this module's name and finds it by the name of its type, so each
// macro of the core gets a type here.

final class BindMacro: TypedSQLMacroCore.BindMacro {}
final class DatabaseFunctionMacro: TypedSQLMacroCore.DatabaseFunctionMacro {}
final class MarkerMacro: TypedSQLMacroCore.MarkerMacro {}
final class SQLMacro: TypedSQLMacroCore.SQLMacro {}
final class TableMacro: TypedSQLMacroCore.TableMacro {}

var macros: [any Macro.Type] {
  [
    BindMacro.self, DatabaseFunctionMacro.self, MarkerMacro.self, SQLMacro.self, TableMacro.self,
  ]
}
