import { type EmbeddingStore, fromQuantised, type KeptEmbedding, quantised, type Upkeep } from '@assay/discovery';
import type pg from 'pg';

/** Digests that are compared with the table at once. */
const comparedAtOnce = 10_000;

/** Vectors in PostgreSQL, a signed byte a dimension. */
export class PostgresEmbeddingStore implements EmbeddingStore {
  constructor(private readonly pool: pg.Pool) {}

  async vectors(model: string, digests: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    if (digests.length === 0) return new Map();
    const { rows } = await this.pool.query<{ digest: string; vector: Buffer }>(
      'SELECT digest, vector FROM embeddings WHERE model = $1 AND digest = ANY ($2)',
      [model, digests],
    );
    return new Map(rows.map(({ digest, vector }) => [digest, fromQuantised(signed(vector))]));
  }

  async dimensions(model: string): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ length: number }>(
      'SELECT length(vector) FROM embeddings WHERE model = $1 ORDER BY embedded_at DESC LIMIT 1',
      [model],
    );
    return rows[0]?.length;
  }

  /** In the order of digests, so that two who keep the same ones do not wait for each other. */
  async keep(model: string, embeddings: readonly KeptEmbedding[]): Promise<void> {
    if (embeddings.length === 0) return;
    const unique = [...new Map(embeddings.map((it) => [it.digest, it])).values()];
    const sorted = unique.sort((a, b) => (a.digest < b.digest ? -1 : 1));
    await this.pool.query(keep, [
      model,
      sorted.map(({ digest }) => digest),
      sorted.map(({ organisationId }) => organisationId),
      sorted.map(({ vector }) => Buffer.from(quantised(vector).buffer)),
      sorted.map(({ characters }) => characters),
      sorted.map(({ at }) => new Date(at)),
    ]);
  }

  async charactersSince(at: number): Promise<number> {
    const { rows } = await this.pool.query<{ sum: string | null }>(
      'SELECT sum(characters) FROM embeddings WHERE embedded_at >= $1',
      [new Date(at)],
    );
    return Number(rows[0]?.sum ?? 0);
  }

  async prune({ model, dimensions, used, before }: Upkeep): Promise<number> {
    const date = new Date(before);
    const others = await this.pool.query('DELETE FROM embeddings WHERE model <> $1 AND embedded_at < $2', [
      model,
      date,
    ]);
    const odd =
      dimensions === undefined
        ? 0
        : await this.#deleted('DELETE FROM embeddings WHERE model = $1 AND length(vector) <> $2', [model, dimensions]);
    return (others.rowCount ?? 0) + odd + (await this.#pruneUnused(model, new Set(used()), date));
  }

  async #pruneUnused(model: string, used: ReadonlySet<string>, before: Date): Promise<number> {
    let pruned = 0;
    for (let after = ''; ; ) {
      const { rows } = await this.pool.query<{ digest: string }>(
        'SELECT digest FROM embeddings WHERE model = $1 AND embedded_at < $2 AND digest > $3 ORDER BY digest LIMIT $4',
        [model, before, after, comparedAtOnce],
      );
      const unused = rows.map(({ digest }) => digest).filter((digest) => !used.has(digest));
      if (unused.length > 0) {
        const gone = 'DELETE FROM embeddings WHERE model = $1 AND digest = ANY ($2) AND embedded_at < $3';
        pruned += await this.#deleted(gone, [model, unused, before]);
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < comparedAtOnce) return pruned;
      after = last.digest;
    }
  }

  async #deleted(statement: string, values: readonly unknown[]): Promise<number> {
    return (await this.pool.query(statement, [...values])).rowCount ?? 0;
  }
}

const signed = (bytes: Buffer): Int8Array => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);

const keep = `
  INSERT INTO embeddings (model, digest, organisation_id, vector, characters, embedded_at)
  SELECT $1, * FROM unnest($2::text[], $3::uuid[], $4::bytea[], $5::integer[], $6::timestamptz[])
  ON CONFLICT (model, digest) DO UPDATE
  SET vector = excluded.vector, characters = excluded.characters, embedded_at = excluded.embedded_at
  WHERE length(embeddings.vector) <> length(excluded.vector)`;
