import { randomUUID } from 'node:crypto';
import { AesSealer } from '@assay/authentication';
import { PostgresRunStore, PostgresSecretReseal } from '@assay/persistence';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import type { Run, RunWork } from '@assay/runs';
import { runStoreContract } from '@assay/runs/testing';
import { describe, expect, it } from '@jest/globals';
import { sealer, withDatabase } from './fixture.js';

describe('PostgresRunStore keeps the contract of RunStore', () => {
  it.each(runStoreContract)('$name', async ({ check }) => {
    const run = withDatabase(({ database, identities }) =>
      check({ identities, runs: new PostgresRunStore(database.pool, sealer) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});

it('what runs hold is sealed, and opens after the encryption key was changed', async () => {
  await withDatabase(async ({ database: { pool }, identities }) => {
    const organisation = anOrganisationRow();
    await identities.addOrganisation(organisation);
    const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
    const [former, present] = ['a former key of enough length....', 'the present key of enough length.'] as const;
    const run: Run = {
      ...{ id: randomUUID(), organisationId: organisation.id, principalId: ann.id, keyId: null, idempotencyKey: null },
      ...{ digest: 'sha256:1', notation: 'plan', status: 'running', traceId: 't', startedAt: 0, endedAt: null },
    };
    const body = { plan: { steps: [{ id: 'a', tool: 'acme/a', arguments: { text: 'secret' } }] } };
    const work: RunWork = { body, scopes: [], namespaces: null, pins: {} };
    const holder = randomUUID();
    const store = new PostgresRunStore(pool, new AesSealer(former));
    await store.begin(run, work, holder, -1_000, 0);
    const view = { index: 0, id: 'a', tool: 'acme/a', status: 'succeeded', ms: 1 } as const;
    await store.keep(run.id, holder, 'running', [
      { path: 'a', view, outcome: { status: 'succeeded', output: 'secret' } },
    ]);
    const { rows } = await pool.query(
      'SELECT work, sealed FROM composition_runs JOIN composition_steps ON run_id = id',
    );
    expect(JSON.stringify(rows)).not.toContain('secret');
    // A replica with another key can do nothing with it, and keeps nobody else from taking it up.
    const foreign = new PostgresRunStore(pool, new AesSealer('a key of somebody else, of length'));
    expect(await foreign.take(randomUUID(), -1_000, 10)).toMatchObject([
      { run: { id: run.id }, work: null, steps: [] },
    ]);
    const reseal = new PostgresSecretReseal(pool, new AesSealer(present, former));
    expect(await reseal.reseal()).toEqual({ resealed: 2, kept: 0 });
    expect(await reseal.reseal()).toEqual({ resealed: 0, kept: 2 });
    const [taken] = await new PostgresRunStore(pool, new AesSealer(present)).take(randomUUID(), 1_000, 10);
    expect([taken?.work, taken?.steps[0]?.outcome]).toEqual([work, { status: 'succeeded', output: 'secret' }]);
    await pool.query('DELETE FROM principals WHERE id = $1', [ann.id]);
    expect((await pool.query('SELECT FROM composition_runs')).rowCount).toBe(0);
  });
});
