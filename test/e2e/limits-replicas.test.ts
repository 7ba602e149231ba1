import { expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import { grantedOf, maxCalls, twoReplicas } from './two-replicas.js';

it('two servers without Redis say so, and allow no more than the limit together', async () => {
  const { clients, logs, stop } = await twoReplicas({});
  try {
    expect(logs[1]?.join('')).toContain('several servers share this database and REDIS_URL is not set');
    await eventually(
      () => logs[0]?.join('').includes('REDIS_URL is not set') || undefined,
      'the first one counts anew',
    );
    const count = await grantedOf(clients);
    expect(count).toBeLessThanOrEqual(maxCalls);
    expect(count).toBeGreaterThan(20);
  } finally {
    await stop();
  }
});
