import type { AuditVerdict } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { SteppedClock } from './stepped-clock.js';

let house: House;
const clock = new SteppedClock();
beforeAll(async () => {
  house = await startHouse({}, clock);
});
afterAll(() => house.stop());

const readiness = async () => (await house.anonymous.get<{ checks: Record<string, string> }>('/readyz')).body.checks;
const verdict = async () => (await house.admin.get<AuditVerdict>('/v1/audit/verify')).body;

describe('a server whose audit log was cut off behind the last checkpoint', () => {
  it('knows what it wrote: verification fails, readiness and log say so', async () => {
    for (const name of ['one', 'two', 'three']) await house.admin.post('/v1/namespaces', { name });
    expect(await verdict()).toMatchObject({ ok: true });
    expect(await readiness()).not.toHaveProperty('audit');

    const [last] = await house.sql<{ chain: string; sequence: string }>(
      'SELECT chain, sequence FROM audit_records ORDER BY at DESC, sequence DESC LIMIT 1',
    );
    const cut = Number(last?.sequence) - 1;
    // With its signatures, as somebody would who knows how the log is checked.
    await house.sql('DELETE FROM audit_records WHERE chain = $1 AND sequence > $2', [last?.chain, cut]);
    await house.sql('DELETE FROM audit_groups WHERE chain = $1 AND last > $2', [last?.chain, cut]);

    expect(await verdict()).toMatchObject({
      ok: false,
      firstBreak: { chain: last?.chain, sequence: cut + 1, reason: expect.stringContaining(`the log ends at ${cut}`) },
    });
    clock.skip(60_000);
    const problem = await eventually(async () => (await readiness()).audit, 'the cut is noticed');
    expect(problem).toContain('records are missing');
    expect(house.logs()).toContain('records are missing from the audit log');
  });

  it('does not forget it when it goes on writing', async () => {
    await house.admin.post('/v1/namespaces', { name: 'four' });
    clock.skip(60_000);
    expect((await readiness()).audit).toContain('records are missing');
    expect(await verdict()).toMatchObject({ ok: false });
  });
});
