import TypedSQL

// What is known of the place that a JSON path leads to. The types have no values: they let the compiler say which
// functions may be called with a path, so that no call leaves JSON that its type cannot decode.

/// Whether a place in JSON is there in each document.
public protocol _JSONScope: Sendable {
  /// The scope of what is in an element of an array.
  associatedtype _OfElements: _JSONScope
}

/// A scope in which a place that is missing can be filled.
public protocol _JSONWritableScope: _JSONScope {}

/// In each row there is such a place.
public enum _JSONCertain: _JSONWritableScope {
  /// The scope of what is in an element of an array.
  public typealias _OfElements = _JSONUncertain
}

/// In an array, which may be shorter, or in a document that may be missing.
public enum _JSONUncertain: _JSONWritableScope {
  /// The scope of what is in an element of an array.
  public typealias _OfElements = Self
}

/// In a value that may be missing: to fill a place would make half a value.
public enum _JSONUnlikely: _JSONScope {
  /// The scope of what is in an element of an array.
  public typealias _OfElements = Self
}

/// What a JSON path leads to.
public protocol _JSONPathContext: Sendable {
  /// The scope of what is in it.
  associatedtype _Inside: _JSONScope
}

/// A place where each row has a value of the path's type.
public protocol _JSONPresentContext: _JSONPathContext {}
/// A place that can be set.
public protocol _JSONSettableContext: _JSONPathContext {}
/// A place that may be empty and can be filled.
public protocol _JSONInsertableContext: _JSONPathContext {}
/// A place whose value can be replaced where there is one.
public protocol _JSONReplaceableContext: _JSONPathContext {}
/// A place whose value can be removed.
public protocol _JSONRemovableContext: _JSONPathContext {}

/// The whole document.
public enum _JSONRoot<Scope: _JSONScope>: _JSONPathContext {
  /// The scope of what is in it.
  public typealias _Inside = Scope
}
extension _JSONRoot: _JSONPresentContext where Scope == _JSONCertain {}

/// A member that an object always has.
public enum _JSONMember<Scope: _JSONScope>: _JSONReplaceableContext {
  /// The scope of what is in it.
  public typealias _Inside = Scope
}
extension _JSONMember: _JSONPresentContext where Scope == _JSONCertain {}
extension _JSONMember: _JSONSettableContext where Scope: _JSONWritableScope {}

/// A member that an object may have.
public enum _JSONOptionalMember<Scope: _JSONScope>: _JSONPresentContext, _JSONReplaceableContext,
  _JSONRemovableContext
{
  /// The scope of what is in it.
  public typealias _Inside = _JSONUnlikely
}
extension _JSONOptionalMember: _JSONSettableContext where Scope: _JSONWritableScope {}
extension _JSONOptionalMember: _JSONInsertableContext where Scope: _JSONWritableScope {}

/// A member that an object may have, and that can only be read.
public enum _JSONOptionalValue<Scope: _JSONScope>: _JSONPresentContext {
  /// The scope of what is in it.
  public typealias _Inside = _JSONUnlikely
}

/// An element of an array.
public enum _JSONElement<Scope: _JSONScope>: _JSONReplaceableContext, _JSONRemovableContext {
  /// The scope of what is in it.
  public typealias _Inside = Scope._OfElements
}
extension _JSONElement: _JSONSettableContext where Scope: _JSONWritableScope {}

/// A value of a dictionary.
public enum _JSONEntry<Scope: _JSONScope>: _JSONReplaceableContext, _JSONRemovableContext {
  /// The scope of what is in it.
  public typealias _Inside = _JSONUnlikely
}
extension _JSONEntry: _JSONSettableContext where Scope: _JSONWritableScope {}
extension _JSONEntry: _JSONInsertableContext where Scope: _JSONWritableScope {}

/// The value of an enum's case.
///
/// To set it sets the enum: another case's value beside it would be an object that the enum cannot decode.
public enum _JSONCase<Scope: _JSONScope>: _JSONPresentContext, _JSONReplaceableContext {
  /// The scope of what is in it.
  public typealias _Inside = _JSONUnlikely
}
