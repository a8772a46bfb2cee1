public import TypedSQL

// A group of columns has any member that one of its columns has, and dates can be called. Without
// these functions, the compiler looks for `callAsFunction` among the columns when it explains a
// wrong call, such as `Player?.fetchAll(db, sql: "…")`, and fails an assertion:
// `recordResolvedOverload` finds a choice that it has recorded already (Swift 6.3).

extension ColumnGroup {
  /// It is not available: only dates take modifiers.
  @available(*, unavailable, message: "Only dates take modifiers.")
  public func callAsFunction(_ modifier: DateTimeModifier) -> Never {
    fatalError("The function is unavailable.")
  }
}

extension OptionalColumnGroup {
  /// It is not available: only dates take modifiers.
  @available(*, unavailable, message: "Only dates take modifiers.")
  public func callAsFunction(_ modifier: DateTimeModifier) -> Never {
    fatalError("The function is unavailable.")
  }
}

extension CaseColumnGroup {
  /// It is not available: only dates take modifiers.
  @available(*, unavailable, message: "Only dates take modifiers.")
  public func callAsFunction(_ modifier: DateTimeModifier) -> Never {
    fatalError("The function is unavailable.")
  }
}
