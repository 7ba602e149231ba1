import { InMemoryAuditLog, InMemoryDurableRuns } from '@assay/kernel/testing';
import { beforeEach, expect, it } from '@jest/globals';
import type { UnknownOutcome } from '../idempotency/unknown-outcomes.js';
import { InMemoryAcceptedCalls } from '../testing/in-memory-accepted-calls.js';
import { acceptedRun, settleLost } from './settle-lost.js';

const callOf = (id: string, key: string | null = null) => ({
  ...{ id, organisationId: 'o', principalId: 'p', askedFor: 'acme/t', key, acceptedAt: 0 },
});
const reached = { tool: 'acme/t', version: '1.0.0' };

let dead: InMemoryAcceptedCalls;
let alive: InMemoryAcceptedCalls;
let audit: InMemoryAuditLog;
let reported: UnknownOutcome[];
let recorded: string[];
beforeEach(() => {
  dead = new InMemoryAcceptedCalls();
  alive = dead.another();
  audit = new InMemoryAuditLog();
  reported = [];
  recorded = [];
});

async function takeOver(...ids: readonly string[]): Promise<InMemoryDurableRuns> {
  const runs = new InMemoryDurableRuns();
  const ports = {
    ...{ accepted: alive, audit, isRecorded: async (id: string) => recorded.includes(id) },
    unknown: { report: async (outcome: UnknownOutcome) => void reported.push(outcome) },
  };
  runs.define(acceptedRun, settleLost(ports));
  for (const id of ids) await runs.wake(acceptedRun, id);
  return runs;
}

it("records the outcome of a dead process's calls, and reports those that may have had an effect", async () => {
  for (const id of ['acted', 'early']) await dead.accept(callOf(id, `key ${id}`));
  await dead.reach('acted', reached);
  await alive.accept(callOf('alive'));
  dead.die();
  const runs = await takeOver('acted', 'early', 'alive', 'gone');
  expect([...runs.kept]).toEqual([[`${acceptedRun} alive`, { wakeInMs: 2_000 }]]);
  expect(reported).toMatchObject([{ invocationId: 'acted', key: 'key acted', ...reached }]);
  expect(audit.records.map(({ action, details }) => [action, details.invocationId, details.outcome])).toEqual([
    ['tool.lost', 'acted', 'unknown'],
    ['tool.lost', 'early', 'none'],
  ]);
  expect([await alive.find('acted'), await alive.find('early')]).toEqual([undefined, undefined]);
  expect(await alive.find('alive')).toMatchObject({ isHeld: true });
});

it('leaves a call as it ended whose record was written before its process died', async () => {
  await dead.accept(callOf('done'));
  await dead.reach('done', reached);
  recorded.push('done');
  dead.die();
  await takeOver('done');
  expect([reported, audit.records, await alive.find('done')]).toEqual([[], [], undefined]);
});
