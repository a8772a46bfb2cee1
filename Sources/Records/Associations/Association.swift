import DynamicColumns
import TypedSQL

/// How the rows of one table belong to those of another.
///
/// Associations are constants of records. They are refined like requests.
///
/// ```swift
/// extension Book { static let author = belongsTo(Author.self) }
/// extension Author { static let books = hasMany(Book.self) }
///
/// Book.including(required: Book.author)                           // each book with its author
/// Author.including(all: Author.books.order(Column("year")))       // each author with all books
/// Author.annotated(with: Author.books.count)                      // each author with a number
/// ```
public protocol Association<OriginRowDecoder, RowDecoder>: DerivableRequest {
  /// The record where the association starts.
  associatedtype OriginRowDecoder
  /// The steps from table to table.
  @_documentation(visibility: internal)
  var _path: _AssociationPath { get set }
}

/// An association with one row at most.
public protocol AssociationToOne<OriginRowDecoder, RowDecoder>: Association {}

/// An association with any number of rows.
public protocol AssociationToMany<OriginRowDecoder, RowDecoder>: Association {}

extension Association {
  /// The clauses of the table to which it leads.
  @_documentation(visibility: internal)
  public var _clauses: _RequestClauses {
    get { _path.steps[_path.steps.count - 1].clauses }
    set { _path.steps[_path.steps.count - 1].clauses = newValue }
  }

  /// The association under another name: that of the property that its rows are decoded as.
  ///
  /// Its aggregates take the singular of what leads to many rows: `books.forKey("oldBooks").count` is `oldBookCount`.
  public func forKey(_ key: String) -> Self {
    var copy = self
    copy._path.key = self is any AssociationToMany ? .plural(key) : .singular(key)
    return copy
  }

  /// The association under the name of a coding key.
  public func forKey(_ key: some CodingKey) -> Self { forKey(key.stringValue) }
}

/// The steps of an association from table to table.
@_documentation(visibility: internal)
public struct _AssociationPath: Sendable {
  /// - Invariant: There is at least one.
  var steps: [AssociationStep]

  /// The name of the association, which is that of its last step.
  var key: AssociationKey {
    get { steps[steps.count - 1].key }
    set { steps[steps.count - 1].key = newValue }
  }
}

/// One step of an association.
struct AssociationStep: Sendable {
  let pivot: AssociationPivot
  /// What it is called.
  var key: AssociationKey
  /// Whether it leads to one row at most.
  var isToOne: Bool
  /// What is wanted of the table to which it leads.
  var clauses: _RequestClauses
}

/// The name of an association.
enum AssociationKey: Sendable, Hashable {
  /// The name of a table, in singular or in plural.
  case inflected(String)
  /// A name that was given to what leads to one row.
  case singular(String)
  /// A name that was given to what leads to many rows.
  case plural(String)

  /// The name of one row.
  var singular: String {
    switch self {
    case .inflected(let name), .plural(let name): name.singularized
    case .singular(let name): name
    }
  }

  /// The name of many rows.
  var plural: String {
    switch self {
    case .inflected(let name), .singular(let name): name.singularized.inPlural
    case .plural(let name): name
    }
  }
}

/// A table that is joined to another one, or fetched after it.
struct AssociationChild: Sendable {
  enum Kind: Sendable, Hashable {
    /// It is joined.
    case joined(isRequired: Bool, isIncluded: Bool, isAnnotation: Bool)
    /// Its rows are fetched afterwards.
    case prefetched

    var isRequired: Bool {
      if case .joined(isRequired: true, _, _) = self { true } else { false }
    }

    var isIncluded: Bool {
      if case .joined(_, isIncluded: true, _) = self { true } else { false }
    }

    var isAnnotation: Bool {
      if case .joined(_, _, isAnnotation: true) = self { true } else { false }
    }
  }

  var kind: Kind
  let key: String
  /// One where it is joined; those beyond are children of its clauses.
  var steps: [AssociationStep]

  var step: AssociationStep { steps[0] }
}

extension AssociationStep {
  /// The name under which its rows are found.
  var name: String { isToOne ? key.singular : key.plural }

  /// Whether it may lead to several rows: nothing is known of a condition.
  var mayBeMany: Bool { !isToOne || pivot.condition != nil }
}

extension AssociationChild {
  /// Joins the tables of a path, of which the last is wanted.
  static func joined(
    _ path: _AssociationPath,
    isRequired: Bool,
    isIncluded: Bool,
    isAnnotation: Bool = false
  ) -> AssociationChild {
    var child: AssociationChild?
    for (index, step) in path.steps.enumerated().reversed() {
      let isLast = index == path.steps.count - 1
      var step = step
      if let child { step.clauses.children.append(child) }
      child = AssociationChild(
        kind: .joined(
          isRequired: isRequired,
          isIncluded: isIncluded && isLast,
          isAnnotation: isAnnotation && isLast
        ),
        // A table on the way has the name of its association, so that other uses of it are found.
        key: step.name,
        steps: [step]
      )
    }
    return child ?? AssociationChild(kind: .prefetched, key: path.key.plural, steps: path.steps)
  }
}

extension [AssociationStep] {
  /// A request for the rows of the last table, joined to those on the way, the first of them innermost.
  var destinationFirst: _RequestClauses {
    let last = self[count - 1]
    var clauses = last.clauses
    guard count > 1 else { return clauses }
    let before = Array(dropLast())
    clauses.children.append(
      AssociationChild(
        kind: .joined(isRequired: true, isIncluded: false, isAnnotation: false),
        key: "",
        steps: [
          AssociationStep(
            pivot: last.pivot.reversed,
            key: last.key,
            isToOne: false,
            clauses: before.destinationFirst
          )
        ]
      )
    )
    return clauses
  }
}
