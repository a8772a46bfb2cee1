import DatabaseTypes
public import TypedSQL

extension TableDefinition where QueryValue: Codable {
  /// Returns a row as an object: `json_object('id', json_quote("tags"."id"), …)`.
  ///
  /// It has the form that `Codable` gives a row: members are named after properties, groups of
  /// columns are objects, and an enum is an object with its case.
  public func jsonObject() -> SQLQueryExpression<_CodableJSONRepresentation<QueryValue>> {
    SQLQueryExpression(
      jsonObjectFragment(of: QueryValue.self, .jsonObject),
      as: _CodableJSONRepresentation<QueryValue>.self
    )
  }

  /// Returns a row as an object in SQLite's binary form:
  /// `jsonb_object('id', json_quote("tags"."id"), …)`.
  ///
  /// Requires SQLite 3.45.
  public func jsonbObject() -> _JSONExpression<_CodableJSONBRepresentation<QueryValue>> {
    _JSONExpression(queryFragment: jsonObjectFragment(of: QueryValue.self, .jsonbObject))
  }
}

extension Optional.TableColumns where Wrapped: Codable {
  /// Returns a row as an object, if there is one:
  /// `CASE WHEN ("tags"."rowid") IS NOT (NULL) THEN json_object(…) END`.
  public func jsonObject() -> SQLQueryExpression<_CodableJSONRepresentation<Wrapped>?> {
    SQLQueryExpression(
      ifPresent(jsonObjectFragment(of: Wrapped.self, .jsonObject)),
      as: _CodableJSONRepresentation<Wrapped>?.self
    )
  }

  /// Returns a row as an object in SQLite's binary form, if there is one.
  ///
  /// The SQL is `CASE WHEN ("tags"."rowid") IS NOT (NULL) THEN jsonb_object(…) END`. Requires
  /// SQLite 3.45.
  public func jsonbObject() -> _JSONExpression<_CodableJSONBRepresentation<Wrapped>?> {
    _JSONExpression(
      queryFragment: ifPresent(jsonObjectFragment(of: Wrapped.self, .jsonbObject))
    )
  }

  private func ifPresent(_ object: QueryFragment) -> QueryFragment {
    "CASE WHEN \(rowIsPresent) THEN \(object) END"
  }
}

extension TableAlias.TableColumns where Base: Codable {
  /// Returns a row as an object: `json_object('id', json_quote("ts"."id"), …)`.
  public func jsonObject() -> SQLQueryExpression<_CodableJSONRepresentation<Base>> {
    SQLQueryExpression(
      jsonObjectFragment(of: Base.self, .jsonObject),
      as: _CodableJSONRepresentation<Base>.self
    )
  }

  /// Returns a row as an object in SQLite's binary form:
  /// `jsonb_object('id', json_quote("ts"."id"), …)`.
  ///
  /// Requires SQLite 3.45.
  public func jsonbObject() -> _JSONExpression<_CodableJSONBRepresentation<Base>> {
    _JSONExpression(queryFragment: jsonObjectFragment(of: Base.self, .jsonbObject))
  }
}

extension TableDefinition {
  /// The condition that an outer join found a row: `("tags"."rowid") IS NOT (NULL)`.
  var rowIsPresent: QueryFragment {
    var fragment = QueryFragment()
    fragment.append(hint: .rowIsPresent)
    fragment.append(sql: "(")
    fragment.append(column: "rowid", of: QueryValue.self)
    fragment.append(sql: ")")
    fragment.append(sql: SQLOperator.isNot.sql)
    fragment.append(sql: "(NULL)")
    return fragment
  }

  /// Returns the columns as an object in the form of a row type.
  func jsonObjectFragment<Row: Table>(of row: Row.Type, _ function: SQLFunction) -> QueryFragment {
    let columns = Self.allColumns
    var writer = JSONObjectWriter(columns: columns, function: function)
    writer.append(JSONMember.members(of: row, count: columns.count), isEnum: row._isEnum)
    return writer.fragment
  }
}

