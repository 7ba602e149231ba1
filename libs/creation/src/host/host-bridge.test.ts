import type { HostFunction } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { type HostRequest, noReach } from './host-access.js';
import { grantedBridge, noBridge, scriptedBridge } from './host-bridge.js';

const signal = new AbortController().signal;
const call = (name: string, argument: unknown = '/a') => ({ id: 1, kind: 'host' as const, name, argument });

describe('the bridge of a run', () => {
  const asked: HostRequest[] = [];
  const host = {
    call: async (request: HostRequest) => {
      asked.push(request);
      return { ok: true as const, value: 'text' };
    },
  };
  const functions: HostFunction[] = ['env.get', 'files.read', 'http.get'];
  const reach = { ...noReach, folders: ['/data'] };

  it('has the functions that the tier allows, and answers no others', async () => {
    const bridge = grantedBridge(host, { tier: 1, functions, reach });
    expect(bridge.functions).toEqual({ env: ['get'], files: ['read'] });
    expect(await bridge.answer(call('files.read'), signal)).toEqual({ ok: true, value: 'text' });
    expect(asked).toEqual([{ name: 'files.read', argument: '/a', reach, signal }]);
    for (const name of ['http.get', 'files.list', 'files.write', 'constructor'])
      expect(await bridge.answer(call(name), signal)).toMatchObject({ ok: false, error: { code: 'denied' } });
    expect(await bridge.answer({ ...call('files.read'), kind: 'tool' }, signal)).toMatchObject({ ok: false });
    expect(asked).toHaveLength(1);
  });

  it('is empty in tier 0', async () => {
    expect(grantedBridge(host, { tier: 0, functions, reach })).toBe(noBridge);
    expect(await noBridge.answer(call('files.read'), signal)).toMatchObject({ error: { code: 'denied' } });
  });
});

describe('the bridge of a validation', () => {
  const answers = [
    { call: 'files.read' as const, argument: '/a', value: 'first' },
    { call: 'files.read' as const, argument: '/b', error: 'broken' },
  ];

  it('answers what a test says', async () => {
    const bridge = scriptedBridge(['files.read'], answers, false);
    expect(await bridge.answer(call('files.read'), signal)).toEqual({ ok: true, value: 'first' });
    expect(await bridge.answer(call('files.read', '/b'), signal)).toMatchObject({ error: { message: 'broken' } });
    expect(await bridge.answer(call('files.read', '/c'), signal)).toMatchObject({ error: { code: 'no_answer' } });
  });

  it('answers anything like the first while fuzzing', async () => {
    const bridge = scriptedBridge(['files.read'], answers, true);
    expect(await bridge.answer(call('files.read', '/c'), signal)).toEqual({ ok: true, value: 'first' });
    expect(await bridge.answer(call('files.list', '/c'), signal)).toMatchObject({ error: { code: 'no_answer' } });
  });
});
