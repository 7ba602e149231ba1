import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Teardown } from './teardown.js';

function setUp() {
  const lines: string[] = [];
  return { lines, teardown: new Teardown(pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })) };
}

it('stops in the opposite order, one after the other, each once', async () => {
  const { teardown } = setUp();
  const stopped: string[] = [];
  teardown.add('database', () => void stopped.push('database'));
  teardown.add('calls', async () => {
    await Promise.resolve();
    stopped.push('calls');
  });
  teardown.add('http', () => void stopped.push('http'));
  await Promise.all([teardown.run(), teardown.run()]);
  await teardown.run();
  expect(stopped).toEqual(['http', 'calls', 'database']);
});

it('stops the rest when something cannot be stopped, and says what', async () => {
  const { lines, teardown } = setUp();
  let isStopped = false;
  teardown.add('database', () => {
    isStopped = true;
  });
  teardown.add('upstreams', () => Promise.reject(new Error('stuck')));
  teardown.add('http', () => {
    throw new Error('broken');
  });
  await teardown.run();
  expect(isStopped).toBe(true);
  expect(lines.map((it) => JSON.parse(it))).toMatchObject([
    { step: 'http', reason: 'broken' },
    { step: 'upstreams', reason: 'stuck' },
  ]);
});
