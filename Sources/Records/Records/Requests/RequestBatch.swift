import DatabaseTypes
import DynamicColumns
import SQLiteDatabase
import TypedSQL

/// A statement that updates or deletes the rows of a request.
struct RequestBatch {
  enum Change {
    case delete
    case update([ColumnAssignment], ConflictResolution?)
  }

  private let clauses: _RequestClauses
  private let context: _RequestContext

  init(_ clauses: _RequestClauses, _ db: any RecordSource) {
    self.clauses = clauses
    context = _RequestContext(db)
  }

  /// Returns the SQL; empty if there is nothing to do.
  ///
  /// - Parameter isReturning: Whether the statement returns the changed rows.
  func query(_ change: Change, isReturning: Bool = false) throws -> QueryFragment {
    if clauses.isEmpty { return QueryFragment() }
    let beginning = try beginning(change)
    if beginning.isEmpty { return beginning }
    var query = try RequestWriter(context).prefix(clauses) + beginning
    let conditions = try conditions()
    query.append(conditions: conditions, after: "WHERE ")
    if isReturning { query.append(" RETURNING \(try returned())") }
    return query
  }

  /// The context of expressions; the statement has no alias for the table, so columns use its own
  /// name.
  private var place: _ExpressionContext {
    var place = _ExpressionContext(
      table: clauses.table.name,
      tableName: clauses.table.name,
      encoding: clauses.table.encoding,
      database: context.source
    )
    place.isOtherDatabase = context.isOtherDatabase
    place.tables = [clauses.table.name.lowercased()]
    for alias in clauses.aliases {
      place.aliases[alias.id] = (clauses.table.name, clauses.table.encoding)
      place.aliasedTables[alias.id] = clauses.table.name
    }
    return place
  }

  private func beginning(_ change: Change) throws -> QueryFragment {
    var query = QueryFragment()
    switch change {
    case .delete: query.append("DELETE FROM ")
    case .update(_, let resolution):
      let resolution = resolution ?? clauses.table.updateResolution()
      query.append("UPDATE")
      if let resolution {
        query.append(sql: MarkedSQL.or)
        query.append("\(raw: resolution.keyword)")
      }
      query.append(" ")
    }
    query.append(source: clauses.table.name)
    guard case .update(let assignments, _) = change else { return query }
    let place = place
    let changes = try assignments.lastOfEachColumn.compactMap { assignment in
      try assignment.fragment(in: place).map { value in
        "\(quote: assignment.column.name) = \(value)" as QueryFragment
      }
    }
    if changes.isEmpty { return QueryFragment() }
    query.append(" SET \(QueryFragment(list: changes))")
    return query
  }

  /// Returns the request's conditions or, if they do not determine its rows, one on their keys.
  private func conditions() throws -> [QueryFragment] {
    guard isSimple else { return [try keyCondition()] }
    let place = place
    return try (clauses.filters + clauses.having).map { try $0._fragment(in: place) }
  }

  private var isSimple: Bool {
    clauses.limit == nil && clauses.groups.isEmpty
      && !clauses.having.contains(where: \.isAggregate)
      && clauses.children.allSatisfy { $0.kind == .prefetched }
  }

  private func keyCondition() throws -> QueryFragment {
    guard clauses.groups.allSatisfy(\.isPrimaryKey) else {
      throw RequestError.groupedBatch(table: clauses.table.name)
    }
    let table = clauses.table.name
    let key = try place.schema.fastKey(of: table)
    var selecting = clauses
    // The statement itself already contains the common table expressions.
    selecting.commonTables = []
    selecting.selection = key.map { Column($0).sqlSelection }
    selecting.annotations = []
    selecting.children.removeAll { $0.kind == .prefetched }
    if clauses.limit == nil { selecting.order = RequestOrder() }
    for index in selecting.children.indices { selecting.children[index].selectNothing() }
    var writer = RequestWriter(context)
    let subquery = try writer.write(selecting).query
    let columns = QueryFragment(list: key.map { QueryFragment(column: $0, of: table) })
    return "(\(columns)) IN (\(subquery))"
  }

  /// Returns the selection for `RETURNING`, in which columns are written without their table.
  func returned() throws -> QueryFragment {
    var place = place
    place.table = nil
    let selection = (clauses.selection ?? clauses.table.selection()) + clauses.annotations
    return QueryFragment(list: try selection.flatMap { try returned($0, place) })
  }

  private func returned(
    _ selection: SQLSelection,
    _ place: _ExpressionContext
  ) throws -> [QueryFragment] {
    switch selection.kind {
    case .allColumns(let excluded) where excluded.isEmpty: return ["*"]
    case .allColumns(let excluded):
      return try place.schema.columns(of: clauses.table.name)
        .filter { !excluded.contains(.foldingASCII($0)) }
        .map { QueryFragment(quote: $0) }
    case .expression(let expression, let name):
      let fragment = try expression._fragment(in: place)
      return [name.map { fragment + " AS \(quote: $0)" } ?? fragment]
    case .inContext(let make): return try make(place).flatMap { try returned($0, place) }
    }
  }
}

extension AssociationChild {
  /// Keeps the tables joined, without selecting their columns.
  fileprivate mutating func selectNothing() {
    kind = .joined(isRequired: kind.isRequired, isIncluded: false, isAnnotation: false)
    for index in steps.indices {
      steps[index].clauses.children.removeAll { $0.kind == .prefetched }
      for child in steps[index].clauses.children.indices {
        steps[index].clauses.children[child].selectNothing()
      }
    }
  }
}