/// A writer of a row's columns as an object.
///
/// SQLite's functions have at most 127 arguments, and PostgreSQL's 100. So of more members than
/// fit, the others are set in the object of the first ones: `json_set(json_object(…), '$."a"', …)`.
/// `json_patch` would leave out members that are NULL.
private struct JSONObjectWriter {
  let columns: [any TableColumnExpression]
  let function: SQLFunction
  let change: SQLFunction
  var index = 0

  /// The number of members for which a call has room on both databases.
  private static let limit = 50
  var fragment = QueryFragment()

  init(columns: [any TableColumnExpression], function: SQLFunction) {
    self.columns = columns
    self.function = function
    change = function == .jsonbObject ? .jsonbSet : .jsonSet
    fragment.code.reserveCapacity(64 * columns.count + 16)
  }

  mutating func append(_ members: [JSONMember]?, isEnum: Bool) {
    if let members, isEnum { return appendCases(members) }
    // If the form of the type is unknown, all columns are members.
    let members = members ?? columns.map { .column([$0.name]) }
    let starts = stride(from: Self.limit, to: members.count, by: Self.limit)
    for _ in starts { fragment.append(call: change) }
    fragment.append(call: function)
    for (offset, member) in members.prefix(Self.limit).enumerated() {
      if offset > 0 { fragment.append(sql: ", ") }
      append(member)
    }
    fragment.append(sql: ")")
    for start in starts { appendSetting(of: members[start...].prefix(Self.limit)) }
  }

  /// Appends the rest of a call that sets members in the object that precedes.
  private mutating func appendSetting(of members: ArraySlice<JSONMember>) {
    for member in members {
      fragment.append(sql: ", ")
      append(member, isPath: true)
    }
    fragment.append(sql: ")")
  }

  /// Appends an object with the only case that has a value.
  private mutating func appendCases(_ members: [JSONMember]) {
    fragment.append(sql: "CASE")
    for member in members {
      fragment.append(sql: " WHEN ")
      appendPresence(of: member)
      fragment.append(sql: " THEN ")
      fragment.append(call: function)
      append(member.required)
      fragment.append(sql: ")")
    }
    fragment.append(sql: " END")
  }

  private mutating func append(_ member: JSONMember, isPath: Bool = false) {
    // Names after the first are those of nested objects.
    for (offset, name) in member.path.enumerated() {
      if offset > 0 { fragment.append(call: function) }
      if offset == 0, isPath {
        fragment.append(jsonPathStep(to: name).fragment(isBound: false))
      } else {
        fragment.append(quotedText: name)
      }
      fragment.append(sql: ", ")
    }
    appendValue(of: member)
    for _ in member.path.dropFirst() { fragment.append(sql: ")") }
  }

  private mutating func appendValue(of member: JSONMember) {
    switch member {
    case .column:
      fragment.append(columns[index].jsonMemberFragment)
      index += 1
    case .group(_, let members, let isOptional, let isEnum):
      guard isOptional, !isEnum else { return append(members, isEnum: isEnum) }
      fragment.append(sql: "CASE WHEN ")
      appendPresence(of: member)
      fragment.append(sql: " THEN ")
      append(members, isEnum: false)
      fragment.append(sql: " END")
    }
  }

  /// Appends the condition that a member is present: `(a, b) IS NOT (NULL, NULL)`.
  private mutating func appendPresence(of member: JSONMember) {
    let end = index + member.width
    fragment.append(
      parenthesized: columns[index..<end].map(\.queryFragment).joined(separator: ", ")
    )
    fragment.append(sql: SQLOperator.isNot.sql)
    fragment.append(
      parenthesized: repeatElement("NULL" as QueryFragment, count: member.width)
        .joined(separator: ", ")
    )
  }
}

extension TableColumnExpression {
  /// The column as a member of an object, encoded as JSON if SQL could not tell it from a number or
  /// a text.
  fileprivate var jsonMemberFragment: QueryFragment {
    let column = queryFragment
    let encoded = Value._queryFragment(jsonEncoding: column)
    return encoded == column ? column.called(.jsonQuote) : encoded
  }
}

