import type { GrpcAddress, HttpAddress, McpAddress } from '@assay/contracts';
import type { Sealer } from '@assay/kernel';
import type { CommandConfirmation } from '@assay/registry';
import type { SecretReseal } from '@assay/vault';
import type pg from 'pg';
import { secretContext } from '../notices/delivery-rows.js';
import {
  openAddress,
  openConfirmation,
  openGrpcAddress,
  openHttpAddress,
  sealAddress,
  sealConfirmation,
  sealGrpcAddress,
  sealHttpAddress,
} from '../stores/sealed-address.js';
import { resealRuns } from './reseal-runs.js';
import { resealSagas } from './reseal-sagas.js';

interface ServerRow {
  readonly id: string;
  readonly label: string;
  readonly mcp: McpAddress | null;
  readonly http: HttpAddress | null;
  readonly grpc: GrpcAddress | null;
  readonly confirmation: CommandConfirmation | null;
}

interface SealedRow {
  readonly id: string;
  readonly secret: string;
  readonly tokens: string | null;
}

/** The outcome for one text. */
interface Counts {
  resealed: number;
  kept: number;
}

/**
 * Seals what the database holds under the present key, row by row while everything goes on: a row that was changed
 * meanwhile is left to who changed it, which was under the present key too.
 */
export class PostgresSecretReseal implements SecretReseal {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealer: Sealer,
  ) {}

  async reseal(): Promise<Counts> {
    const counts: Counts = { resealed: 0, kept: 0 };
    await this.#servers(counts);
    await this.#texts(counts, 'webhooks', secretContext);
    await this.#connections(counts);
    await this.#authorizations(counts);
    await this.#authorizationRecords(counts);
    await this.#longTexts(counts, 'kept_outputs');
    await this.#longTexts(counts, 'approvals');
    await this.#maskedValues(counts);
    await this.#recordedCalls(counts);
    await this.#importDrafts(counts);
    await resealRuns(this.pool, this.sealer, counts);
    await resealSagas(this.pool, this.sealer, counts);
    return counts;
  }

  async #servers(counts: Counts): Promise<void> {
    const { rows } = await this.pool.query<ServerRow>(
      "SELECT id, namespace || '/' || name AS label, mcp, http, grpc, confirmation FROM servers ORDER BY id",
    );
    for (const row of rows) {
      const sealed = JSON.stringify([row.mcp, row.http, row.grpc, row.confirmation]);
      if (!this.#isOld(sealed)) {
        counts.kept += 1;
        continue;
      }
      const mcp = row.mcp && sealAddress(this.sealer, row.id, openAddress(this.sealer, row, row.mcp));
      const http = row.http && sealHttpAddress(this.sealer, row.id, openHttpAddress(this.sealer, row, row.http));
      const grpc = row.grpc && sealGrpcAddress(this.sealer, row.id, openGrpcAddress(this.sealer, row, row.grpc));
      const opened = openConfirmation(this.sealer, row.id, row.confirmation);
      const confirmation = opened && sealConfirmation(this.sealer, row.id, opened);
      await this.pool.query(
        `UPDATE servers SET mcp = $2, http = $3, grpc = $4, confirmation = $8
         WHERE id = $1 AND mcp IS NOT DISTINCT FROM $5::jsonb AND http IS NOT DISTINCT FROM $6::jsonb
           AND grpc IS NOT DISTINCT FROM $7::jsonb AND confirmation IS NOT DISTINCT FROM $9::jsonb`,
        [
          row.id,
          ...[mcp, http, grpc, row.mcp, row.http, row.grpc, confirmation, row.confirmation].map(
            (it) => it && JSON.stringify(it),
          ),
        ],
      );
      counts.resealed += 1;
    }
  }

  /** Each text under its own context. */
  async #texts(counts: Counts, table: 'webhooks', contextOf: (id: string) => string): Promise<void> {
    const { rows } = await this.pool.query<SealedRow>(`SELECT id, secret, NULL AS tokens FROM ${table} ORDER BY id`);
    for (const { id, secret } of rows) {
      const sealed = this.#isOld(secret)
        ? this.sealer.seal(this.sealer.open(secret, contextOf(id)), contextOf(id))
        : secret;
      await this.#replace(counts, table, id, 'secret', secret, sealed);
    }
  }

  async #connections(counts: Counts): Promise<void> {
    const { rows } = await this.pool.query<SealedRow>('SELECT id, secret, tokens FROM connections ORDER BY id');
    for (const { id, secret, tokens } of rows) {
      await this.#replace(counts, 'connections', id, 'secret', secret, this.sealer.rewrap(secret));
      if (tokens !== null) await this.#replace(counts, 'connections', id, 'tokens', tokens, this.sealer.rewrap(tokens));
    }
  }

  async #authorizationRecords(counts: Counts): Promise<void> {
    const { rows } = await this.pool.query<{ readonly id: string; readonly payload: string }>(
      'SELECT id, payload FROM authorization_records ORDER BY id',
    );
    for (const { id, payload } of rows)
      await this.#replace(counts, 'authorization_records', id, 'payload', payload, this.sealer.rewrap(payload));
  }

  async #authorizations(counts: Counts): Promise<void> {
    const { rows } = await this.pool.query<{ readonly id: string; readonly secret: string }>(
      'SELECT state AS id, secret FROM connection_authorizations ORDER BY state',
    );
    for (const { id, secret } of rows)
      await this.#replace(counts, 'connection_authorizations', id, 'secret', secret, this.sealer.rewrap(secret));
  }

  async #maskedValues(counts: Counts): Promise<void> {
    const { rows } = await this.pool.query<{ readonly id: string; readonly sealed: string }>(
      'SELECT token AS id, sealed FROM masked_values ORDER BY token',
    );
    for (const { id, sealed } of rows)
      await this.#replace(counts, 'masked_values', id, 'sealed', sealed, this.sealer.rewrap(sealed));
  }

  async #recordedCalls(counts: Counts): Promise<void> {
    const { rows } = await this.pool.query<{ readonly id: string; readonly sealed: string }>(
      'SELECT invocation_id AS id, sealed FROM recorded_calls ORDER BY invocation_id',
    );
    for (const { id, sealed } of rows)
      await this.#replace(counts, 'recorded_calls', id, 'sealed', sealed, this.sealer.rewrap(sealed));
  }

  async #importDrafts(counts: Counts): Promise<void> {
    const { rows } = await this.pool.query<{ readonly id: string; readonly draft: string }>(
      'SELECT id, draft FROM imports WHERE draft IS NOT NULL ORDER BY id',
    );
    for (const { id, draft } of rows)
      await this.#replace(counts, 'imports', id, 'draft', draft, this.sealer.rewrap(draft));
  }

  /** One at a time, since each may be long; how it begins says under which key it is. */
  async #longTexts(counts: Counts, table: 'kept_outputs' | 'approvals'): Promise<void> {
    const { rows } = await this.pool.query<{ readonly id: string; readonly head: string }>(
      `SELECT id, left(sealed, 100) AS head FROM ${table} WHERE sealed IS NOT NULL ORDER BY id`,
    );
    for (const { id, head } of rows) {
      if (this.sealer.isPresent(head)) {
        counts.kept += 1;
        continue;
      }
      const { rows: found } = await this.pool.query<{ readonly sealed: string }>(
        `SELECT sealed FROM ${table} WHERE id = $1 AND sealed IS NOT NULL`,
        [id],
      );
      for (const { sealed } of found)
        await this.#replace(counts, table, id, 'sealed', sealed, this.sealer.rewrap(sealed));
    }
  }

  async #replace(
    counts: Counts,
    table: SealedTable,
    id: string,
    column: 'secret' | 'tokens' | 'sealed' | 'payload' | 'draft',
    before: string,
    after: string,
  ): Promise<void> {
    if (after === before) {
      counts.kept += 1;
      return;
    }
    const key = keys[table] ?? 'id';
    await this.pool.query(`UPDATE ${table} SET ${column} = $2 WHERE ${key} = $1 AND ${column} = $3`, [
      id,
      after,
      before,
    ]);
    counts.resealed += 1;
  }

  /** Whether something in a text, sealed texts among other JSON, is not sealed under the present key. */
  #isOld(text: string): boolean {
    return (text.match(sealedText) ?? []).some((it) => !this.sealer.isPresent(it));
  }
}

type SealedTable =
  | 'webhooks'
  | 'connections'
  | 'connection_authorizations'
  | 'authorization_records'
  | 'kept_outputs'
  | 'approvals'
  | 'imports'
  | 'masked_values'
  | 'recorded_calls';

/** Names of the keys that are not `id`. */
const keys: Partial<Record<SealedTable, string>> = {
  connection_authorizations: 'state',
  masked_values: 'token',
  recorded_calls: 'invocation_id',
};

/** A sealed text begins with its version and has only characters of base64url and dots. */
const sealedText = /\bv\d\.[\w-]+\.[\w.~-]+/g;
