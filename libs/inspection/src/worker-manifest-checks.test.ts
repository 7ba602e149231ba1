import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { openLanes } from './worker/open-lanes.fixture.js';
import { WorkerManifestChecks } from './worker-manifest-checks.js';

const lane = openLanes();

const manifest = {
  ...{ name: 'acme/tool', version: '1.0.0', description: 'Does it.', protocol: 'http' },
  ...{ endpoint: { url: 'https://acme.example/tool' }, inputSchema: { type: 'object' } },
};

describe('WorkerManifestChecks', () => {
  it('finds what is wrong with a manifest, in a thread', async () => {
    const checks = new WorkerManifestChecks(lane());
    expect(await checks.check(manifest)).toEqual({ kind: 'checked', issues: [] });
    expect(await checks.check({ ...manifest, inputSchema: { type: 'array' } })).toEqual({
      kind: 'checked',
      issues: [{ path: '/inputSchema/type', message: 'must be "object": a tool takes named arguments' }],
    });
  });

  it('ends a check that takes too long, and says when there was none', async () => {
    const clock = new FakeClock();
    const one = lane(clock);
    const late = new WorkerManifestChecks(one).check(manifest);
    clock.advance(20_000);
    expect(await late).toEqual({ kind: 'too-long', maxMs: 20_000 });
    const ended = new WorkerManifestChecks(one).check(manifest);
    await one.close();
    expect(await ended).toEqual({ kind: 'failed' });
  });
});
