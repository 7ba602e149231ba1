import { anApproval, aPausedCall, approvalStoreContract } from '@assay/gateway/testing';
import { PostgresApprovalStore } from '@assay/persistence';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { sealer, withDatabase } from './fixture.js';

describe('PostgresApprovalStore keeps the contract of ApprovalStore', () => {
  it.each(approvalStoreContract)('$name', async ({ check }) => {
    const run = withDatabase(({ identities, database: { pool } }) =>
      check({ identities, approvals: new PostgresApprovalStore(pool, sealer) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});

it('arguments are sealed, each for its own approval', () =>
  withDatabase(async ({ identities, database: { pool } }) => {
    const organisation = anOrganisationRow();
    await identities.addOrganisation(organisation);
    const { id: principalId } = await identities.addPrincipal(aPrincipalRow(organisation.id));
    const approvals = new PostgresApprovalStore(pool, sealer);
    const [first, second] = ['1', '2'].map((end) =>
      anApproval({
        id: `0198f000-0000-7000-8000-00000000000${end}`,
        organisationId: organisation.id,
        principalId,
        keyId: null,
        versionId: '0198f000-0000-7000-8000-000000000009',
      }),
    );
    if (first === undefined || second === undefined) throw new Error('two were made');
    await approvals.open(first, aPausedCall({ input: { item: 'secret tea' } }));
    await approvals.open(second, aPausedCall());
    const { rows } = await pool.query('SELECT row_to_json(approvals)::text AS text FROM approvals');
    expect(rows.map(({ text }) => text).join()).not.toContain('tea');
    await pool.query('UPDATE approvals SET sealed = (SELECT sealed FROM approvals WHERE id = $1)', [first.id]);
    await expect(approvals.call(second.id)).rejects.toThrow('sealed in another place');
  }));
