import type {
  HandedOver,
  Handover,
  KnownNamespace,
  OwnershipStore,
  Proven,
  RenameOutcome,
  Renaming,
  TransferOffer,
} from '@assay/identity';
import type { Sealer } from '@assay/kernel';
import type pg from 'pg';
import { handOverRows } from './hand-over-rows.js';
import { renameNamespaceRows, renameToolRows } from './rename-rows.js';

/** What moves names and namespaces, in PostgreSQL. Triggers put each change into the outbox in its own transaction. */
export class PostgresOwnershipStore implements OwnershipStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealer: Sealer,
  ) {}

  async prove(namespace: KnownNamespace, { method, domain, at }: Proven): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE namespaces SET proven_method = $2, proven_domain = $3, proven_at = to_timestamp($4 / 1000.0)
       WHERE id = $1 AND name = $5 AND organisation_id = $6`,
      [namespace.id, method, domain, at, namespace.name, namespace.organisationId],
    );
    return rowCount === 1;
  }

  async offer(namespace: KnownNamespace, offer: TransferOffer): Promise<boolean> {
    // The lock waits for a handover under way, after which the namespace is not the giver's to offer.
    const { rowCount } = await this.pool.query(
      `INSERT INTO namespace_transfers
         (namespace_id, organisation_id, to_organisation_id, owner_id, offered_at, offered_by)
       SELECT id, organisation_id, $2, $3, to_timestamp($4 / 1000.0), $5 FROM namespaces
       WHERE id = $1 AND organisation_id = $6 FOR KEY SHARE
       ON CONFLICT (namespace_id) DO UPDATE SET (to_organisation_id, owner_id, offered_at, offered_by) =
         (EXCLUDED.to_organisation_id, EXCLUDED.owner_id, EXCLUDED.offered_at, EXCLUDED.offered_by)`,
      [namespace.id, offer.toOrganisationId, offer.ownerId, offer.offeredAt, offer.offeredBy, namespace.organisationId],
    );
    return rowCount === 1;
  }

  async withdrawOffer(namespaceId: string, offeredAt: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'DELETE FROM namespace_transfers WHERE namespace_id = $1 AND offered_at = to_timestamp($2 / 1000.0)',
      [namespaceId, offeredAt],
    );
    return rowCount === 1;
  }

  handOver(handover: Handover): Promise<HandedOver | undefined> {
    return handOverRows(this.pool, this.sealer, handover);
  }

  renameNamespace(renaming: Renaming): Promise<RenameOutcome> {
    return renameNamespaceRows(this.pool, renaming);
  }

  renameTool(renaming: Renaming): Promise<RenameOutcome> {
    return renameToolRows(this.pool, renaming);
  }
}
