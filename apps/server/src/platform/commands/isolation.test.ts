import type { IsolatedCommand, IsolatedProcess, IsolationSupport } from '@assay/isolation';
import { ok } from '@assay/kernel';
import type { ServerIsolation } from '@assay/registry';
import { aServer } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { startCommands } from './isolation.js';

const none: IsolationSupport = {
  ...{ kind: 'none', limits: 'watchdog', network: 'proxy', reason: 'bwrap is absent' },
  ...{ disablesNamespaces: false, sizesTmpfs: false, filtersCalls: false },
};
const sandbox: IsolationSupport = { ...none, kind: 'bubblewrap' };
const record: ServerIsolation = { network: 'none', hosts: [], folders: [], memoryMb: 512, cpus: 1, processes: 64 };
const building = aServer({
  ...{ namespace: 'assay', name: 'build', mcp: { command: 'node', args: ['main.js'] } },
  isolation: { ...record, requiresIsolation: true },
});

/** Starts commands on a machine that can do this, and remembers what was started. */
function machine(support: IsolationSupport, isolation: 'auto' | 'required' = 'auto') {
  const started: IsolatedCommand[] = [];
  const start = startCommands({
    ...{ config: { isolation }, support, hide: [], refusals: { add: () => {} } },
    isolation: {
      start: async (command) => {
        started.push(command);
        return {} as IsolatedProcess;
      },
    },
    packages: { startOf: async () => ok(null) },
  });
  return { started, start: (server = building) => start(server, { connectionId: null }) };
}

describe('a server whose record says requiresIsolation', () => {
  it.each(['auto', 'required'] as const)('is not started on a machine without isolation (%s)', async (rule) => {
    const { start, started } = machine(none, rule);
    await expect(start()).rejects.toMatchObject({ failure: { code: 'isolation_required', outcome: 'none' } });
    expect(started).toEqual([]);
  });

  it('is started without a sandbox of its own where there is isolation, since it starts one for each run', async () => {
    const { start, started } = machine(sandbox);
    await start();
    expect(started).toMatchObject([{ isolated: false, profile: { network: 'none' } }]);
  });

  it('differs from others, which are started there with a warning', async () => {
    const { start, started } = machine(none);
    await start({ ...building, isolation: record });
    expect(started).toHaveLength(1);
    expect(started[0]?.isolated).toBeUndefined();
  });
});
