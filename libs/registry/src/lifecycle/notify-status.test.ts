import { SmallLifecycle } from '@assay/gateway/testing';
import { dayMs } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { callerWindowDays, TellStatus } from './notify-status.js';
import { turnStatus } from './turn-status.js';

const toolId = 'acme/orders.create';
const actor = { organisationId: 'org-acme', principalId: 'principal-ann' };
const user = { organisationId: 'org-other', principalId: 'principal-bob' };

async function deprecated(...numbers: string[]) {
  const small = await SmallLifecycle.open(...numbers, '3.0.0');
  const next = { status: 'DEPRECATED', sunsetAt: small.house.clock.now() + 40 * dayMs } as const;
  for (const number of numbers) await turnStatus(small.ports, actor, small.version(number), next, 'old');
  return small;
}

describe('notices of a changed status', () => {
  it('go to owners and to those who called within 30 days, once', async () => {
    const small = await deprecated('1.0.0');
    small.consumers = [user];
    await new TellStatus(small.ports).run(toolId);
    await new TellStatus(small.ports).run(toolId);
    expect(small.notices.lines).toEqual([`version.deprecated ${toolId}@1.0.0`]);
    expect(small.notices.sent[0]?.to.map((it) => it.principalId)).toEqual(['principal-ann', 'principal-bob']);
    expect(small.asked[0]?.calledSince).toBe(small.house.clock.now() - callerWindowDays * dayMs);
  });

  it('are one notice for versions with the same message', async () => {
    const small = await deprecated('1.0.0', '2.0.0');
    await new TellStatus(small.ports).run(toolId);
    expect(small.notices.lines).toEqual([`version.deprecated ${toolId}`]);
    expect(small.notices.sent[0]?.details).toMatchObject({ versions: ['2.0.0', '1.0.0'], reason: 'old' });
  });
});
