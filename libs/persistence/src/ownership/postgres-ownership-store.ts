import type { HandedOver, Handover, OwnershipStore, Proven, RenameOutcome, Renaming, TransferOffer } from '@assay/core';
import type pg from 'pg';
import { handOverRows } from './hand-over-rows.js';
import { renameNamespaceRows, renameToolRows } from './rename-rows.js';

/** What moves names and namespaces, in PostgreSQL. Triggers put each change into the outbox in its own transaction. */
export class PostgresOwnershipStore implements OwnershipStore {
  constructor(private readonly pool: pg.Pool) {}

  async prove(namespaceId: string, { method, domain, at }: Proven): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE namespaces SET proven_method = $2, proven_domain = $3, proven_at = to_timestamp($4 / 1000.0)
       WHERE id = $1`,
      [namespaceId, method, domain, at],
    );
    return rowCount === 1;
  }

  async offer(namespaceId: string, offer: TransferOffer): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `INSERT INTO namespace_transfers
         (namespace_id, organisation_id, to_organisation_id, owner_id, offered_at, offered_by)
       SELECT id, organisation_id, $2, $3, to_timestamp($4 / 1000.0), $5 FROM namespaces WHERE id = $1
       ON CONFLICT (namespace_id) DO UPDATE SET (to_organisation_id, owner_id, offered_at, offered_by) =
         (EXCLUDED.to_organisation_id, EXCLUDED.owner_id, EXCLUDED.offered_at, EXCLUDED.offered_by)`,
      [namespaceId, offer.toOrganisationId, offer.ownerId, offer.offeredAt, offer.offeredBy],
    );
    return rowCount === 1;
  }

  async withdrawOffer(namespaceId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query('DELETE FROM namespace_transfers WHERE namespace_id = $1', [
      namespaceId,
    ]);
    return rowCount === 1;
  }

  handOver(handover: Handover): Promise<HandedOver | undefined> {
    return handOverRows(this.pool, handover);
  }

  renameNamespace(renaming: Renaming): Promise<RenameOutcome> {
    return renameNamespaceRows(this.pool, renaming);
  }

  renameTool(renaming: Renaming): Promise<RenameOutcome> {
    return renameToolRows(this.pool, renaming);
  }
}
