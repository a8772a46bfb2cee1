import DatabaseTypes
import PostgreSQL

/// The names of PostgreSQL as they are usually written.
enum PostgresName {
  /// A name: in quotation marks only if it needs them.
  static func plain(_ name: String) -> String {
    let isPlain =
      name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (48...57).contains(byte) || (97...122).contains(byte)
      } && name.utf8.first.map { !(48...57).contains($0) } == true && !reserved.contains(name)
    return isPlain ? name : PostgresConnection.quoted(name)
  }

  /// A table, with its schema unless that is `public`.
  static func plain(_ table: TableName) -> String {
    table.schema == "public" ? plain(table.name) : "\(plain(table.schema)).\(plain(table.name))"
  }

  /// A table's name, always qualified and quoted.
  static func whole(_ table: TableName) -> String {
    "\(PostgresConnection.quoted(table.schema)).\(PostgresConnection.quoted(table.name))"
  }

  /// The words that are names only in quotation marks, at least in some places.
  /// https://www.postgresql.org/docs/current/sql-keywords-appendix.html
  private static let reserved = Set(
    """
    all analyse analyze and any array as asc asymmetric authorization between bigint binary bit \
    boolean both case cast char character check coalesce collate collation column concurrently \
    constraint create cross current_catalog current_date current_role current_schema current_time \
    current_timestamp current_user dec decimal default deferrable desc distinct do else end except \
    exists extract false fetch float for foreign freeze from full grant greatest group grouping \
    having ilike in initially inner inout int integer intersect interval into is isnull join \
    lateral leading least left like limit localtime localtimestamp national natural nchar none \
    normalize not notnull null nullif numeric offset on only or order out outer overlaps overlay \
    placing position precision primary real references returning right row select session_user \
    setof similar smallint some substring symmetric system_user table tablesample then time \
    timestamp to trailing treat trim true union unique user using values varchar variadic verbose \
    when where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces \
    xmlparse xmlpi xmlroot xmlserialize xmltable
    """.split(separator: " ").map(String.init)
  )
}
