-- Commands are started only when somebody who held the scope hosts:command has confirmed exactly this command, and only
-- for the installation's own organisation.
ALTER TABLE servers ADD COLUMN isolation jsonb;
ALTER TABLE servers ADD COLUMN confirmation jsonb;
ALTER TABLE servers ADD COLUMN packages jsonb;

-- Existing commands of the installation's own organisation count as confirmed: registering one has always needed the
-- scope, held by somebody of that organisation, so asking again would only stop servers that work. Until now other
-- organisations could hold the scope too: their commands stay in the record, unconfirmed, and `doctor` lists them.
-- The digest of the command covers sealed values, so the server adds it when it starts next.
UPDATE servers
SET confirmation = jsonb_build_object(
  'by', NULL,
  'at', (extract(epoch FROM date_trunc('milliseconds', updated_at)) * 1000)::bigint,
  'digest', NULL)
WHERE mcp ? 'command' AND organisation_id = (SELECT id FROM organisations WHERE name = 'default');

-- The scope exists in the installation's own organisation only.
UPDATE api_keys SET scopes = array_remove(scopes, 'hosts:command')
WHERE 'hosts:command' = ANY (scopes)
  AND organisation_id <> (SELECT id FROM organisations WHERE name = 'default');
