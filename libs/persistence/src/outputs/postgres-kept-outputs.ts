import type {
  Keeping,
  KeptCaps,
  KeptContent,
  KeptKind,
  KeptOutput,
  KeptOutputs,
  KeptOwner,
  KeptQuery,
} from '@assay/gateway';
import type { Sealer } from '@assay/kernel';
import type pg from 'pg';
import { inTransaction } from '../ownership/in-transaction.js';
import { columns, type Row, toKeptOutput, valuesOf } from './kept-rows.js';

/** A principal's own ($1) of a kind ($2), from tools in the namespaces its credential reaches ($3). */
const owners = `principal_id = $1 AND kind = $2 AND ($3::text[] IS NULL OR split_part(tool, '/', 1) = ANY ($3))`;

const place = (id: string): string => `kept output ${id}`;

/** Kept results in PostgreSQL. What is kept is encrypted; what is known of it, its digest included, is not. */
export class PostgresKeptOutputs implements KeptOutputs {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealer: Sealer,
  ) {}

  async keep(output: KeptContent, caps: KeptCaps): Promise<Keeping> {
    // Only what is going to be kept: sealing a long result takes a tenth of a second.
    const seal = () => this.sealer.seal(output.content, place(output.id));
    const keeping = await inTransaction(this.pool, async (client) => {
      // One after the other, so that the caps hold however many keep at once.
      await client.query('SELECT FROM principals WHERE id = $1 FOR NO KEY UPDATE', [output.principalId]);
      return (await prolong(client, output)) ?? (await insert(client, output, seal, caps));
    });
    return keeping as Keeping;
  }

  async find({ principalId, namespaces }: KeptOwner, kind: KeptKind, id: string, at: number) {
    const { rows } = await this.pool.query<Row & { sealed: string; is_binary: boolean }>(
      `SELECT ${columns}, sealed, is_binary FROM kept_outputs
       WHERE ${owners} AND id = $4 AND expires_at > to_timestamp($5::bigint / 1000.0)`,
      [principalId, kind, namespaces, id, at],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const content = this.sealer.open(row.sealed, place(row.id));
    return { ...toKeptOutput(row), content, isBinary: row.is_binary };
  }

  async list({ principalId, kind, namespaces, layer, session, tool, at, after, limit }: KeptQuery) {
    const { rows } = await this.pool.query<Row>(
      `SELECT ${columns} FROM kept_outputs
       WHERE ${owners} AND expires_at > to_timestamp($4::bigint / 1000.0)
         AND ($5::text IS NULL OR layer = $5) AND ($6::text IS NULL OR session = $6) AND ($7::text IS NULL OR tool = $7)
         AND ($8::bigint IS NULL OR (created_at, id) < (to_timestamp($8 / 1000.0), $9::uuid))
       ORDER BY created_at DESC, id DESC LIMIT $10`,
      [
        ...[principalId, kind, namespaces, at],
        ...[layer ?? null, session ?? null, tool ?? null, after?.at ?? null, after?.id ?? null, limit],
      ],
    );
    return rows.map(toKeptOutput);
  }

  async remove({ principalId, namespaces }: KeptOwner, kind: KeptKind, id: string): Promise<boolean> {
    const text = `DELETE FROM kept_outputs WHERE ${owners} AND id = $4`;
    const { rowCount } = await this.pool.query(text, [principalId, kind, namespaces, id]);
    return rowCount === 1;
  }

  async removeAll({ principalId, namespaces }: KeptOwner, kind: KeptKind): Promise<number> {
    const { rowCount } = await this.pool.query(`DELETE FROM kept_outputs WHERE ${owners}`, [
      principalId,
      kind,
      namespaces,
    ]);
    return rowCount ?? 0;
  }

  async prune(at: number): Promise<number> {
    const { rowCount } = await this.pool.query(
      'DELETE FROM kept_outputs WHERE expires_at <= to_timestamp($1::bigint / 1000.0)',
      [at],
    );
    return rowCount ?? 0;
  }
}

const same = 'principal_id = $1 AND kind = $2 AND digest = $3 AND media_type = $4';
const sameValues = ({ principalId, kind, digest, mediaType }: KeptOutput) => [principalId, kind, digest, mediaType];

/**
 * The same content that is there already, for the longer of both times and in the layer that lasts longer; a result of a
 * session is of the latest call.
 */
async function prolong(client: pg.PoolClient, output: KeptOutput): Promise<Keeping | undefined> {
  const values = sameValues(output);
  await client.query(`DELETE FROM kept_outputs WHERE ${same} AND expires_at <= $5`, [
    ...values,
    new Date(output.createdAt),
  ]);
  const { rows } = await client.query<Row>(
    `UPDATE kept_outputs SET expires_at = greatest(expires_at, $5::timestamptz),
       layer = CASE WHEN $5::timestamptz > expires_at THEN $6 ELSE layer END,
       session = CASE WHEN kind = 'result' THEN $7 ELSE session END,
       invocation_id = CASE WHEN kind = 'result' THEN $8::uuid ELSE invocation_id END,
       tool = CASE WHEN kind = 'result' THEN $9 ELSE tool END,
       version = CASE WHEN kind = 'result' THEN $10 ELSE version END,
       created_at = CASE WHEN kind = 'result' THEN $11::timestamptz ELSE created_at END
     WHERE ${same} RETURNING ${columns}`,
    [
      ...[...values, new Date(output.expiresAt), output.layer, output.session, output.invocationId],
      ...[output.tool, output.version, new Date(output.createdAt)],
    ],
  );
  return rows[0] && { state: 'known', output: toKeptOutput(rows[0]) };
}

async function insert(
  client: pg.PoolClient,
  output: KeptContent,
  seal: () => string,
  caps: KeptCaps,
): Promise<Keeping> {
  const { principalId, kind, createdAt } = output;
  const { rows } = await client.query<{ count: string; bytes: string }>(
    `SELECT count(*), coalesce(sum(bytes), 0) AS bytes FROM kept_outputs
     WHERE principal_id = $1 AND kind = $2 AND expires_at > $3`,
    [principalId, kind, new Date(createdAt)],
  );
  const count = Number(rows[0]?.count);
  const bytes = Number(rows[0]?.bytes);
  if (count >= caps.count || bytes + output.bytes > caps.bytes) return { state: 'full', count, bytes };
  const values = valuesOf(output, seal());
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  await client.query(`INSERT INTO kept_outputs (${columns}, is_binary, sealed) VALUES (${places})`, values);
  const { content: _content, isBinary: _isBinary, ...kept } = output;
  return { state: 'kept', output: kept };
}
