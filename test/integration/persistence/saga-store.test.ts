import { AesSealer } from '@assay/authentication';
import { PostgresSagaStore, PostgresSecretReseal } from '@assay/persistence';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import { aSaga, aSagaStep, begunSaga, sagaStoreContract } from '@assay/runs/testing';
import { describe, expect, it } from '@jest/globals';
import { sealer, withDatabase } from './fixture.js';

describe('PostgresSagaStore keeps the contract of SagaStore', () => {
  it.each(sagaStoreContract)('$name', async ({ check }) => {
    const run = withDatabase(({ identities, database: { pool } }) =>
      check({ identities, sagas: new PostgresSagaStore(pool, sealer) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});

it.each([
  ['all of an organisation', {}, /Index Scan using sagas_organisation_id_id_idx/],
  [
    'those that wait for people',
    { state: 'COMPENSATION_FAILED' },
    /Index Scan using sagas_organisation_id_state_id_idx/,
  ],
  ['one’s own', { organisationId: null }, /Index Scan using sagas_principal_id_id_idx/],
] as const)('a list of %s goes through an index, a page at a time', (_what, query, way) =>
  withDatabase(async ({ identities, database: { pool } }) => {
    const organisation = anOrganisationRow();
    await identities.addOrganisation(organisation);
    const { id: principalId } = await identities.addPrincipal(aPrincipalRow(organisation.id));
    await pool.query(
      `INSERT INTO sagas (id, organisation_id, principal_id, state, revision, document, created_at, updated_at, ended_at)
       SELECT gen_random_uuid(), $1, $2, 'COMPLETED', 1, '{}', now(), now(), now() FROM generate_series(1, 5000)`,
      [organisation.id, principalId],
    );
    await pool.query('ANALYZE sagas');
    const asked: [string, unknown[]][] = [];
    const watched = {
      query: (text: string, values: unknown[]) => asked.push([text, values]) && pool.query(text, values),
    };
    const sagas = new PostgresSagaStore(watched as unknown as typeof pool, sealer);
    await sagas.list({ organisationId: organisation.id, principalId, before: aSaga().id, limit: 20, ...query });
    const [text, values] = asked[0] as [string, unknown[]];
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(way);
  }),
);

it('what steps are given and give is sealed, each for its own step, and text that jsonb refuses is kept', () =>
  withDatabase(async ({ identities, database: { pool } }) => {
    const organisation = anOrganisationRow();
    await identities.addOrganisation(organisation);
    const { id: principalId } = await identities.addPrincipal(aPrincipalRow(organisation.id));
    const sagas = new PostgresSagaStore(pool, sealer);
    const step = aSagaStep({ arguments: { item: 'secret tea' } });
    const input = { kind: 'arguments', arguments: { item: 'secret tea' } } as const;
    const steps = [step, { ...step, compensation: { class: 'semantic' as const, tool: 'acme/undo', input } }];
    const odd = { step: null, code: 'tool_error', message: 'half \ud83c and \u0000' };
    const saga = await begunSaga(sagas, aSaga({ organisationId: organisation.id, principalId, steps, problem: odd }));
    expect((await sagas.find(saga.id))?.problem?.message).toBe('half \ufffd and \ufffd');
    const { rows } = await pool.query('SELECT row_to_json(saga_steps)::text AS text FROM saga_steps');
    expect(rows.map(({ text }) => text).join()).not.toContain('tea');
    await pool.query('UPDATE saga_steps SET sealed = (SELECT sealed FROM saga_steps WHERE position = 0)');
    await expect(sagas.find(saga.id)).rejects.toThrow('sealed in another place');
  }));

it('what steps are given and give opens after the encryption key was changed', () =>
  withDatabase(async ({ identities, database: { pool } }) => {
    const organisation = anOrganisationRow();
    await identities.addOrganisation(organisation);
    const { id: principalId } = await identities.addPrincipal(aPrincipalRow(organisation.id));
    const [former, present] = ['a former key of enough length....', 'the present key of enough length.'] as const;
    const steps = Array.from({ length: 3 }, (_, at) => aSagaStep({ id: `s${at}`, arguments: { item: `tea ${at}` } }));
    const begun = aSaga({ organisationId: organisation.id, principalId, steps });
    await begunSaga(new PostgresSagaStore(pool, new AesSealer(former)), begun);
    const reseal = new PostgresSecretReseal(pool, new AesSealer(present, former));
    expect(await reseal.reseal()).toEqual({ resealed: 3, kept: 0 });
    expect(await reseal.reseal()).toEqual({ resealed: 0, kept: 3 });
    const found = await new PostgresSagaStore(pool, new AesSealer(present)).find(begun.id);
    expect(found?.steps.map((step) => step.arguments)).toEqual(steps.map((step) => step.arguments));
  }));
