// The few symbols of Combine that the sources use, declared by hand for `Scripts/check-apple`.

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
}

extension Publisher {
  public func handleEvents(receiveCancel: (() -> Void)? = nil) -> Publishers.HandleEvents<Self> {
    Publishers.HandleEvents()
  }
}

public enum Publishers {
  public struct HandleEvents<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
  }
}

public enum Subscribers {
  public enum Completion<Failure: Error>: Sendable {
    case finished
    case failure(Failure)
  }
}

public final class PassthroughSubject<Output, Failure: Error>: Publisher {
  public init() {}

  public func send(_ input: Output) {}

  public func send(completion: Subscribers.Completion<Failure>) {}
}

public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure

  public init(createPublisher: @escaping () -> DeferredPublisher) {}
}
