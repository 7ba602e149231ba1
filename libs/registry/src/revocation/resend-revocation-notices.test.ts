import { SmallHouse } from '@assay/gateway/testing';
import type { Recipient } from '@assay/kernel';
import { InMemoryNotices, ManualJobs } from '@assay/kernel/testing';
import { expect, it } from '@jest/globals';
import { aNamespace, aRevocation, aVersion } from '../testing/builders.js';
import { resendRevocationNotices } from './resend-revocation-notices.js';

const hour = 3_600_000;

it('notifies recipients found late, for an hour after the revocation and after its lifting', async () => {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  await house.tools.publish(aVersion(), 0);
  const made = aRevocation({ createdAt: house.clock.now() });
  await house.revocations.addRevocation(made);
  await house.feed.caughtUp();
  const notices = new InMemoryNotices();
  const users: Recipient[] = [];
  const { catalogue, directory, clock } = house;
  const jobs = new ManualJobs();
  jobs.add(resendRevocationNotices({ catalogue, directory, notices, consumers: { of: async () => users } }, clock));
  const reportOf = async () => {
    notices.sent.length = 0;
    await jobs.run('revocations.tell');
    return notices.sent.map(({ kind, to }) => `${kind} ${to.map((it) => it.principalId)}`);
  };
  expect(await reportOf()).toEqual(['tool.revoked principal-ann']);
  users.push({ organisationId: 'org-acme', principalId: 'late' });
  clock.advance(hour);
  expect(await reportOf()).toEqual(['tool.revoked late']);
  users.push({ organisationId: 'org-acme', principalId: 'too-late' });
  clock.advance(1);
  expect(await reportOf()).toEqual([]);
  await house.revocations.liftRevocation(made.id, { at: clock.now(), by: null, reason: null });
  await house.feed.caughtUp();
  expect(await reportOf()).toEqual(['tool.reinstated principal-ann,late,too-late']);
});
