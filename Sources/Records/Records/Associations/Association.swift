import DynamicColumns
import TypedSQL

/// A relation between the rows of one table and those of another.
///
/// Associations are constants of record types. They are refined like requests.
///
/// ```swift
/// extension Book { static let author = belongsTo(Author.self) }
/// extension Author { static let books = hasMany(Book.self) }
///
/// Book.including(required: Book.author)                      // each book with its author
/// Author.including(all: Author.books.order(Column("year")))  // each author with all books
/// Author.annotated(with: Author.books.count)                 // each author with a count
/// ```
public protocol Association<OriginRowDecoder, RowDecoder>: DerivableRequest {
  /// The record type where the association starts.
  associatedtype OriginRowDecoder
  /// The steps from table to table.
  @_documentation(visibility: internal)
  var _path: _AssociationPath { get set }
}

/// An association that leads to at most one row.
public protocol AssociationToOne<OriginRowDecoder, RowDecoder>: Association {}

/// An association that leads to any number of rows.
public protocol AssociationToMany<OriginRowDecoder, RowDecoder>: Association {}

extension Association {
  /// The clauses of the table that the association leads to.
  @_documentation(visibility: internal)
  public var _clauses: _RequestClauses {
    get { _path.steps[_path.steps.count - 1].clauses }
    set { _path.steps[_path.steps.count - 1].clauses = newValue }
  }

  /// Returns the association under another name: that of the property that its rows are decoded as.
  ///
  /// Its aggregates use the singular of a name that leads to many rows:
  /// `books.forKey("oldBooks").count` is `oldBookCount`.
  public func forKey(_ key: String) -> Self {
    var copy = self
    copy._path.key = self is any AssociationToMany ? .plural(key) : .singular(key)
    return copy
  }

  /// Returns the association under the name of a coding key.
  public func forKey(_ key: some CodingKey) -> Self { forKey(key.stringValue) }
}

/// The steps of an association from table to table.
@_documentation(visibility: internal)
public struct _AssociationPath: Sendable {
  /// - Invariant: There is at least one step.
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
  /// The name of the step.
  var key: AssociationKey
  /// Whether the step leads to at most one row.
  var isToOne: Bool
  /// The clauses of the table that the step leads to.
  var clauses: _RequestClauses
}

/// The name of an association.
enum AssociationKey: Sendable, Hashable {
  /// The name of a table, in the singular or plural.
  case inflected(String)
  /// A given name for an association that leads to one row.
  case singular(String)
  /// A given name for an association that leads to many rows.
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
    case .inflected(let name), .singular(let name): name.singularized.pluralizedWithIrregulars
    case .plural(let name): name
    }
  }
}

/// A table that is joined to another one, or prefetched for it.
struct AssociationChild: Sendable {
  enum Kind: Sendable, Hashable {
    /// The table is joined.
    case joined(isRequired: Bool, isIncluded: Bool, isAnnotation: Bool)
    /// The rows of the table are fetched by another query.
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
  /// The steps; a joined table has one, and the steps beyond it are children of its clauses.
  var steps: [AssociationStep]

  var step: AssociationStep { steps[0] }
}

extension AssociationStep {
  /// The name under which its rows are found.
  var name: String { isToOne ? key.singular : key.plural }

  /// Whether the step may lead to several rows, which has to be assumed of a condition.
  var mayLeadToMany: Bool { !isToOne || pivot.condition != nil }
}

extension AssociationChild {
  /// Joins the tables of a path, of which the last one is requested.
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
        // A table on the path has the name of its association, so that other uses of it are found.
        key: step.name,
        steps: [step]
      )
    }
    return child ?? AssociationChild(kind: .prefetched, key: path.key.plural, steps: path.steps)
  }
}

extension [AssociationStep] {
  /// The clauses of a request for the rows of the last table, joined to the other tables of the
  /// path.
  ///
  /// The table of the first step is the innermost one.
  var clausesOfDestination: _RequestClauses {
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
            clauses: before.clausesOfDestination
          )
        ]
      )
    )
    return clauses
  }
}
