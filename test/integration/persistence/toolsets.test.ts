import { toolsetStoreContract } from '@assay/gateway/testing';
import { PostgresToolsetStore } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './fixture.js';

describe('PostgresToolsetStore keeps the contract of ToolsetStore', () => {
  it.each(toolsetStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) =>
      check({ ...fixture, toolsets: new PostgresToolsetStore(fixture.database.pool) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});
