import type { EvidenceView } from '@assay/contracts';
import type { PlacedVersion, TrustOrder, TrustOrderQuery } from '@assay/trust';
import type pg from 'pg';

const keyColumns: Readonly<Record<EvidenceView, string>> = { inside: 'trust_inside_key', outside: 'trust_key' };

/**
 * The order of trust in one view, read from the index on `(key, id)` backwards and from nothing else. `$1` is the least
 * key, `$2` and `$3` the place before which the page begins. That is one comparison of rows, and the only bound above:
 * given two, a scan enters at either of them, and may go through everything in between. Versions that wait for their first
 * score have no key and no place.
 */
export const trustOrderPage = (view: EvidenceView): string => `
  SELECT id, ${keyColumns[view]} AS key FROM tool_versions
  WHERE ${keyColumns[view]} >= $1::float8 AND (${keyColumns[view]}, id) < ($2::float8, $3::uuid)
  ORDER BY ${keyColumns[view]} DESC, id DESC LIMIT $4`;

const minId = '00000000-0000-0000-0000-000000000000';

/** The values of `trustOrderPage` for a query. */
export const trustOrderValues = ({ min, below, after, limit }: TrustOrderQuery): unknown[] => {
  const bound: PlacedVersion = { key: below ?? Number.POSITIVE_INFINITY, versionId: minId };
  const { key, versionId } = after !== undefined && after.key < bound.key ? after : bound;
  return [min, key, versionId, limit];
};

/** The order of trust in PostgreSQL. */
export class PostgresTrustOrder implements TrustOrder {
  constructor(private readonly pool: pg.Pool) {}

  async page(query: TrustOrderQuery): Promise<readonly PlacedVersion[]> {
    const { rows } = await this.pool.query<{ id: string; key: number }>({
      name: `trust-order-${query.view}`,
      text: trustOrderPage(query.view),
      values: trustOrderValues(query),
    });
    return rows.map((row) => ({ versionId: row.id, key: row.key }));
  }
}
