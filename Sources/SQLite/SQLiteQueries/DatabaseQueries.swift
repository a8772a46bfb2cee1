// The calls that read and write are those of every database.
@_exported public import SQLQueries
