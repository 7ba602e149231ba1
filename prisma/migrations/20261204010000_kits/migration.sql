-- The namespace of the tools that ship has no members: the server claimed it for the administrator, who then called
-- these tools as an owner. Administrators of the installation's own organisation manage it without being members.
DELETE FROM namespace_owners
USING namespaces, organisations
WHERE namespaces.id = namespace_owners.namespace_id
  AND organisations.id = namespaces.organisation_id
  AND namespaces.name = 'assay'
  AND organisations.name = 'default';
