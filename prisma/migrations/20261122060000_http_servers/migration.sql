-- An upstream server is an MCP server or an HTTP API. Values of `http`'s headers and query parameters are sealed.
ALTER TABLE servers
  ALTER COLUMN mcp DROP NOT NULL,
  ADD COLUMN http jsonb,
  ADD CONSTRAINT servers_one_address CHECK ((mcp IS NULL) <> (http IS NULL));
