import DatabaseTypes
import DynamicColumns

extension JoinableRequest {
  /// Fetches the row of an association with each row, if there is one.
  ///
  /// ```swift
  /// struct BookInfo: Decodable, FetchableRecord { var book: Book; var author: Author? }
  /// Book.including(optional: Book.author).asRequest(of: BookInfo.self)
  /// // SELECT "book".…, "author".… FROM "book" LEFT JOIN "author" ON ("author"."id") = ("book"."authorID")
  /// ```
  public func including<A: AssociationToOne>(optional association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    joining(association, isRequired: false, isIncluded: true)
  }

  /// Fetches the row of an association with each row, and leaves out rows without one.
  public func including<A: AssociationToOne>(required association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    joining(association, isRequired: true, isIncluded: true)
  }

  /// Fetches all rows of an association for each row, by one more query for all of them.
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

  /// Joins the rows of an association, where there are some; none of their columns is fetched.
  public func joining<A: Association>(optional association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    joining(association, isRequired: false, isIncluded: false)
  }

  /// Joins the rows of an association, and leaves out rows without one; none of their columns is fetched.
  public func joining<A: Association>(required association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    joining(association, isRequired: true, isIncluded: false)
  }

  /// Selects the columns of an association's row besides, which are NULL where there is none.
  public func annotated<A: AssociationToOne>(withOptional association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    joining(association, isRequired: false, isIncluded: false, isAnnotation: true)
  }

  /// Selects the columns of an association's row besides, and leaves out rows without one.
  public func annotated<A: AssociationToOne>(withRequired association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    joining(association, isRequired: true, isIncluded: false, isAnnotation: true)
  }

  private func joining<A: Association>(
    _ association: A,
    isRequired: Bool,
    isIncluded: Bool,
    isAnnotation: Bool = false
  ) -> Self {
    let path = association._path
    let child = AssociationChild.joined(
      path,
      key: association is any AssociationToOne ? path.key.singular : path.key.plural,
      isRequired: isRequired,
      isIncluded: isIncluded,
      isAnnotation: isAnnotation
    )
    return with { $0.add(child) }
  }
}

extension _RequestClauses {
  /// Adds a table; one that is joined already under the same name is joined once, for both.
  fileprivate mutating func add(_ child: AssociationChild) {
    let known = children.firstIndex { other in
      other.kind != .prefetched && other.key == child.key && other.step.pivot == child.step.pivot
        && isSameIdentifier(other.step.clauses.table.name, child.step.clauses.table.name)
        && other.step.clauses.canJoin(child.step.clauses)
    }
    guard let known else { return children.append(child) }
    children[known].merge(child)
  }

  private func canJoin(_ other: _RequestClauses) -> Bool {
    alias == nil || other.alias == nil || alias === other.alias
  }

  /// Takes over what is wanted of the same table besides.
  fileprivate mutating func merge(_ other: _RequestClauses) {
    alias = other.alias ?? alias
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
