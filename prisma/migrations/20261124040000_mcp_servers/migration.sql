-- A grant may be of a whole MCP server: its tools, prompts and resources.
ALTER TABLE grants ADD COLUMN server text;
ALTER TABLE grants DROP CONSTRAINT grants_one_object;
ALTER TABLE grants ADD CONSTRAINT grants_one_object CHECK (num_nonnulls(tool, capability, server) = 1);
