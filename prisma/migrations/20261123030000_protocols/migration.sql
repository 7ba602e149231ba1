-- An upstream server is an MCP server, an HTTP API or a gRPC server. Values of `grpc`'s metadata are sealed.
ALTER TABLE servers
  ADD COLUMN grpc jsonb,
  DROP CONSTRAINT servers_one_address,
  ADD CONSTRAINT servers_one_address CHECK (num_nonnulls(mcp, http, grpc) = 1);

-- What an upstream has that cannot be a tool, and why.
ALTER TABLE imports
  ADD COLUMN left_out text[] NOT NULL DEFAULT '{}';
