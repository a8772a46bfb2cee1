// The umbrella module that applications import: `import LiveSQL` brings in all of these.

@_exported public import DatabaseDependencies
@_exported public import DatabaseTypes
@_exported public import DynamicColumns
@_exported public import IncrementalQueries
@_exported public import LiveEngine
@_exported public import LiveQueries
@_exported public import LiveRecords
@_exported public import Records
@_exported public import SQLQueries
@_exported public import SQLiteDatabase
@_exported public import SQLiteQueries
@_exported public import SQLiteTools
@_exported public import SchemaDefinitions
@_exported public import TypedSQL
@_exported public import TypedSQLExtras
@_exported public import TypedSQLMacroDeclarations

// From the binding, only what errors need: `error.extendedResultCode == .constraintUnique`.
@_exported public import struct SQLite.ResultCode
