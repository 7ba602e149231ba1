import { PostgresSagaStore } from '@assay/persistence';
import { aSaga, aSagaStep } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import { sagaStoreContract } from '../../../libs/testing/src/stores/saga-store.contract.js';
import { anOrganisationRow, aPrincipalRow } from '../../../libs/testing/src/stores/store-samples.js';
import { sealer, withDatabase } from './fixture.js';

describe('PostgresSagaStore keeps the contract of SagaStore', () => {
  it.each(sagaStoreContract)('$name', async ({ check }) => {
    const run = withDatabase(({ identities, database: { pool } }) =>
      check({ identities, sagas: new PostgresSagaStore(pool, sealer) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});

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
    const saga = await sagas.begin(aSaga({ organisationId: organisation.id, principalId, steps, problem: odd }));
    expect((await sagas.find(saga.id))?.problem?.message).toBe('half \ufffd and \ufffd');
    const { rows } = await pool.query('SELECT row_to_json(saga_steps)::text AS text FROM saga_steps');
    expect(rows.map(({ text }) => text).join()).not.toContain('tea');
    await pool.query('UPDATE saga_steps SET sealed = (SELECT sealed FROM saga_steps WHERE position = 0)');
    await expect(sagas.find(saga.id)).rejects.toThrow('sealed in another place');
  }));
