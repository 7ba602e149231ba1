import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { OpenAdapters } from './open-adapters.js';

function setUp() {
  const lines: string[] = [];
  return {
    lines,
    adapters: new OpenAdapters(pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })),
  };
}

it('closes in the opposite order, one after the other, each once', async () => {
  const { adapters } = setUp();
  const closed: string[] = [];
  adapters.add('database', null, () => void closed.push('database'));
  adapters.add('calls', null, async () => {
    await Promise.resolve();
    closed.push('calls');
  });
  adapters.add('http', null, () => void closed.push('http'));
  await Promise.all([adapters.onApplicationShutdown(), adapters.closeAll()]);
  await adapters.closeAll();
  expect(closed).toEqual(['http', 'calls', 'database']);
});

it('closes the rest when an adapter cannot be closed, and logs which', async () => {
  const { lines, adapters } = setUp();
  let isClosed = false;
  adapters.add('database', null, () => {
    isClosed = true;
  });
  adapters.add('upstreams', null, () => Promise.reject(new Error('stuck')));
  adapters.add('http', null, () => {
    throw new Error('broken');
  });
  await adapters.closeAll();
  expect(isClosed).toBe(true);
  expect(lines.map((it) => JSON.parse(it))).toMatchObject([
    { adapter: 'http', reason: 'broken' },
    { adapter: 'upstreams', reason: 'stuck' },
  ]);
});
