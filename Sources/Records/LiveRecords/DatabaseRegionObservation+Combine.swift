#if canImport(Combine)
  public import Combine
#elseif OpenCombine
  public import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  import LiveQueries
  public import SQLiteDatabase

  extension DatabaseRegionObservation {
    /// Returns a publisher of the database after each commit that touches the region.
    ///
    /// It publishes on the thread that commits. It is a publisher of Combine, or of OpenCombine if
    /// that trait of the package is enabled.
    ///
    /// It fails if a request cannot be compiled.
    public func publisher(in database: any DatabaseWriter) -> AnyPublisher<Database, any Error> {
      Deferred {
        let shared = SharedSubject<Database, any Error>()
        let cancellable = start(in: database) { error in
          shared.subject.send(completion: .failure(error))
        } onChange: { db in
          shared.subject.send(db)
        }
        return shared.subject.handleEvents(receiveCancel: { cancellable.cancel() })
      }.eraseToAnyPublisher()
    }
  }
#endif
