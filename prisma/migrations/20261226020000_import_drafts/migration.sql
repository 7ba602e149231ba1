-- The server of an import that is registered when the import is confirmed, sealed. Null once it is, or when there is none.
ALTER TABLE imports ADD COLUMN draft text;
