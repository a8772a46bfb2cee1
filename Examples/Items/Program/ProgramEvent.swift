import ItemsModel
import LiveSQL
import Terminal

/// An event for the program.
enum ProgramEvent: Sendable {
  case modelChanged
  case key(Key)
  case inputEnded
  case process(ProcessEvent)

  /// Returns all events in one sequence, which begins with a change of the model.
  @MainActor
  static func all(
    keys: AsyncStream<Key>,
    process: AsyncStream<ProcessEvent>,
    model: ItemListModel
  ) -> AsyncStream<ProgramEvent> {
    let (events, continuation) = AsyncStream.makeStream(of: ProgramEvent.self)
    let token = observe {
      _ = (model.items, model.ordering, model.lastDifference)
      _ = (model.canUndo, model.canRedo)
      continuation.yield(.modelChanged)
    }
    // Both tasks end with the sequence.
    let ofKeys = Task {
      for await key in keys { continuation.yield(.key(key)) }
      continuation.yield(.inputEnded)
    }
    let ofProcess = Task {
      for await event in process { continuation.yield(.process(event)) }
    }
    continuation.onTermination = { _ in
      token.cancel()
      ofKeys.cancel()
      ofProcess.cancel()
    }
    return events
  }
}
