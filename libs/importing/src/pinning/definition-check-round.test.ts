import { ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { Catalogue, type Server } from '@assay/registry';
import { aManifest, aServer, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { definitionCheckJob, lookRound } from './definition-check-round.js';
import type { Look } from './definition-check-store.js';

/** Servers, each with a tool unless its name starts with `bare`. */
function setUp(names: readonly string[], looks: Partial<Look>[] = []) {
  const catalogue = new Catalogue();
  for (const name of names) {
    const server = aServer({ id: name, name, ...(name.startsWith('http') && { mcp: null }) });
    catalogue.apply({ kind: 'server', id: name, state: server });
    if (name.startsWith('bare')) continue;
    const manifest = aManifest({ name: `acme/${name}.a`, endpoint: { server: `acme/${name}`, tool: 'a' } });
    catalogue.apply({ kind: 'tool-version', id: name, state: aVersion(manifest) });
  }
  const clock = new FakeClock();
  const known = looks.map((it) => ({
    organisationId: 'org-acme',
    lookedAt: clock.now() - 1,
    dueAt: clock.now() - 1,
    failures: 0,
    problem: null,
    ...it,
  })) as Look[];
  const seen: string[] = [];
  const state = { under: 0, most: 0 };
  const watch = {
    look: async (server: Server): Promise<never> => {
      seen.push(server.name);
      state.under += 1;
      state.most = Math.max(state.most, state.under);
      await new Promise((resolve) => setImmediate(resolve));
      state.under -= 1;
      if (server.name.startsWith('broken')) throw new Error('the database is away');
      return ok({ quarantined: [], released: [] }) as never;
    },
  };
  const problems: string[] = [];
  const ports = {
    catalogue,
    looks: { looks: async () => known },
    watch,
    clock,
    onProblem: (server: string, cause: unknown) => void problems.push(`${server}: ${(cause as Error).message}`),
  };
  return { ports, seen, state, problems, clock };
}

const signal = () => new AbortController().signal;

describe('lookRound', () => {
  it('checks due MCP servers with tools, a few at a time', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `server-${n}`);
    const { ports, seen, state, clock } = setUp(
      [...names, 'bare', 'http-api'],
      [{ serverId: 'server-3', dueAt: new FakeClock().now() + 1 }],
    );
    await lookRound(ports, signal());
    expect(seen.sort()).toEqual(names.filter((it) => it !== 'server-3').sort());
    expect(state.most).toBe(4);
    expect(clock.waiting).toBe(0);
  });

  it('checks those that did not answer last time at the end', async () => {
    const { ports, seen } = setUp(
      ['dead', 'fine', 'other'],
      [{ serverId: 'dead', failures: 2, dueAt: 0 }, { serverId: 'fine' }, { serverId: 'other' }],
    );
    await lookRound(ports, signal());
    expect(seen.at(-1)).toBe('dead');
  });

  it('continues after a server that could not be compared, and reports it', async () => {
    const { ports, seen, problems } = setUp(['broken', 'fine']);
    await lookRound(ports, signal());
    expect(seen).toEqual(['broken', 'fine']);
    expect(problems).toEqual(['acme/broken: the database is away']);
  });

  it('ends early when the server shuts down', async () => {
    const { ports, seen } = setUp(Array.from({ length: 20 }, (_, n) => `server-${n}`));
    await lookRound(ports, AbortSignal.abort());
    expect(seen).toEqual([]);
  });

  it('is a separate job', async () => {
    const { ports, seen } = setUp(['fine']);
    const job = definitionCheckJob(ports);
    expect(job).toMatchObject({ name: 'upstream-definitions', everyMs: 60_000 });
    await job.run(signal());
    expect(seen).toEqual(['fine']);
  });
});
