// What an application imports: `import LiveSQL` brings all of it.

@_exported public import DatabaseDependencies
@_exported public import DatabaseQueries
@_exported public import DatabaseTools
@_exported public import DatabaseTypes
@_exported public import DynamicColumns
@_exported public import IncrementalQueries
@_exported public import LiveEngine
@_exported public import LiveQueries
@_exported public import LiveRecords
@_exported public import Records
@_exported public import SQLiteDatabase
@_exported public import SchemaDefinitions
@_exported public import TypedSQL
@_exported public import TypedSQLExtras
@_exported public import TypedSQLMacroDeclarations

// Of the binding, what errors tell: `error.resultCode == .constraintUnique`.
@_exported public import struct SQLite.ResultCode
