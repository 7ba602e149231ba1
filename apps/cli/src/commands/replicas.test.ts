import { expect, it } from '@jest/globals';
import { assay } from '../terminal.fixture.js';

it('lists who is up and who was seen last when', async () => {
  const one = {
    ...{ id: '018f0000-0000-7000-8000-000000000001', name: 'one', state: 'up', version: '0.1.0', node: '24.1.0' },
    ...{ startedAt: '2026-11-22T08:00:00.000Z', seenAt: '2026-11-22T09:00:05.000Z', stoppedAt: null, current: true },
  };
  const two = { ...one, id: '018f0000-0000-7000-8000-000000000002', name: null, state: 'silent', current: false };
  const answers = { 'GET /v1/installation/replicas?limit=50': { items: [one, two], nextCursor: null } };
  const { out } = await assay(['replicas'], { answers });
  expect(out).toMatch(/one \* +up +0\.1\.0 +24\.1\.0 +2026-11-22 08:00:00 +2026-11-22 09:00:05/);
  expect(out).toMatch(/018f0000-0000-7000-8000-000000000002 +silent/);
});
