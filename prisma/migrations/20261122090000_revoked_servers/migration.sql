-- A revocation may name a server of the registry list, whose namespace and name need not be known here: so what it names
-- is no foreign key any more. Renames still take it along.

ALTER TABLE revocations DROP CONSTRAINT revocations_namespace_fkey;
ALTER TABLE revocations DROP CONSTRAINT revocations_namespace_tool_fkey;

CREATE FUNCTION assay_move_revocations_of_namespace() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE revocations SET namespace = NEW.name WHERE namespace = OLD.name;
  RETURN NULL;
END $$;
CREATE TRIGGER namespaces_take_revocations_along AFTER UPDATE OF name ON namespaces
  FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION assay_move_revocations_of_namespace();

-- The tools of a renamed namespace come by here too; their revocations then move with either, whichever is first.
CREATE FUNCTION assay_move_revocations_of_tool() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE revocations SET namespace = NEW.namespace, tool = NEW.name
    WHERE namespace = OLD.namespace AND tool = OLD.name;
  RETURN NULL;
END $$;
CREATE TRIGGER tools_take_revocations_along AFTER UPDATE OF namespace, name ON tools
  FOR EACH ROW WHEN ((OLD.namespace, OLD.name) <> (NEW.namespace, NEW.name)) EXECUTE FUNCTION assay_move_revocations_of_tool();
