import DatabaseTypes
import DynamicColumns

extension JoinableRequest {
  /// Includes the associated row with each row, if there is one.
  ///
  /// ```swift
  /// struct BookInfo: Decodable, FetchableRecord { var book: Book; var author: Author? }
  /// Book.including(optional: Book.author).asRequest(of: BookInfo.self)
  /// // SELECT "book".…, "author".… FROM "book"
  /// // LEFT JOIN "author" ON ("author"."id") = ("book"."authorID")
  /// ```
  public func including<A: Association>(optional association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    joining(association, isRequired: false, isIncluded: true)
  }

  /// Includes the associated row with each row, and omits rows without one.
  ///
  /// If the association leads to many rows, each of them gives a separate row, under the key of the
  /// association.
  ///
  /// ```swift
  /// struct BookOfAuthor: Decodable, FetchableRecord { var author: Author; var books: Book }
  /// Author.including(required: Author.books).asRequest(of: BookOfAuthor.self)
  /// // SELECT "author".…, "book".… FROM "author"
  /// // JOIN "book" ON ("book"."authorID") = ("author"."id")
  /// ```
  public func including<A: Association>(required association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    joining(association, isRequired: true, isIncluded: true)
  }

  /// Includes all associated rows with each row, by one additional query for all rows.
  ///
  /// ```swift
  /// struct AuthorInfo: Decodable, FetchableRecord { var author: Author; var books: [Book] }
  /// Author.including(all: Author.books).asRequest(of: AuthorInfo.self)
  /// // SELECT … FROM "author"
  /// // SELECT … FROM "book" WHERE ("book"."authorID") IN (…)
  /// ```
  public func including<A: AssociationToMany>(all association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    let path = association._path
    let child = AssociationChild(kind: .prefetched, key: path.key.plural, steps: path.steps)
    return with { $0.children.append(child) }
  }

  /// Joins the associated rows, if there are any, without fetching their columns.
  public func joining<A: Association>(optional association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    joining(association, isRequired: false, isIncluded: false)
  }

  /// Joins the associated rows without fetching their columns, and omits rows without one.
  public func joining<A: Association>(required association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    joining(association, isRequired: true, isIncluded: false)
  }

  /// Selects the columns of the associated row too, which are NULL if it is missing.
  public func annotated<A: Association>(withOptional association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    joining(association, isRequired: false, isIncluded: false, isAnnotation: true)
  }

  /// Selects the columns of the associated row too, and omits rows without one.
  public func annotated<A: Association>(withRequired association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    joining(association, isRequired: true, isIncluded: false, isAnnotation: true)
  }

  private func joining<A: Association>(
    _ association: A,
    isRequired: Bool,
    isIncluded: Bool,
    isAnnotation: Bool = false
  ) -> Self {
    let child = AssociationChild.joined(
      association._path,
      isRequired: isRequired,
      isIncluded: isIncluded,
      isAnnotation: isAnnotation
    )
    return with { $0.add(child) }
  }
}

extension AssociationChild {
  /// Returns whether a step leads to the same rows: uses of one association are one join.
  func isJoined(by step: AssociationStep) -> Bool {
    kind != .prefetched && key == step.name && self.step.pivot == step.pivot
      && isSameIdentifier(self.step.clauses.table.name, step.clauses.table.name)
      && self.step.clauses.canJoin(step.clauses)
  }
}

extension _RequestClauses {
  /// Adds a table; if it is already joined under the same name, both uses share one join.
  fileprivate mutating func add(_ child: AssociationChild) {
    guard let known = children.firstIndex(where: { $0.isJoined(by: child.step) }) else {
      return children.append(child)
    }
    children[known].merge(child)
  }

  /// Returns whether the two uses do not require different names.
  fileprivate func canJoin(_ other: _RequestClauses) -> Bool {
    guard let aliasName, let otherName = other.aliasName else { return true }
    return isSameIdentifier(aliasName, otherName)
  }

  /// Adds the clauses of another use of the same table.
  mutating func merge(_ other: _RequestClauses) {
    aliases += other.aliases
    isEmpty = isEmpty || other.isEmpty
    if let otherSelection = other.selection { selection = otherSelection }
    annotations += other.annotations
    filters += other.filters
    if !other.order.terms.isEmpty { order = other.order }
    for child in other.children {
      if child.kind == .prefetched { children.append(child) } else { add(child) }
    }
  }
}

extension AssociationChild {
  fileprivate mutating func merge(_ other: AssociationChild) {
    kind = .joined(
      isRequired: kind.isRequired || other.kind.isRequired,
      isIncluded: kind.isIncluded || other.kind.isIncluded,
      isAnnotation: kind.isAnnotation || other.kind.isAnnotation
    )
    steps[0].clauses.merge(other.steps[0].clauses)
  }
}
