import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DatabaseSettings } from './settings.js';

/** A small shop that the kit carries, so that its tools can be tried without a database. */
const statements = `
CREATE TABLE customers (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  country TEXT NOT NULL CHECK (length(country) = 2)
);
CREATE TABLE products (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  price NUMERIC NOT NULL CHECK (price > 0)
);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'shipped', 'delivered', 'cancelled')),
  created_at TEXT NOT NULL
);
CREATE INDEX orders_customer ON orders (customer_id);
CREATE TABLE order_items (
  order_id INTEGER NOT NULL REFERENCES orders (id),
  product_id INTEGER NOT NULL REFERENCES products (id),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (order_id, product_id)
);
INSERT INTO customers VALUES (1, 'Ann Meyer', 'ann@example.com', 'DE'), (2, 'Bo Lind', 'bo@example.com', 'SE'), (3, 'Carl Roy', 'carl@example.com', 'FR');
INSERT INTO products VALUES (1, 'Lamp', 30), (2, 'Desk', 240.5), (3, 'Chair', 99);
INSERT INTO orders VALUES (1, 1, 'delivered', '2026-01-03'), (2, 1, 'shipped', '2026-01-20'), (3, 2, 'pending', '2026-02-02'), (4, 3, 'cancelled', '2026-02-11');
INSERT INTO order_items VALUES (1, 1, 2), (1, 3, 1), (2, 2, 1), (3, 3, 4), (4, 1, 1);
`;

export const exampleName = 'example';

/** Makes the example in a folder of its own; every start of the kit begins with the same rows. */
export function makeExample(): DatabaseSettings {
  const file = join(mkdtempSync(join(tmpdir(), 'assay-example-')), 'shop.db');
  const database = new DatabaseSync(file);
  database.exec(statements);
  database.close();
  const url = `sqlite:${file}`;
  return { name: exampleName, kind: 'sqlite', url, writerUrl: url, scratchUrl: null };
}
