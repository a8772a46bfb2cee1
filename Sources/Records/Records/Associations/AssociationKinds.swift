// The kinds of associations. They differ in the number of rows and the number of steps.

/// An association with the row that each row refers to.
public struct BelongsToAssociation<OriginRowDecoder, RowDecoder>: AssociationToOne {
  /// The steps from table to table.
  @_documentation(visibility: internal)
  public var _path: _AssociationPath

  init(_ path: _AssociationPath) { _path = path }
}

/// An association with the one row that refers to each row.
public struct HasOneAssociation<OriginRowDecoder, RowDecoder>: AssociationToOne {
  /// The steps from table to table.
  @_documentation(visibility: internal)
  public var _path: _AssociationPath

  init(_ path: _AssociationPath) { _path = path }
}

/// An association with the rows that refer to each row.
public struct HasManyAssociation<OriginRowDecoder, RowDecoder>: AssociationToMany {
  /// The steps from table to table.
  @_documentation(visibility: internal)
  public var _path: _AssociationPath

  init(_ path: _AssociationPath) { _path = path }
}

/// An association with one row, by way of another table.
public struct HasOneThroughAssociation<OriginRowDecoder, RowDecoder>: AssociationToOne {
  /// The steps from table to table.
  @_documentation(visibility: internal)
  public var _path: _AssociationPath

  init(_ path: _AssociationPath) { _path = path }
}

/// An association with any number of rows, by way of another table.
public struct HasManyThroughAssociation<OriginRowDecoder, RowDecoder>: AssociationToMany {
  /// The steps from table to table.
  @_documentation(visibility: internal)
  public var _path: _AssociationPath

  init(_ path: _AssociationPath) { _path = path }
}

extension _AssociationPath {
  /// Creates a path of one step to the table of a record.
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

  /// Creates a path of one step to a table.
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

  /// Creates a path of two paths, one after the other.
  init(through first: _AssociationPath, _ second: _AssociationPath, key: String?, isToOne: Bool) {
    steps = first.steps + second.steps
    if let key { self.key = isToOne ? .singular(key) : .plural(key) }
    // The last step alone may lead to one row, but from each of many rows on the path.
    steps[steps.count - 1].isToOne = isToOne
  }
}

extension TableRecord {
  /// Returns an association with the row of another table that each row refers to.
  ///
  /// ```swift
  /// struct Book: TableRecord { static let author = belongsTo(Author.self) }
  /// ```
  ///
  /// - Parameters:
  ///   - destination: The record type of the other table.
  ///   - key: The name of the association; the singular of the table's name unless given.
  ///   - foreignKey: The columns, if the schema has no foreign key to that table, or several.
  public static func belongsTo<Destination: TableRecord>(
    _ destination: Destination.Type,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> BelongsToAssociation<Self, Destination> {
    BelongsToAssociation(
      _AssociationPath(to: destination, key: key, using: foreignKey, isInOrigin: true)
    )
  }

  /// Returns an association with the one row of another table that refers to each row.
  ///
  /// - Parameters:
  ///   - destination: The record type of the other table.
  ///   - key: The name of the association; the singular of the table's name unless given.
  ///   - foreignKey: The columns, if the schema has no foreign key from that table, or several.
  public static func hasOne<Destination: TableRecord>(
    _ destination: Destination.Type,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> HasOneAssociation<Self, Destination> {
    HasOneAssociation(
      _AssociationPath(to: destination, key: key, using: foreignKey, isInOrigin: false)
    )
  }

  /// Returns an association with the rows of another table that refer to each row.
  ///
  /// ```swift
  /// struct Author: TableRecord { static let books = hasMany(Book.self) }
  /// ```
  ///
  /// - Parameters:
  ///   - destination: The record type of the other table.
  ///   - key: The name of the association; the plural of the table's name unless given.
  ///   - foreignKey: The columns, if the schema has no foreign key from that table, or several.
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

  /// Returns an association with one row, by way of another table.
  ///
  /// - Parameters:
  ///   - destination: The record type that the association leads to.
  ///   - pivot: The association with the table in between.
  ///   - target: The association from that table to the destination.
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

  /// Returns an association with any number of rows, by way of another table.
  ///
  /// ```swift
  /// extension Country {
  ///   static let citizens = hasMany(Citizen.self, through: passports, using: Passport.citizen)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - destination: The record type that the association leads to.
  ///   - pivot: The association with the table in between.
  ///   - target: The association from that table to the destination.
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
