import type { Reply } from '@assay/gateway';
import { FakeClock } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { LiveTasks } from './live-tasks.js';
import { beginSessionTask } from './session-task.js';

const caller = aCaller();
const never = new Promise<Reply>(() => {});

it('is answered with its task before its call has ended', async () => {
  const live = new LiveTasks(new FakeClock());
  const adopted: string[] = [];
  const calls = { adopt: async (_: unknown, id: string) => adopted.push(id) > 0 };
  const begun = await beginSessionTask({ id: 't', caller, session: 's', work: () => never }, live, calls);
  expect(begun).toMatchObject({ result: { task: { taskId: 't', status: 'working' } } });
  expect(adopted).toEqual(['t']);
  expect(live.list(String(caller.principalId), 's')).toHaveLength(1);
});

it('is refused when its principal has as many as it may', async () => {
  const live = new LiveTasks(new FakeClock());
  const calls = { adopt: async () => true };
  const begin = (id: string) => beginSessionTask({ id, caller, session: 's', work: () => never }, live, calls);
  for (let count = 0; count < 200; count += 1) await begin(`t${count}`);
  expect(await begin('one more')).toMatchObject({ error: { code: -32_603 } });
});
