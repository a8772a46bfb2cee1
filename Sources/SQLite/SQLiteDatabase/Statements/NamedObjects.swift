import DatabaseTypes

/// The views and virtual tables of all schemas, through which a statement reads other tables.
///
/// The authorizer does not report a column that is only joined by its name, and the program does
/// not say which virtual tables it opens. Then the names in the statement and in its views say what
/// it may read.
struct NamedObjects: Sendable {
  /// A view, with the names in its definition.
  struct View: Sendable {
    let name: String
    let names: SQLNames
  }

  private let views: [View]
  private let virtualTables: [TableName]
  /// The views that join by the names of columns, or read such a view.
  private let viewsJoiningByName: [String]

  /// Creates the list, and finds the views that join by the names of columns.
  init(views: [View], virtualTables: [TableName]) {
    (self.views, self.virtualTables) = (views, virtualTables)
    var found = views.filter(\.names.joinsByColumnNames).map(\.name)
    var rest = views.filter { !$0.names.joinsByColumnNames }
    var index = 0
    while index < found.count {
      let name = found[index]
      found += rest.filter { $0.names.contains(name) }.map(\.name)
      rest.removeAll { $0.names.contains(name) }
      index += 1
    }
    viewsJoiningByName = found
  }

  /// Returns whether a statement joins by the names of columns, itself or in a view.
  func joinByColumnNames(_ names: SQLNames) -> Bool {
    names.joinsByColumnNames || viewsJoiningByName.contains(where: names.contains)
  }

  /// Returns the names in a statement, and in all views that it may read.
  func names(readBy names: SQLNames) -> SQLNames {
    var (all, rest) = (names, views)
    while let index = rest.firstIndex(where: { all.contains($0.name) }) {
      all.formUnion(rest.remove(at: index).names)
    }
    return all
  }

  /// Returns the virtual tables with certain names.
  func virtualTables(among names: SQLNames) -> [TableName] {
    virtualTables.filter { names.contains($0.name) }
  }
}

extension Database {
  /// Returns the views and virtual tables, which are read again for another version of a schema.
  func namedObjects() throws -> NamedObjects {
    let versions = try schemaVersions()
    if let known = knownReads.namedObjects, known.versions == versions { return known.objects }
    var views: [NamedObjects.View] = []
    var virtualTables: [TableName] = []
    for schema in versions.keys.map(\.text) {
      for row in try unrootedObjects(in: schema) {
        let name = row[1].text(at: 0) ?? ""
        if row[0] == "view" {
          views.append(.init(name: name, names: SQLNames(row[2].text(at: 0) ?? "")))
        } else {
          virtualTables.append(TableName(schema: schema, name))
        }
      }
    }
    let objects = NamedObjects(views: views, virtualTables: virtualTables)
    knownReads.namedObjects = (versions, objects)
    return objects
  }

  /// Returns the version of each schema.
  ///
  /// Only this connection changes temporary objects, and then it discards what is known of them.
  private func schemaVersions() throws -> [ByteText: DatabaseValue] {
    var versions: [ByteText: DatabaseValue] = [:]
    for row in try internalRows("SELECT name FROM pragma_database_list", []) {
      guard let schema = row[0].text(at: 0) else { continue }
      let version = try internalRows("PRAGMA \(quotedIdentifier(schema)).schema_version", [])
      versions[ByteText(schema)] = version.first?.first ?? .null
    }
    return versions
  }

  /// Returns the type, the name and the definition of the views and virtual tables of a schema.
  private func unrootedObjects(in schema: String) throws -> [[DatabaseValue]] {
    try internalRows(
      """
      SELECT type, name, sql FROM \(quotedIdentifier(schema)).sqlite_master
      WHERE type IN ('table', 'view') AND coalesce(rootpage, 0) = 0
      """,
      []
    )
  }
}
