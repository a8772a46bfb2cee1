import DynamicColumns

extension TableRecord {
  /// Fetches the row of an association with each row, if there is one.
  public static func including<A: Association>(
    optional association: A
  ) -> QueryInterfaceRequest<Self> where A.OriginRowDecoder == Self {
    all().including(optional: association)
  }

  /// Fetches the row of an association with each row, and leaves out rows without one.
  public static func including<A: Association>(
    required association: A
  ) -> QueryInterfaceRequest<Self> where A.OriginRowDecoder == Self {
    all().including(required: association)
  }

  /// Fetches all rows of an association for each row, by one more query for all of them.
  public static func including<A: AssociationToMany>(
    all association: A
  ) -> QueryInterfaceRequest<Self> where A.OriginRowDecoder == Self {
    all().including(all: association)
  }

  /// Joins the rows of an association, where there are some.
  public static func joining<A: Association>(
    optional association: A
  ) -> QueryInterfaceRequest<Self> where A.OriginRowDecoder == Self {
    all().joining(optional: association)
  }

  /// Joins the rows of an association, and leaves out rows without one.
  public static func joining<A: Association>(
    required association: A
  ) -> QueryInterfaceRequest<Self> where A.OriginRowDecoder == Self {
    all().joining(required: association)
  }

  /// Selects the columns of an association's row besides, which are NULL where there is none.
  public static func annotated<A: Association>(
    withOptional association: A
  ) -> QueryInterfaceRequest<Self> where A.OriginRowDecoder == Self {
    all().annotated(withOptional: association)
  }

  /// Selects the columns of an association's row besides, and leaves out rows without one.
  public static func annotated<A: Association>(
    withRequired association: A
  ) -> QueryInterfaceRequest<Self> where A.OriginRowDecoder == Self {
    all().annotated(withRequired: association)
  }
}
