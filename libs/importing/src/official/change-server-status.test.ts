import { smallRegistry } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { publisherOfToken } from './publisher.js';

describe('the status of a server', () => {
  it('may change to any other, and updates its times', async () => {
    const { must, setStatus, house } = await smallRegistry();
    const before = await must();
    house.clock.advance(1_000);
    for (const status of ['deprecated', 'deleted', 'deprecated', 'active', 'deleted', 'active'] as const) {
      const statusMessage = status === 'active' ? {} : { statusMessage: `it is ${status}` };
      const changed = await setStatus('1.0.0', { status, ...statusMessage });
      expect(changed).toMatchObject({
        ok: true,
        value: { status, statusMessage: statusMessage.statusMessage ?? null },
      });
      if (changed.ok) expect(changed.value.updatedAt).toBe(changed.value.statusChangedAt);
      if (changed.ok) expect(changed.value.updatedAt).toBeGreaterThan(before.updatedAt);
    }
    expect(house.actions.at(-1)).toBe('registry.status com.example/server@1.0.0');
  });

  it('rejects a change without effect, a message with active, strangers, and unknown servers', async () => {
    const { must, setStatus, status, ann } = await smallRegistry();
    await must();
    const said = async (outcome: Promise<{ ok: boolean; error?: { code: string; message: string } }>) => {
      const { error } = await outcome;
      return `${error?.code}: ${error?.message}`;
    };
    expect(await said(setStatus('1.0.0', { status: 'active' }))).toBe(
      'malformed_request: No changes to apply: status and message are already set to the provided values',
    );
    expect(await said(status.all(ann, 'com.example/server', { status: 'active' }))).toBe(
      'malformed_request: No changes to apply: all versions already have the requested status and message',
    );
    expect(await said(setStatus('1.0.0', { status: 'active', statusMessage: 'hello' }))).toBe(
      'malformed_request: status_message cannot be provided when setting status to active',
    );
    expect(await said(setStatus('9.9.9', { status: 'deleted' }))).toBe('not_found: Server version not found');
    expect(await said(status.all(ann, 'com.example/none', { status: 'deleted' }))).toBe('not_found: Server not found');
    const stranger = publisherOfToken('dns', 'x', []);
    expect(await said(status.all(stranger, 'com.example/server', { status: 'deleted' }))).toBe(
      'forbidden: You do not have publish or edit permissions for this server',
    );
  });

  it('changes all versions at once, and skips those that already have the status', async () => {
    const { must, setStatus, status, ann, shown } = await smallRegistry();
    for (const version of ['1.0.0', '2.0.0', '3.0.0']) await must({ version });
    await setStatus('2.0.0', { status: 'deleted' });
    const all = await status.all(ann, 'com.example/server', { status: 'deleted' });
    expect(all.ok && all.value.map(({ version }) => version)).toEqual(['3.0.0', '1.0.0']);
    expect(await shown()).toEqual(['1.0.0 deleted', '2.0.0 deleted', '3.0.0 deleted latest']);
    await setStatus('1.0.0', { status: 'active' });
    expect(await shown()).toEqual(['1.0.0 active latest', '2.0.0 deleted', '3.0.0 deleted']);
  });

  it('of a mirrored server is its own registry’s business', async () => {
    const { must, store, status, ann } = await smallRegistry();
    const { id, ...rest } = await must({ name: 'com.example/first' });
    await store.change({ names: [] }, () => ({
      insert: [{ ...rest, id: 'mirrored', name: 'com.example/mirrored', origin: 'a-mirror' }],
      result: null,
    }));
    expect(await status.all(ann, 'com.example/mirrored', { status: 'deleted' })).toMatchObject({
      error: { message: expect.stringContaining('mirrored from another registry') },
    });
  });
});
