import { randomUUID } from 'node:crypto';
import { idempotencyLedgerContract } from '@assay/gateway/testing';
import { HolderLease, PostgresIdempotencyLedger } from '@assay/persistence';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { clock, withDatabase } from './fixture.js';

describe('PostgresIdempotencyLedger keeps the contract of IdempotencyLedger', () => {
  it.each(idempotencyLedgerContract)('$name', async ({ check }) => {
    const run = withDatabase(async ({ identities, database: { pool } }) => {
      const process = () => {
        const id = randomUUID();
        return { id, ledger: new PostgresIdempotencyLedger({ pool, lease: new HolderLease({ pool, id, clock }) }) };
      };
      const [one, two] = [process(), process()];
      const lapsed = `UPDATE idempotency_holders SET lease_until = clock_timestamp() - interval '1 hour' WHERE id = $1`;
      const die = async () => {
        await one.ledger.close();
        await pool.query(lapsed, [one.id]);
      };
      try {
        await check({ identities, ledger: one.ledger, other: two.ledger, die });
      } finally {
        await one.ledger.close();
        await two.ledger.close();
      }
    });
    await expect(run).resolves.toBeUndefined();
  });
});

it('a process that begins where another one ran takes over what that left, without waiting for its lease', () =>
  withDatabase(async ({ identities, database: { pool } }) => {
    const organisation = anOrganisationRow();
    await identities.addOrganisation(organisation);
    const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
    const use = (invocationId: string) => ({
      organisationId: organisation.id,
      principalId: ann.id,
      key: 'k',
      requestDigest: 'd',
      invocationId,
    });
    const ledgerAt = (place: string) =>
      new PostgresIdempotencyLedger({ pool, lease: new HolderLease({ pool, id: randomUUID(), place, clock }) });
    const [dead, elsewhere, next] = [ledgerAt('here'), ledgerAt('there'), ledgerAt('here')];
    const now = Date.now();
    expect((await dead.claim(use(randomUUID()), now)).state).toBe('claimed');
    expect((await elsewhere.claim(use(randomUUID()), now)).state).toBe('running');
    expect((await next.claim(use(randomUUID()), now)).state).toBe('claimed');
    for (const ledger of [dead, elsewhere, next]) await ledger.close();
  }));
