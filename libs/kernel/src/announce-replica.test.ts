import { expect, it } from '@jest/globals';
import { AnnounceReplica } from './announce-replica.js';
import { replicaDefaults } from './replica-register.js';
import { FakeClock, InMemoryReplicaRegister } from './testing/index.js';

const replica = { id: 'a', name: 'one', version: '1.0.0', node: '24.0.0', startedAt: 5 };
const settled = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

it('announces the replica now and then, and says when it stops', async () => {
  const clock = new FakeClock();
  const register = new InMemoryReplicaRegister(clock);
  const announcing = new AnnounceReplica(replica, { register, clock, onProblem: () => undefined });
  await announcing.start();
  clock.advance(replicaDefaults.announceEveryMs - 1);
  expect(await register.list()).toMatchObject([{ ...replica, silentMs: 9_999, stoppedAt: null }]);
  clock.advance(1);
  await settled();
  expect(await register.list()).toMatchObject([{ silentMs: 0 }]);
  await announcing.stop();
  expect(await register.list()).toMatchObject([{ stoppedAt: clock.now() }]);
  clock.advance(60_000);
  expect(await register.list()).toMatchObject([{ silentMs: 60_000 }]);
});

it('tries again after a failure', async () => {
  const clock = new FakeClock();
  const register = new InMemoryReplicaRegister(clock);
  const problems: unknown[] = [];
  let isDown = true;
  const announce = (it: typeof replica) => (isDown ? Promise.reject(new Error('down')) : register.announce(it));
  const announcing = new AnnounceReplica(replica, {
    register: { announce, leave: (id) => register.leave(id) },
    clock,
    onProblem: (cause) => problems.push(cause),
  });
  await announcing.start();
  expect([problems.length, await register.list()]).toEqual([1, []]);
  isDown = false;
  clock.advance(replicaDefaults.announceEveryMs);
  await settled();
  expect(await register.list()).toHaveLength(1);
});