/// A member of the object that represents a row: a column, or an object of columns.
private indirect enum JSONMember {
  case column([String])
  case group([String], [JSONMember], isOptional: Bool, isEnum: Bool)

  /// The names that lead to it.
  var path: [String] {
    switch self {
    case .column(let path), .group(let path, _, _, _): path
    }
  }

  var width: Int {
    switch self {
    case .column: 1
    case .group(_, let members, _, _): members.reduce(0) { $0 + $1.width }
    }
  }

  /// The member, given that it is present.
  var required: JSONMember {
    switch self {
    case .column: self
    case .group(let path, let members, _, let isEnum):
      .group(path, members, isOptional: false, isEnum: isEnum)
    }
  }

  /// Returns the members of a row type, or `nil` if its definition does not show them.
  ///
  /// The columns of a group are not marked in the list of all columns, but the definition has a
  /// stored property for each group. A property called `primaryKey` repeats another one.
  static func members<Row: Table>(of row: Row.Type, count: Int) -> [JSONMember]? {
    if let alias = row as? any JSONAlias.Type { return members(of: alias.base, count: count) }
    let properties = Mirror(reflecting: Row.columns).children
    func member(_ property: Mirror.Child) -> JSONMember? {
      (property.value as? any JSONMemberColumn)?.jsonMember(in: row)
    }
    let all = properties.compactMap(member)
    let unkeyed = properties.filter { $0.label != "primaryKey" }.compactMap(member)
    return [unkeyed, all].first { $0.reduce(0) { $0 + $1.width } == count }
  }
}

extension Table {
  /// Whether its columns are the cases of an enum.
  fileprivate static var _isEnum: Bool {
    if let alias = self as? any JSONAlias.Type { return alias.base._isEnum }
    return Mirror(reflecting: Self.columns).children.contains { $0.value is any CaseMemberColumn }
  }
}

/// A table whose properties come from another table.
private protocol JSONAlias {
  static var base: any Table.Type { get }
}

extension TableAlias: JSONAlias {
  fileprivate static var base: any Table.Type { Base.self }
}

/// A column or group that describes its member in an object.
private protocol JSONMemberColumn {
  func jsonMember<Row: Table>(in row: Row.Type) -> JSONMember?
}

/// A column or group of an enum case.
private protocol CaseMemberColumn: JSONMemberColumn {}

extension TableColumn: JSONMemberColumn {
  fileprivate func jsonMember<Row: Table>(in row: Row.Type) -> JSONMember? {
    .column(row._codingPath(of: name))
  }
}

extension GeneratedColumn: JSONMemberColumn {
  fileprivate func jsonMember<Row: Table>(in row: Row.Type) -> JSONMember? {
    .column(row._codingPath(of: name))
  }
}

extension CaseColumn: CaseMemberColumn {
  fileprivate func jsonMember<Row: Table>(in row: Row.Type) -> JSONMember? {
    .column(row._codingPath(of: name))
  }
}

extension ColumnGroup: JSONMemberColumn {
  fileprivate func jsonMember<Row: Table>(in row: Row.Type) -> JSONMember? {
    .group(row._codingPath(of: _name), Values.self, isOptional: false)
  }
}

extension OptionalColumnGroup: JSONMemberColumn {
  fileprivate func jsonMember<Row: Table>(in row: Row.Type) -> JSONMember? {
    .group(row._codingPath(of: _name), Values.self, isOptional: true)
  }
}

extension CaseColumnGroup: CaseMemberColumn {
  fileprivate func jsonMember<Row: Table>(in row: Row.Type) -> JSONMember? {
    .group(row._codingPath(of: _name), Values.self, isOptional: true)
  }
}

extension JSONMember {
  fileprivate static func group<Row: Table>(
    _ path: [String],
    _ row: Row.Type,
    isOptional: Bool
  ) -> JSONMember? {
    members(of: row, count: Row._columnWidth).map {
      .group(path, $0, isOptional: isOptional, isEnum: row._isEnum)
    }
  }
}
