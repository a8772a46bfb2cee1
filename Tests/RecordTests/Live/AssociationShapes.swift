import LiveSQL

extension ShelvedLibrary {
  /// A request, and the plan that keeps its result up to date.
  struct Shape: Sendable {
    let name: String
    let plan: LivePlan
    let request: QueryInterfaceRequest<Row>

    init<Record>(_ name: String, _ plan: LivePlan, _ request: QueryInterfaceRequest<Record>) {
      self.name = name
      self.plan = plan
      self.request = request.asRequest(of: Row.self)
    }
  }

  private static let id = Column("id")
  private static let year = Column("year")

  /// Requests with prefetched rows of associations.
  static var prefetching: [Shape] {
    [
      Shape("books", .prefetched, Author.including(all: Author.books)),
      Shape(
        "filtered books of filtered authors",
        .prefetched,
        Author.filter(Column("isDead") == 0).order(Column("name"), id)
          .including(all: Author.books.filter(year > 1989).order(Column("title").desc, id))
      ),
      Shape(
        "books of the first authors",
        .prefetched,
        Author.order(Column("name"), id).limit(3).including(all: Author.books.order(id))
      ),
      Shape(
        "reviews of books",
        .prefetched,
        Author.order(id).including(all: Author.books.order(id).including(all: Book.reviews))
      ),
      Shape(
        "authors of countries, with books and reviews",
        .prefetched,
        Country.order(Column("code")).including(
          all: Country.authors.order(Column("name"), id)
            .including(all: Author.books.order(id).including(all: Book.reviews.order(id)))
        )
      ),
      Shape(
        "reviews through books",
        .prefetched,
        Author.order(id).including(all: Author.reviews.order(id))
      ),
      Shape("tags", .prefetched, Book.order(id).including(all: Book.tags.order(id))),
      Shape(
        "two associations",
        .prefetched,
        Author.including(all: Author.books.order(id)).including(all: Author.reviews.order(id))
      ),
      Shape("pupils", .prefetched, Author.including(all: Author.pupils.order(id))),
      Shape(
        "pupils of pupils",
        .prefetched,
        Author.including(all: Author.pupils.order(id).including(all: Author.pupils.order(id)))
      ),
      Shape(
        "children with a joined row",
        .prefetched,
        Book.including(
          all: Book.reviews.order(id).including(
            required: Review.book.including(optional: Book.author)
          )
        )
      ),
      Shape(
        "children with a row that may be missing",
        .prefetched,
        Country.including(all: Country.authors.order(id).including(optional: Author.mentor))
      ),
      Shape(
        "rows of a joined row",
        .prefetched,
        Book.order(id).including(required: Book.author.including(all: Author.books.order(id)))
      ),
      Shape(
        "rows of a joined row that may be missing",
        .prefetched,
        Book.order(id).including(optional: Book.author.including(all: Author.pupils.order(id)))
      ),
      Shape(
        "children with counts",
        .prefetched,
        Author.including(all: Author.books.order(id).annotated(with: Book.reviews.count))
      ),
      Shape(
        "children without reviews",
        .prefetched,
        Author.including(all: Author.books.order(id).having(Book.reviews.isEmpty))
      ),
      Shape(
        "authors with counts and books",
        .prefetched,
        Author.annotated(with: Author.books.count).including(all: Author.books.order(id))
      ),
      Shape("a key of two columns", .prefetched, Shelf.including(all: Shelf.places.order(id))),
      Shape("one author", .prefetched, Author.filter(key: 2).including(all: Author.books)),
    ]
  }

  /// Requests with the rows of associations in one statement, and aggregates of them.
  static var joining: [Shape] {
    [
      Shape("counts", .orderedPatch, Author.order(id).annotated(with: Author.books.count)),
      Shape(
        "other values",
        .orderedPatch,
        Author.order(id).annotated(
          with: Author.books.max(year),
          Author.books.sum(year),
          Author.books.filter(year > 1990).forKey("new").count
        )
      ),
      Shape("without books", .orderedPatch, Author.order(id).having(Author.books.isEmpty)),
      Shape("many books", .orderedPatch, Author.order(id).having(Author.books.count > 1)),
      Shape(
        "counts through books",
        .orderedPatch,
        Author.order(id).annotated(with: Author.reviews.count)
      ),
      Shape("optional", .join, Book.order(id).including(optional: Book.author)),
      Shape("required", .join, Book.order(id).including(required: Book.author)),
      Shape(
        "annotated with a column",
        .join,
        Book.order(id).annotated(withRequired: Book.author.select(Column("name").forKey("by")))
      ),
      Shape(
        "annotated with a column that may be missing",
        .join,
        Book.order(id).annotated(withOptional: Book.author.select(Column("name").forKey("by")))
      ),
      Shape(
        "counts of what is joined",
        .groups,
        Author.order(id).annotated(with: Author.books.count).joining(required: Author.books)
      ),
    ]
  }

  /// Requests that run again.
  static var runAgain: [Shape] {
    [
      Shape(
        "groups with books",
        .rerun(.association("books")),
        Author.all().groupByPrimaryKey().order(id).including(all: Author.books.order(id))
      ),
      Shape(
        "no authors",
        .rerun(.noRows),
        Author.none().including(all: Author.books)
      ),
      Shape(
        "no books",
        .rerun(.noRows),
        Author.order(id).including(all: Author.books.none())
      ),
    ]
  }
}
