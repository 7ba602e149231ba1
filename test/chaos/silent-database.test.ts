import { createTestDatabase, type TestDatabase } from '@assay/persistence';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { DatabaseRelay } from './database-relay.js';
import { Installation } from './installation.js';
import { patienceMs } from './soak.js';
import { until } from './until.js';

interface Ready {
  readonly status: string;
  readonly checks: { readonly database: string };
}

let database: TestDatabase;
let relay: DatabaseRelay;
let installation: Installation;
beforeEach(async () => {
  database = await createTestDatabase();
  relay = await DatabaseRelay.before(database.url);
  installation = new Installation({ DATABASE_URL: relay.url });
});
afterEach(async () => {
  relay.flow();
  await installation.remove();
  await relay.close();
  await database.drop();
});

it(
  'a database that takes connections and answers nothing: /readyz says so in time, however often it is asked',
  async () => {
    const { api } = await installation.start();
    await api.expect(200, 'GET', '/readyz');
    relay.stall();
    // More often than there are connections, and some at once.
    for (let round = 0; round < 3; round += 1) {
      const asked = await Promise.all(Array.from({ length: 10 }, () => api.expect<Ready>(503, 'GET', '/readyz')));
      expect(new Set(asked.map(({ checks }) => checks.database))).toEqual(new Set(['no answer within 750 ms']));
    }
    await api.expect(200, 'GET', '/healthz');
    relay.flow();
    await until('readiness to return', async () => (await api.attempt('GET', '/readyz'))?.status === 200);
  },
  patienceMs,
);
