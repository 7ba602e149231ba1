import { randomUUID } from 'node:crypto';
import { AesSealer } from '@assay/authentication';
import type { KeptContent } from '@assay/gateway';
import { keptOutputsContract } from '@assay/gateway/testing';
import { PostgresKeptOutputs, PostgresSecretReseal, PostgresSessionTotals } from '@assay/persistence';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { type Fixture, sealer, withDatabase } from './fixture.js';

describe('PostgresKeptOutputs and PostgresSessionTotals keep the contracts of KeptOutputs and SessionTotals', () => {
  it.each(keptOutputsContract)('$name', async ({ check }) => {
    const run = withDatabase(({ database, identities }) =>
      check({
        identities,
        outputs: new PostgresKeptOutputs(database.pool, sealer),
        totals: new PostgresSessionTotals(database.pool),
      }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});

async function withOutput({ identities }: Fixture): Promise<KeptContent> {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
  return {
    ...{ id: randomUUID(), kind: 'pointer', organisationId: organisation.id, principalId: ann.id },
    ...{ layer: null, session: null, invocationId: randomUUID(), tool: 'acme/x', version: '1.0.0' },
    ...{ source: 'mcp:acme/x', confidence: 1, findings: [], digest: 'sha256:x', bytes: 6, mediaType: 'text/plain' },
    ...{ createdAt: 0, expiresAt: Date.UTC(2100, 0), isBinary: false, content: 'secret' },
  };
}
const caps = { count: 10, bytes: 1_000 };

describe('what is kept', () => {
  it('opens after the encryption key was changed, once everything was re-encrypted', async () => {
    await withDatabase(async (fixture) => {
      const { pool } = fixture.database;
      const [former, present] = ['a former key of enough length....', 'the present key of enough length.'] as const;
      const output = await withOutput(fixture);
      await new PostgresKeptOutputs(pool, new AesSealer(former)).keep(output, caps);
      const { rows } = await pool.query<{ sealed: string }>('SELECT sealed FROM kept_outputs');
      expect(rows[0]?.sealed).not.toContain('secret');
      const reseal = new PostgresSecretReseal(pool, new AesSealer(present, former));
      expect(await reseal.reseal()).toEqual({ resealed: 1, kept: 0 });
      expect(await reseal.reseal()).toEqual({ resealed: 0, kept: 1 });
      const owner = { principalId: output.principalId, namespaces: null };
      const reopened = new PostgresKeptOutputs(pool, new AesSealer(present));
      expect(await reopened.find(owner, 'pointer', output.id, 1)).toEqual(output);
    });
  });

  it('goes with its principal, and opens in its own row only', async () => {
    await withDatabase(async (fixture) => {
      const { pool } = fixture.database;
      const output = await withOutput(fixture);
      const outputs = new PostgresKeptOutputs(pool, sealer);
      await outputs.keep(output, caps);
      const other = { ...output, id: randomUUID(), digest: 'sha256:y' };
      await outputs.keep(other, caps);
      await pool.query('UPDATE kept_outputs SET sealed = (SELECT sealed FROM kept_outputs WHERE id = $1)', [output.id]);
      const owner = { principalId: output.principalId, namespaces: null };
      await expect(outputs.find(owner, 'pointer', other.id, 1)).rejects.toThrow('sealed in another place');
      await pool.query('DELETE FROM principals WHERE id = $1', [output.principalId]);
      expect((await pool.query('SELECT FROM kept_outputs')).rowCount).toBe(0);
    });
  });
});
