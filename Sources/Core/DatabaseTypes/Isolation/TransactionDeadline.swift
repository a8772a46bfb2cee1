/// The sentence about a transaction that exceeded its deadline, which holds on any database.
package enum TransactionDeadline {
  package static let message = """
    The transaction exceeded its deadline and was rolled back. Do less in it, or give it more time. In tasks beside it, \
    write with 'await': synchronous calls can block the threads that it needs.
    """
}
