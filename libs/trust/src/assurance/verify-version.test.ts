import type { Manifest } from '@assay/contracts';
import { anAnswer, SmallAssurance } from '@assay/gateway/testing';
import { fail, hourMs } from '@assay/kernel';
import { aRevocation } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';

/** Runs what is due, some time later; answers how many there were. */
async function later(small: SmallAssurance, hours = 27): Promise<number> {
  small.house.clock.advance(hours * hourMs);
  return small.verifyDue();
}
const last = async (small: SmallAssurance) => (await small.verifications.list({ limit: 1 }))[0];
const turned = (small: SmallAssurance) => small.verifications.turn(small.version().id);

describe('a daily verification', () => {
  it('runs the examples, and moves the time from which trust decays', async () => {
    const small = await SmallAssurance.open();
    expect(await later(small)).toBe(1);
    const now = small.house.clock.now();
    expect(small.version()).toMatchObject({ lastVerifiedAt: now, assurance: { driftedSince: null } });
    expect(await last(small)).toMatchObject({
      trigger: 'scheduled',
      kind: 'examples',
      verdict: 'green',
      summary: '1 of 1 examples passed',
      endedAt: now,
      checks: [{ name: 'one and two', outcome: 'passed', message: '' }],
    });
    expect(small.calls).toMatchObject([{ input: { a: 1, b: 2 } }]);
    expect(small.judged).toEqual([small.version().id]);
    expect(small.watched.notices.sent).toEqual([]);
    expect(small.house.actions).toEqual(['version.verify acme/orders.sum@1.0.0']);
    expect(await later(small, 1)).toBe(0);
    expect(await later(small)).toBe(1);
    expect(small.version().lastVerifiedAt).toBe(small.house.clock.now());
  });

  it('does not wait for a day after the publication', async () => {
    const small = await SmallAssurance.open();
    expect(await later(small, 1)).toBe(1);
  });

  it('tells owners and users once when a version does not what it did, and once when it does again', async () => {
    const small = await SmallAssurance.open();
    await later(small);
    const verifiedAt = small.version().lastVerifiedAt;
    small.watched.users = [{ organisationId: 'org-other', principalId: 'principal-user' }];
    small.answer = () => anAnswer({ sum: 4 });
    await later(small);
    const driftedSince = small.house.clock.now();
    expect(small.version()).toMatchObject({ lastVerifiedAt: verifiedAt, assurance: { driftedSince } });
    expect(await last(small)).toMatchObject({
      verdict: 'red',
      checks: [{ outcome: 'failed', message: '/sum should be 3 and is 4' }],
    });
    await later(small);
    expect(small.version().assurance.driftedSince).toBe(driftedSince);
    expect(small.watched.notices.lines).toEqual(['verification.failed acme/orders.sum@1.0.0']);
    expect(small.watched.notices.sent[0]?.to.map((it) => it.principalId)).toEqual(['principal-ann', 'principal-user']);
    expect(small.watched.notices.sent[0]?.text).toContain('does not do what it did');
    small.answer = () => anAnswer({ sum: 3 });
    await later(small);
    expect(small.watched.notices.lines.slice(1)).toEqual(['verification.recovered acme/orders.sum@1.0.0']);
    expect(small.version().assurance.driftedSince).toBeNull();
  });

  it('tells only owners of a version that was never verified', async () => {
    const small = await SmallAssurance.open();
    small.watched.users = [{ organisationId: 'org-other', principalId: 'principal-user' }];
    small.answer = () => anAnswer('oops', true);
    await later(small);
    expect(small.version().lastVerifiedAt).toBeNull();
    expect(small.watched.notices.sent[0]?.to.map((it) => it.principalId)).toEqual(['principal-ann']);
    expect(small.watched.notices.sent[0]?.text).toContain('does not do what its manifest says');
  });

  it('is open, and no alert, while the machine lacks what the tool needs', async () => {
    const small = await SmallAssurance.open();
    await later(small);
    small.answer = () => anAnswer('git is not installed', true);
    small.missing = 'git is not installed. Install it.';
    await later(small);
    expect(await last(small)).toMatchObject({
      verdict: 'inconclusive',
      checks: [{ outcome: 'unknown', message: 'git is not installed. Install it.' }],
    });
    expect(small.calls).toHaveLength(1);
    expect(small.watched.notices.sent).toEqual([]);
    expect(small.version().assurance.driftedSince).toBeNull();
    small.missing = null;
    await later(small);
    expect(await last(small)).toMatchObject({ verdict: 'red' });
  });

  it('takes no answer for no judgement, and asks again sooner', async () => {
    const small = await SmallAssurance.open();
    small.answer = () => fail('upstream_unavailable', 'It does not answer.');
    await later(small);
    expect(await last(small)).toMatchObject({ verdict: 'inconclusive', checks: [{ message: 'It does not answer.' }] });
    expect(small.version()).toMatchObject({ lastVerifiedAt: null, assurance: { driftedSince: null } });
    expect(small.judged).toEqual([]);
    expect(await turned(small)).toMatchObject({ inconclusive: 1 });
    expect(await later(small, 0.5)).toBe(1);
    expect(await turned(small)).toMatchObject({ inconclusive: 2 });
    small.answer = () => anAnswer({ sum: 3 });
    expect(await later(small, 1)).toBe(1);
    expect(await turned(small)).toMatchObject({ inconclusive: 0 });
  });

  it.each<[string, Partial<Manifest>, ReturnType<typeof anAnswer>, string]>([
    ['an output its schema forbids', { outputSchema: { required: ['total'] } }, anAnswer({ sum: 3 }), 'output schema'],
    ['an error', {}, anAnswer('broken', true), 'failed: "broken"'],
    [
      'an input of its own that its schema forbids',
      { inputSchema: { required: ['c'] } },
      anAnswer({ sum: 3 }),
      'input',
    ],
  ])('is red for %s', async (_, manifest, answer, message) => {
    const small = await SmallAssurance.open(manifest);
    small.answer = () => answer;
    await later(small);
    const verification = await last(small);
    expect(verification?.verdict).toBe('red');
    expect(verification?.checks[0]?.message).toContain(message);
  });

  it('runs what fails once more, so that a hiccup is no drift', async () => {
    const small = await SmallAssurance.open();
    small.answer = () => anAnswer({ sum: small.calls.length === 1 ? 4 : 3 });
    await later(small);
    expect(small.calls).toHaveLength(2);
    expect((await last(small))?.verdict).toBe('green');
  });

  it('takes a tool that lets its whole time pass for one that failed', async () => {
    const small = await SmallAssurance.open();
    small.answer = ({ deadline }) => {
      small.house.clock.advance(30_000);
      return deadline.signal.aborted ? fail('deadline_exceeded', 'It did not answer in time.') : anAnswer({ sum: 3 });
    };
    await later(small);
    expect(await last(small)).toMatchObject({ verdict: 'red', checks: [{ message: 'It did not answer in time.' }] });
  });

  it('knows nothing of what it had no time for, or could not reach', async () => {
    const examples = Array.from({ length: 12 }, (_, n) => ({ name: `e${n}`, input: { a: n } }));
    const small = await SmallAssurance.open({ examples });
    small.answer = () => {
      small.house.clock.advance(29_000);
      return anAnswer({ sum: 3 });
    };
    await later(small);
    const found = await last(small);
    expect(found?.verdict).toBe('inconclusive');
    expect(found?.checks.at(-1)).toEqual({ name: 'e11', outcome: 'unknown', message: 'the time was up', ms: 0 });
    expect(small.calls.length).toBeLessThan(12);
  });

  it('never calls a tool that may change something, nor one that is revoked, quarantined or sunset', async () => {
    const small = await SmallAssurance.open({ annotations: { readOnlyHint: false } });
    await later(small);
    const others = await SmallAssurance.open();
    others.house.catalogue.revocations.apply('r', aRevocation({ id: 'r', tool: 'orders.sum' }));
    await later(others);
    const sunset = await SmallAssurance.open({}, { status: 'SUNSET' });
    await later(sunset);
    const waiting = await SmallAssurance.open({}, { quarantined: { since: 0, finding: 'it drifted' } });
    await later(waiting);
    expect([small, others, sunset, waiting].flatMap((it) => it.calls)).toEqual([]);
    expect(await last(waiting)).toMatchObject({ verdict: 'inconclusive', checks: [{ name: 'status' }] });
    expect((await last(others))?.checks[0]?.message).toBe('the version is revoked');
    expect((await turned(others))?.inconclusive).toBe(0);
  });

  it('runs the examples of a tool that changes something against its test endpoint', async () => {
    const testEndpoint = 'http://127.0.0.1:7/test';
    const small = await SmallAssurance.open({ annotations: { readOnlyHint: false }, testEndpoint });
    await later(small);
    expect(small.calls).toMatchObject([{ server: { mcp: { url: testEndpoint } } }]);
    expect(small.version().lastVerifiedAt).not.toBeNull();
  });

  it('goes on with the others when one cannot be carried out, which is taken up again', async () => {
    const small = await SmallAssurance.open();
    await small.publish({ version: '1.1.0' });
    small.answer = (call) => {
      if (call.manifest.version === '1.1.0') throw new Error('a bug');
      return anAnswer({ sum: 3 });
    };
    expect(await later(small)).toBe(2);
    expect(small.jobs.failures).toMatchObject([{ message: expect.stringMatching(/failed: a bug$/) }]);
    expect(small.version().lastVerifiedAt).not.toBeNull();
    small.answer = () => anAnswer({ sum: 3 });
    expect(await later(small, 0.01)).toBe(0);
    expect(await later(small, 0.05)).toBe(1);
    expect(small.version('1.1.0').lastVerifiedAt).not.toBeNull();
  });
});
