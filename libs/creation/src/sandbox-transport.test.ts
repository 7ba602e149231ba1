import type { UpstreamCall } from '@assay/gateway';
import { describe, expect, it } from '@jest/globals';
import { noDependencies } from './dependencies.js';
import { FunctionsSandbox } from './functions-sandbox.fixture.js';
import { noReach } from './host/host-access.js';
import { runMadeCode, runMadeCodeOnAll } from './run-made-code.js';
import { SandboxTransport } from './sandbox-transport.js';
import { InMemoryHostFunctions } from './testing/in-memory-host-functions.js';
import { smallestFailure } from './validation/smallest-failure.js';

const failing = ({ n }: { n: number }) => {
  if (n > 5) throw new Error('too large');
  if (n < 0) throw new RangeError('negative');
  return { n };
};
const noHost = new InMemoryHostFunctions(noReach, {});
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
    expect(
      await new SandboxTransport({ sandbox, host: noHost, dependencies: noDependencies }).call(call(0, 1)),
    ).toMatchObject({
      value: { structured: { n: 1 }, isError: false, source: 'sandbox:acme/made' },
    });
  });

  it('fails with the error of the code, when cancelled, and without a process', async () => {
    const transport = new SandboxTransport({ sandbox, host: noHost, dependencies: noDependencies });
    expect(await transport.call(call(0, 9))).toMatchObject({
      error: { code: 'tool_error', message: 'Error: too large' },
    });
    const late = new AbortController();
    late.abort('deadline');
    expect(await transport.call(call(0, 1, late))).toMatchObject({ error: { code: 'deadline_exceeded' } });
    const broken = new SandboxTransport({
      sandbox: {
        ...{ isolation: 'none', refusal: () => null },
        open: () => Promise.reject(new Error('no process')),
      },
      host: noHost,
      dependencies: noDependencies,
    });
    expect(await broken.call(call(0, 1))).toMatchObject({ error: { code: 'unavailable', outcome: 'none' } });
  });
});

describe('the transport of tools that use the host', () => {
  const reading = async ({ path }: { path: string }, { files, http }: { files?: Group; http?: Group }) => {
    if (http !== undefined) await http.send?.({ url: path });
    return { text: await files?.read?.(path) };
  };
  type Group = Readonly<Record<string, (argument: unknown) => Promise<unknown>>>;
  const using = new FunctionsSandbox({ code: reading as never });
  const host = new InMemoryHostFunctions({ folders: ['/data'], variables: [], hosts: [] }, { '/data/a': 'A' });
  const transport = new SandboxTransport({ sandbox: using, host, dependencies: noDependencies });
  const asked = (endpoint: object, input: object) =>
    ({
      manifest: { name: 'acme/made', endpoint: { code: 'code', functions: ['files.read'], ...endpoint } },
      input,
      deadline: { remainingMs: () => 100, signal: new AbortController().signal },
    }) as unknown as UpstreamCall;

  it('reaches what is declared and on the lists', async () => {
    const listed = asked({ tier: 1, access: { folders: ['/data', '/etc'] } }, { path: '/data/a' });
    expect(await transport.call(listed)).toMatchObject({ value: { structured: { text: 'A' } } });
    expect(host.asked.at(-1)?.reach.folders).toEqual(['/data']);
    const none = await transport.call(asked({ tier: 0, access: { folders: ['/data'] } }, { path: '/data/a' }));
    expect(none).toMatchObject({ value: { structured: {} } });
    expect(using.opened.at(-1)?.functions).toEqual({});
  });

  it('reaches what the call names in tier 3 alone', async () => {
    const access = { folders: ['/srv/once'] };
    await transport.call(asked({ tier: 3 }, { path: '/srv/once/a', access }));
    expect(host.asked.at(-1)?.reach.folders).toEqual(['/srv/once']);
    await transport.call(asked({ tier: 1 }, { path: '/srv/once/a', access }));
    expect(host.asked.at(-1)?.reach.folders).toEqual([]);
    for (const wrong of ['/etc', { folders: 'a' }, { folders: ['etc'] }, { hosts: [1] }])
      expect(await transport.call(asked({ tier: 3 }, { path: '/', access: wrong }))).toMatchObject({
        error: { code: 'invalid_input', issues: [{ path: '/access' }] },
      });
  });

  it('cannot say what a request that was sent has changed', async () => {
    const sending = { tier: 2, functions: ['files.read', 'http.send'] };
    expect(await transport.call(asked(sending, { path: '/none' }))).toMatchObject({
      error: { code: 'tool_error', outcome: 'unknown' },
    });
  });

  it('is refused where processes are not isolated', async () => {
    using.hostRefused = 'Not here.';
    expect(await transport.call(asked({ tier: 1 }, { path: '/data/a' }))).toMatchObject({
      error: { code: 'isolation_required', outcome: 'none' },
    });
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
