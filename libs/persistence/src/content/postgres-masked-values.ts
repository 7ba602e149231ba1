import type { MaskedOwner, MaskedValue, MaskedValueStore } from '@assay/gateway';
import type { Sealer } from '@assay/kernel';
import type pg from 'pg';

interface MaskedRow {
  readonly token: string;
  readonly class: string;
  readonly source: string;
  readonly sealed: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** Binds a sealed value to its placeholder. */
const placeOf = (token: string): string => `masked value ${token}`;

/** Values replaced by placeholders, in PostgreSQL, encrypted. */
export class PostgresMaskedValues implements MaskedValueStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealer: Sealer,
  ) {}

  async keep(values: readonly MaskedValue[]): Promise<void> {
    const column = <T>(of: (value: MaskedValue) => T): T[] => values.map(of);
    await this.pool.query(
      `INSERT INTO masked_values
         (token, organisation_id, principal_id, session, class, source, sealed, created_at, expires_at)
       SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[],
         $8::timestamptz[], $9::timestamptz[])
       ON CONFLICT (token) DO UPDATE SET expires_at = greatest(masked_values.expires_at, EXCLUDED.expires_at)`,
      [
        column((it) => it.token),
        column((it) => it.organisationId),
        column((it) => it.principalId),
        column((it) => it.session),
        column((it) => it.class),
        column((it) => it.source),
        // JSON, so that a text with NUL is kept as it is.
        column((it) => this.sealer.seal(JSON.stringify(it.value), placeOf(it.token))),
        column((it) => new Date(it.createdAt)),
        column((it) => new Date(it.expiresAt)),
      ],
    );
  }

  async find(owner: MaskedOwner, tokens: readonly string[], at: number): Promise<readonly MaskedValue[]> {
    const { organisationId, principalId, session } = owner;
    const { rows } = await this.pool.query<MaskedRow>(
      `SELECT token, class, source, sealed, created_at, expires_at FROM masked_values
       WHERE token = ANY ($1) AND organisation_id = $2 AND principal_id = $3 AND session IS NOT DISTINCT FROM $4
         AND expires_at > $5`,
      [tokens, organisationId, principalId, session, new Date(at)],
    );
    return rows.map(({ token, class: of, source, sealed, created_at, expires_at }) => ({
      ...{ token, organisationId, principalId, session, class: of, source },
      value: JSON.parse(this.sealer.open(sealed, placeOf(token))) as string,
      createdAt: created_at.getTime(),
      expiresAt: expires_at.getTime(),
    }));
  }

  async prune(at: number): Promise<number> {
    const { rowCount } = await this.pool.query('DELETE FROM masked_values WHERE expires_at <= $1', [new Date(at)]);
    return rowCount ?? 0;
  }
}
