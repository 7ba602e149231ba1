import { hierarchyStoreContract, ticketStoreContract } from '@assay/gateway/testing';
import { PostgresHierarchyStore, PostgresTicketStore } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './fixture.js';

describe('PostgresHierarchyStore keeps the contract of HierarchyStore', () => {
  it.each(hierarchyStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) =>
      check({ ...fixture, hierarchies: new PostgresHierarchyStore(fixture.database.pool) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});

describe('PostgresTicketStore keeps the contract of TicketStore', () => {
  it.each(ticketStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) =>
      check({ ...fixture, tickets: new PostgresTicketStore(fixture.database.pool) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});
