// The kinds of associations: they differ in how many rows they lead to, and by how many steps.

/// The row to which a row refers.
public struct BelongsToAssociation<OriginRowDecoder, RowDecoder>: AssociationToOne {
  /// The steps from table to table.
  @_documentation(visibility: internal)
  public var _path: _AssociationPath

  init(_ path: _AssociationPath) { _path = path }
}

/// The one row that refers to a row.
public struct HasOneAssociation<OriginRowDecoder, RowDecoder>: AssociationToOne {
  /// The steps from table to table.
  @_documentation(visibility: internal)
  public var _path: _AssociationPath

  init(_ path: _AssociationPath) { _path = path }
}

/// The rows that refer to a row.
public struct HasManyAssociation<OriginRowDecoder, RowDecoder>: AssociationToMany {
  /// The steps from table to table.
  @_documentation(visibility: internal)
  public var _path: _AssociationPath

  init(_ path: _AssociationPath) { _path = path }
}

/// The row to which a row leads through another table.
public struct HasOneThroughAssociation<OriginRowDecoder, RowDecoder>: AssociationToOne {
  /// The steps from table to table.
  @_documentation(visibility: internal)
  public var _path: _AssociationPath

  init(_ path: _AssociationPath) { _path = path }
}

/// The rows to which a row leads through another table.
public struct HasManyThroughAssociation<OriginRowDecoder, RowDecoder>: AssociationToMany {
  /// The steps from table to table.
  @_documentation(visibility: internal)
  public var _path: _AssociationPath

  init(_ path: _AssociationPath) { _path = path }
}

extension _AssociationPath {
  /// One step to the table of a record.
  init<Destination: TableRecord>(
    to destination: Destination.Type,
    key: String?,
    using foreignKey: ForeignKey?,
    isInOrigin: Bool,
    isToOne: Bool = true
  ) {
    self.init(
      to: RequestedTable(destination),
      key: key,
      using: foreignKey,
      isInOrigin: isInOrigin,
      isToOne: isToOne
    )
  }

  /// One step to a table.
  init(
    to destination: RequestedTable,
    key: String?,
    using foreignKey: ForeignKey?,
    isInOrigin: Bool,
    isToOne: Bool = true
  ) {
    let given = key.map { isToOne ? AssociationKey.singular($0) : .plural($0) }
    steps = [
      AssociationStep(
        pivot: AssociationPivot(foreignKey: foreignKey, isInOrigin: isInOrigin),
        key: given ?? .inflected(destination.name),
        isToOne: isToOne,
        clauses: _RequestClauses(destination)
      )
    ]
  }

  /// The steps of two paths after each other.
  init(through first: _AssociationPath, _ second: _AssociationPath, key: String?, isToOne: Bool) {
    steps = first.steps + second.steps
    if let key { self.key = isToOne ? .singular(key) : .plural(key) }
    // By its last step alone it may lead to one row, of each on the way.
    steps[steps.count - 1].isToOne = isToOne
  }
}

extension TableRecord {
  /// The row of another table to which each row of this one refers by a foreign key.
  ///
  /// ```swift
  /// struct Book: TableRecord { static let author = belongsTo(Author.self) }
  /// ```
  ///
  /// - Parameters:
  ///   - destination: The record of the other table.
  ///   - key: The name of the association; that of the table in singular unless given.
  ///   - foreignKey: The columns, where the schema has no foreign key to that table, or several.
  public static func belongsTo<Destination: TableRecord>(
    _ destination: Destination.Type,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> BelongsToAssociation<Self, Destination> {
    BelongsToAssociation(
      _AssociationPath(to: destination, key: key, using: foreignKey, isInOrigin: true)
    )
  }

  /// The one row of another table that refers to each row of this one.
  ///
  /// - Parameters:
  ///   - destination: The record of the other table.
  ///   - key: The name of the association; that of the table in singular unless given.
  ///   - foreignKey: The columns, where the schema has no foreign key from that table, or several.
  public static func hasOne<Destination: TableRecord>(
    _ destination: Destination.Type,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> HasOneAssociation<Self, Destination> {
    HasOneAssociation(
      _AssociationPath(to: destination, key: key, using: foreignKey, isInOrigin: false)
    )
  }

  /// The rows of another table that refer to each row of this one.
  ///
  /// ```swift
  /// struct Author: TableRecord { static let books = hasMany(Book.self) }
  /// ```
  ///
  /// - Parameters:
  ///   - destination: The record of the other table.
  ///   - key: The name of the association; that of the table in plural unless given.
  ///   - foreignKey: The columns, where the schema has no foreign key from that table, or several.
  public static func hasMany<Destination: TableRecord>(
    _ destination: Destination.Type,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> HasManyAssociation<Self, Destination> {
    HasManyAssociation(
      _AssociationPath(
        to: destination,
        key: key,
        using: foreignKey,
        isInOrigin: false,
        isToOne: false
      )
    )
  }

  /// The one row to which each row leads through another table.
  ///
  /// - Parameters:
  ///   - destination: The record to which it leads.
  ///   - pivot: The association on the way.
  ///   - target: The association from there.
  ///   - key: The name of the association; that of the target unless given.
  public static func hasOne<Pivot: AssociationToOne, Target: AssociationToOne>(
    _ destination: Target.RowDecoder.Type,
    through pivot: Pivot,
    using target: Target,
    key: String? = nil
  ) -> HasOneThroughAssociation<Self, Target.RowDecoder>
  where Pivot.OriginRowDecoder == Self, Pivot.RowDecoder == Target.OriginRowDecoder {
    HasOneThroughAssociation(
      _AssociationPath(through: pivot._path, target._path, key: key, isToOne: true)
    )
  }

  /// The rows to which each row leads through another table.
  ///
  /// ```swift
  /// extension Country {
  ///   static let citizens = hasMany(Citizen.self, through: passports, using: Passport.citizen)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - destination: The record to which it leads.
  ///   - pivot: The association on the way.
  ///   - target: The association from there.
  ///   - key: The name of the association; that of the target unless given.
  public static func hasMany<Pivot: Association, Target: Association>(
    _ destination: Target.RowDecoder.Type,
    through pivot: Pivot,
    using target: Target,
    key: String? = nil
  ) -> HasManyThroughAssociation<Self, Target.RowDecoder>
  where Pivot.OriginRowDecoder == Self, Pivot.RowDecoder == Target.OriginRowDecoder {
    HasManyThroughAssociation(
      _AssociationPath(through: pivot._path, target._path, key: key, isToOne: false)
    )
  }
}
