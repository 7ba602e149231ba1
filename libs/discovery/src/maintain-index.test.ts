import { Directory } from '@assay/identity';
import { InMemoryAuditLog } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { MaintainIndex } from './maintain-index.js';
import { aDocument } from './testing/index-suite/contract-case.js';
import { NaiveToolIndex } from './testing/index-suite/naive-tool-index.js';
import type { ToolDocument } from './tool-index.js';

const home = { id: 'home', name: 'default', createdAt: 0 };
const administrator = aCaller({ organisationId: home.id }, ['admin']);

function house() {
  const directory = new Directory();
  directory.apply({ kind: 'organisation', id: home.id, state: home });
  const index = new NaiveToolIndex();
  const audit = new InMemoryAuditLog();
  let release: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  let problem: Error | undefined;
  async function* documents(): AsyncGenerator<readonly ToolDocument[]> {
    yield [aDocument('a/x')];
    await waiting;
    if (problem !== undefined) throw problem;
    yield [aDocument('a/y')];
  }
  const use = new MaintainIndex({
    index,
    documents,
    tools: () => 2,
    directory,
    clock: { now: () => 7 },
    audit,
    feed: { caughtUp: async () => undefined },
  });
  return {
    use,
    audit,
    index,
    release,
    fail: (error: Error) => {
      problem = error;
    },
  };
}

describe('LookAfterIndex', () => {
  it('rebuilds in the background, once at a time, and tells how far it is', async () => {
    const { use, audit, index, release } = house();
    const begun = await use.rebuild(administrator);
    expect(begun).toMatchObject({ value: { tools: 2, documents: 0, rebuild: { state: 'running', startedAt: 7 } } });
    await use.rebuild(administrator);
    expect(await use.status(administrator)).toMatchObject({ value: { rebuild: { state: 'running', done: 1 } } });
    release();
    await use.settled();
    expect(await use.status(administrator)).toMatchObject({
      value: { documents: 2, rebuild: { state: 'done', done: 2, finishedAt: 7, problem: null } },
    });
    expect(await index.size()).toBe(2);
    expect(audit.records.map(({ action }) => action)).toEqual(['index.rebuild']);
  });

  it('tells why a rebuild failed, and begins another one', async () => {
    const { use, release, fail } = house();
    fail(new Error('the database is away'));
    await use.rebuild(administrator);
    release();
    await use.settled();
    const failed = await use.status(administrator);
    expect(failed).toMatchObject({
      value: { documents: 0, rebuild: { state: 'failed', problem: 'the database is away' } },
    });
    expect(await use.rebuild(administrator)).toMatchObject({ value: { rebuild: { state: 'running', problem: null } } });
    await use.settled();
  });

  it('is for administrators of the installation', async () => {
    const { use } = house();
    const other = aCaller({ organisationId: 'another' }, ['admin']);
    expect(await use.status(other)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await use.rebuild(other)).toMatchObject({ error: { code: 'forbidden' } });
  });
});
