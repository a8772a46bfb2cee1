extension SampleShop {
  /// The statements that create the tables, their indexes and a view.
  public static let schema = """
    CREATE TABLE customers (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      email TEXT NOT NULL UNIQUE,
      street TEXT NOT NULL,
      city TEXT NOT NULL,
      country TEXT NOT NULL,
      isBusiness BOOLEAN NOT NULL DEFAULT 0,
      joinedAt TEXT NOT NULL
    );

    CREATE TABLE products (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      category TEXT NOT NULL,
      price REAL NOT NULL CHECK (price > 0),
      stock INTEGER NOT NULL DEFAULT 0,
      image BLOB
    );

    CREATE TABLE orders (
      id INTEGER PRIMARY KEY,
      customerID INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
      status TEXT NOT NULL DEFAULT 'new',
      channel TEXT NOT NULL,
      placedAt TEXT NOT NULL,
      paidAt TEXT,
      shippedAt TEXT,
      carrier TEXT,
      freight REAL NOT NULL,
      discount REAL NOT NULL DEFAULT 0,
      shipName TEXT NOT NULL,
      shipStreet TEXT NOT NULL,
      shipCity TEXT NOT NULL,
      shipCountry TEXT NOT NULL
    );

    CREATE TABLE orderLines (
      orderID INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      productID INTEGER NOT NULL REFERENCES products (id),
      quantity INTEGER NOT NULL,
      unitPrice REAL NOT NULL,
      PRIMARY KEY (orderID, position)
    ) WITHOUT ROWID;

    """ + indexesAndViews

  private static let indexesAndViews = """
    CREATE INDEX ordersByCustomer ON orders (customerID);
    CREATE INDEX ordersByStatus ON orders (status, placedAt);
    CREATE INDEX orderLinesByProduct ON orderLines (productID);

    CREATE VIEW orderTotals AS
    SELECT
      orders.id AS orderID,
      customers.name AS customer,
      orders.status AS status,
      round(sum(quantity * unitPrice) * (1 - discount) + freight, 2) AS total
    FROM orders
    JOIN customers ON customers.id = orders.customerID
    JOIN orderLines ON orderLines.orderID = orders.id
    GROUP BY orders.id;
    """
}
