import { SmallLifecycle } from '@assay/gateway/testing';
import { expect, it } from '@jest/globals';
import { aCaller } from '../testing/builders.js';
import { buildLifecycle } from './lifecycle.js';

it('makes the use cases over the same ports', async () => {
  const small = await SmallLifecycle.open('1.0.0', '2.0.0');
  const { change, sweep } = buildLifecycle(small.ports);
  await change.run(aCaller(), 'acme/orders.create', '1.0.0', { status: 'YANKED', reason: 'it leaks' });
  await sweep.run(new AbortController().signal);
  expect(small.statuses).toEqual(['2.0.0 ACTIVE', '1.0.0 YANKED']);
  expect(small.notices.lines).toEqual(['version.yanked acme/orders.create@1.0.0']);
});
