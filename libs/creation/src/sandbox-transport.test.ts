import type { UpstreamCall } from '@assay/gateway';
import { describe, expect, it } from '@jest/globals';
import { FunctionsSandbox } from './functions-sandbox.fixture.js';
import { runMadeCode, runMadeCodeOnAll } from './run-made-code.js';
import { SandboxTransport } from './sandbox-transport.js';
import { smallestFailure } from './validation/smallest-failure.js';

const failing = ({ n }: { n: number }) => {
  if (n > 5) throw new Error('too large');
  if (n < 0) throw new RangeError('negative');
  return { n };
};
const sandbox = new FunctionsSandbox({ code: failing });
const made = { code: 'code', language: 'javascript' } as const;

const call = (tier: number, n: number, controller = new AbortController()): UpstreamCall =>
  ({
    manifest: { name: 'acme/made', endpoint: { code: 'code', tier } },
    input: { n },
    deadline: { remainingMs: () => 100, signal: controller.signal },
  }) as unknown as UpstreamCall;

describe('the transport of tools with their code in the manifest', () => {
  it('gives what the code returns', async () => {
    expect(await new SandboxTransport(sandbox).call(call(0, 1))).toMatchObject({
      value: { structured: { n: 1 }, isError: false, source: 'sandbox:acme/made' },
    });
  });

  it('fails with the error of the code, for a higher tier, when cancelled, and without a process', async () => {
    const transport = new SandboxTransport(sandbox);
    expect(await transport.call(call(0, 9))).toMatchObject({
      error: { code: 'tool_error', message: 'Error: too large' },
    });
    expect(await transport.call(call(1, 1))).toMatchObject({ error: { code: 'isolation_required' } });
    const late = new AbortController();
    late.abort('deadline');
    expect(await transport.call(call(0, 1, late))).toMatchObject({ error: { code: 'deadline_exceeded' } });
    const broken = new SandboxTransport({
      ...{ isolation: 'none', refusal: () => null },
      open: () => Promise.reject(new Error('no process')),
    });
    expect(await broken.call(call(0, 1))).toMatchObject({ error: { code: 'unavailable', outcome: 'none' } });
  });
});

describe('made code', () => {
  it('tells crashes from errors that it means', async () => {
    const kinds = await Promise.all([1, 9, -1].map(async (n) => (await runMadeCode(sandbox, made, { n })).kind));
    expect(kinds).toEqual(['returned', 'threw', 'crash']);
    const many = await runMadeCodeOnAll(sandbox, made, [{ n: 1 }, { n: 9 }, { n: -1 }]);
    expect(many.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('is given simpler inputs as long as it fails the same way', async () => {
    const failure = { input: { n: 90, more: 'text' }, message: 'Error: too large', isCrash: false };
    const smallest = (await smallestFailure(failure, made, sandbox, () => true)) as { n: number };
    expect(Object.keys(smallest)).toEqual(['n']);
    expect(smallest.n).toBeLessThan(12);
  });
});
