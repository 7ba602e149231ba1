import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CodeTypes, RunView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, emptyFolder, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const id = '0198f000-0000-7000-8000-0000000000a1';
const run: RunView = {
  ...{ id, notation: 'code', status: 'succeeded', output: { value: 42 }, warnings: [], steps: [], traceId: 't' },
  ...{ startedAt: '2026-11-20T00:00:00.000Z', endedAt: '2026-11-20T00:00:00.020Z' },
} as unknown as RunView;
const execute = 'POST /v1/code';
const written = async (name: string, text: string): Promise<string> => {
  const path = join(await emptyFolder(), name);
  await writeFile(path, text);
  return path;
};

describe('code run', () => {
  it('sends the file in the language of its ending, with everything that was asked for', async () => {
    const file = await written('report.ts', 'return input.a;');
    const given = ['--input', '{"a": 1}', '--deadline', '1m', '--undo', '--session', 's', '--task', 'sum'];
    const { asked, code, out } = await assay(['code', 'run', file, ...given, '--idempotency-key', 'k'], {
      answers: { [execute]: run },
    });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ value: 42 });
    expect(asked[0]?.body).toMatchObject({
      ...{ code: 'return input.a;', language: 'typescript', input: { a: 1 }, deadlineMs: 60_000 },
      ...{ onFailure: 'undo', session: 's', task: 'sum', idempotencyKey: 'k' },
    });
  });

  it('shows the console and that the code is only a plan, beside the value', async () => {
    const answer = { ...run, console: [{ level: 'warn', text: 'slow' }], proposal: { plan: { steps: [] } } };
    const { err } = await assay(['code', 'run', '--eval', 'return 1'], { answers: { [execute]: answer } });
    expect(err).toContain('warn: slow');
    expect(err).toContain('only a plan');
  });

  it('exits with 1 when the code failed, and with 3 while it waits for a person', async () => {
    const error = { code: 'code_failed', message: 'line 1: no' };
    const failed = await assay(['code', 'run', '--eval', 'x'], {
      answers: { [execute]: { ...run, output: undefined, outputs: {}, status: 'failed', error } },
    });
    expect([failed.code, failed.out + failed.err]).toEqual([1, expect.stringContaining('line 1: no')]);
    const waiting = await assay(['code', 'run', '--eval', 'x'], {
      answers: { [execute]: { ...run, status: 'awaiting_approval', endedAt: null } },
    });
    expect(waiting.code).toBe(3);
  });

  it('is wrong usage with neither or both of file and --eval, and fails with the reason of the server', async () => {
    expect((await assay(['code', 'run'])).code).toBe(2);
    expect((await assay(['code', 'run', 'a.js', '--eval', 'b'])).code).toBe(2);
    const refused = await assay(['code', 'run', '--eval', 'x', '--language', 'python'], {
      answers: { [execute]: problem(422, 'isolation_required', 'Python needs isolation.') },
    });
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Python needs isolation.')]);
  });
});

describe('code types', () => {
  const types: CodeTypes = {
    ...{ text: 'declare const tools: {};\n', included: ['acme/a'], omitted: ['acme/b'], tokens: 12 },
  } as CodeTypes;

  it('prints declarations by name or by words, and what did not fit', async () => {
    const answers = { 'POST /v1/code/types': types };
    const named = await assay(['code', 'types', 'acme/a', 'acme/b', '--budget', '50'], { answers });
    expect(named.asked[0]?.body).toEqual({ tools: ['acme/a', 'acme/b'], tokenBudget: 50 });
    expect([named.out, named.err]).toEqual(['declare const tools: {};\n', expect.stringContaining('acme/b')]);
    const found = await assay(['code', 'types', '--query', 'a digest'], { answers });
    expect(found.asked[0]?.body).toEqual({ query: 'a digest' });
    expect((await assay(['code', 'types'])).code).toBe(2);
  });
});
