import TypedSQL

// What is known about the place that a JSON path leads to. The types have no values. They let the
// compiler decide which functions can be called with a path, so that no call leaves JSON that its
// type cannot decode.

/// A marker of whether a place in JSON exists in each document.
public protocol _JSONScope: Sendable {
  /// The scope of the contents of an array's element.
  associatedtype _OfElements: _JSONScope
}

/// A scope in which a missing place can be filled.
public protocol _JSONWritableScope: _JSONScope {}

/// The scope of a place that exists in each row.
public enum _JSONRequiredScope: _JSONWritableScope {
  /// The scope of the contents of an array's element.
  public typealias _OfElements = _JSONMissingScope
}

/// The scope of a place in an array, which may be shorter, or in a document that may be missing.
public enum _JSONMissingScope: _JSONWritableScope {
  /// The scope of the contents of an array's element.
  public typealias _OfElements = Self
}

/// The scope of a place in a value that may be missing: filling it would create an incomplete
/// value.
public enum _JSONOptionalScope: _JSONScope {
  /// The scope of the contents of an array's element.
  public typealias _OfElements = Self
}

/// The kind of place that a JSON path leads to.
public protocol _JSONPathContext: Sendable {
  /// The scope of its contents.
  associatedtype _Inside: _JSONScope
}

/// A place at which each row has a value of the path's type.
public protocol _JSONPresentContext: _JSONPathContext {}
/// A place that can be set.
public protocol _JSONSettableContext: _JSONPathContext {}
/// A place that may be empty and can be filled.
public protocol _JSONInsertableContext: _JSONPathContext {}
/// A place whose value, if there is one, can be replaced.
public protocol _JSONReplaceableContext: _JSONPathContext {}
/// A place whose value can be removed.
public protocol _JSONRemovableContext: _JSONPathContext {}

/// The whole document.
public enum _JSONRoot<Scope: _JSONScope>: _JSONPathContext {
  /// The scope of its contents.
  public typealias _Inside = Scope
}
extension _JSONRoot: _JSONPresentContext where Scope == _JSONRequiredScope {}

/// A member that an object always has.
public enum _JSONMember<Scope: _JSONScope>: _JSONReplaceableContext {
  /// The scope of its contents.
  public typealias _Inside = Scope
}
extension _JSONMember: _JSONPresentContext where Scope == _JSONRequiredScope {}
extension _JSONMember: _JSONSettableContext where Scope: _JSONWritableScope {}

/// A member that an object may have.
public enum _JSONOptionalMember<Scope: _JSONScope>: _JSONPresentContext, _JSONReplaceableContext,
  _JSONRemovableContext
{
  /// The scope of its contents.
  public typealias _Inside = _JSONOptionalScope
}
extension _JSONOptionalMember: _JSONSettableContext where Scope: _JSONWritableScope {}
extension _JSONOptionalMember: _JSONInsertableContext where Scope: _JSONWritableScope {}

/// A member that an object may have and that can only be read.
public enum _JSONOptionalValue<Scope: _JSONScope>: _JSONPresentContext {
  /// The scope of its contents.
  public typealias _Inside = _JSONOptionalScope
}

/// An element of an array.
public enum _JSONElement<Scope: _JSONScope>: _JSONReplaceableContext, _JSONRemovableContext {
  /// The scope of its contents.
  public typealias _Inside = Scope._OfElements
}
extension _JSONElement: _JSONSettableContext where Scope: _JSONWritableScope {}

/// A value of a dictionary.
public enum _JSONEntry<Scope: _JSONScope>: _JSONReplaceableContext, _JSONRemovableContext {
  /// The scope of its contents.
  public typealias _Inside = _JSONOptionalScope
}
extension _JSONEntry: _JSONSettableContext where Scope: _JSONWritableScope {}
extension _JSONEntry: _JSONInsertableContext where Scope: _JSONWritableScope {}

/// The value of an enum case.
///
/// Setting it sets the enum, because a value next to that of another case would be an object that
/// the enum cannot decode.
public enum _JSONCase<Scope: _JSONScope>: _JSONPresentContext, _JSONReplaceableContext {
  /// The scope of its contents.
  public typealias _Inside = _JSONOptionalScope
}
