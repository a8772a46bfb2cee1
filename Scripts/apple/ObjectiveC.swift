// The few symbols of the Objective-C runtime that the sources use, written by hand for `Scripts/check-apple`.

public enum objc_AssociationPolicy { case OBJC_ASSOCIATION_RETAIN_NONATOMIC }

public func objc_setAssociatedObject(
  _ object: Any,
  _ key: UnsafeRawPointer,
  _ value: Any?,
  _ policy: objc_AssociationPolicy
) {}

// Foundation declares it on Apple's systems; here it comes with the other Apple symbols.
@MainActor open class UndoManager {
  public init() {}

  open func registerUndo<Target: AnyObject>(
    withTarget target: Target,
    handler: @escaping @MainActor @Sendable (Target) -> Void
  ) {}

  open func setActionName(_ actionName: String) {}

  open func removeAllActions(withTarget target: Any) {}
}
