import { stripVTControlCharacters } from 'node:util';
import type { RunEventView, RunStepView } from '@assay/sdk';
import { expect, it } from '@jest/globals';
import { pageFor } from './page.js';
import { RunProgress } from './run-progress.js';

const event = (id: string, status: RunStepView['status'], more: object = {}): RunEventView => ({
  kind: 'step',
  step: { index: 0, id, tool: 'acme/a', status, ms: 3, ...more },
});
const steps = ['a', 'b'].map((id) => ({ index: 0, id, tool: 'acme/a', status: 'waiting' as const, ms: 0 }));
const plain = pageFor({ isTTY: false } as never, {});
const terminal = pageFor({ isTTY: true, columns: 60 } as never, { NO_COLOR: '1' });

it('a run that is followed into a file is a line for each event', () => {
  const progress = new RunProgress({ steps }, plain);
  expect(progress.text(event('a', 'running', { ms: 0 }))).toBe('→ a  acme/a  running\n');
  expect(progress.text({ kind: 'status', status: 'running' })).toBe('');
  expect(progress.text(event('a', 'succeeded'))).toBe('✓ a  acme/a  succeeded (3 ms)\n');
  expect(progress.end()).toBe('');
});

it('on a terminal a line below shows how far it is, and what is under way', () => {
  const progress = new RunProgress({ steps }, terminal);
  expect(progress.text(event('a', 'running'))).toBe(`\r\u001b[2K${' '.repeat(20)} 0/2 a`);
  expect(progress.text(event('a', 'succeeded'))).toBe(
    `\r\u001b[2K✓ a  acme/a  succeeded (3 ms)\n${'█'.repeat(10)}${' '.repeat(10)} 1/2 `,
  );
  const many = Array.from({ length: 30 }, (_, at) => progress.text(event(`step-${at}`, 'running'))).at(-1) ?? '';
  expect(stripVTControlCharacters(many).replace('\r', '').length).toBeLessThanOrEqual(60);
  expect(progress.end()).toBe('\r\u001b[2K');
});

it('what tools say steers no terminal', () => {
  const progress = new RunProgress({ steps }, plain);
  const error = { code: 'tool_error', message: '\u001b[2Jgone\u0007' };
  expect(progress.text(event('a', 'failed', { error }))).toBe('✗ a  acme/a  failed (3 ms): gone\n');
});
