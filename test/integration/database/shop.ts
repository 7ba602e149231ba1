/** A shop in PostgreSQL, with what an attack could reach beside it. */
export const shopStatements = `
CREATE TYPE order_status AS ENUM ('pending', 'shipped', 'delivered');
CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL, email text NOT NULL UNIQUE, country char(2) NOT NULL);
COMMENT ON TABLE customers IS 'people who bought something';
CREATE TABLE orders (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id int NOT NULL REFERENCES customers (id),
  total numeric(10, 2) NOT NULL CHECK (total > 0),
  status order_status NOT NULL DEFAULT 'pending',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX orders_customer ON orders (customer_id);
CREATE TABLE tags (id int PRIMARY KEY, label text NOT NULL);
CREATE TABLE order_tags (order_id int REFERENCES orders (id) ON DELETE CASCADE, tag_id int REFERENCES tags (id), PRIMARY KEY (order_id, tag_id));
CREATE TABLE big (id int PRIMARY KEY, value text);
CREATE TABLE secrets (id int PRIMARY KEY, password text);
CREATE SEQUENCE counter;
INSERT INTO customers SELECT n, 'Name ' || n, 'c' || n || '@example.com', CASE WHEN n % 2 = 0 THEN 'DE' ELSE 'FR' END FROM generate_series(1, 50) n;
INSERT INTO orders (customer_id, total, status, created_at)
  SELECT 1 + n % 50, 10 + n, (ARRAY['pending', 'shipped', 'delivered'])[1 + n % 3]::order_status, timestamptz '2026-01-01' + n * interval '1 hour' FROM generate_series(1, 500) n;
INSERT INTO tags VALUES (1, 'gift'), (2, 'rush');
INSERT INTO order_tags SELECT n, 1 + n % 2 FROM generate_series(1, 20) n;
INSERT INTO big SELECT n, md5(n::text) FROM generate_series(1, 150000) n;
INSERT INTO secrets VALUES (1, 'hunter2');
CREATE FUNCTION sleepy(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN PERFORM pg_sleep(30); RETURN 1; END $$;
CREATE FUNCTION writes(text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN INSERT INTO tags VALUES (99, $1); RETURN $1; END $$;
CREATE VIEW sneaky AS SELECT writes('x') AS value;
CREATE VIEW counting AS SELECT nextval('counter') AS value;
ANALYZE;
`;
