import { Directory } from '@assay/identity';
import { FakeClock, InMemoryNotices } from '@assay/kernel/testing';
import { aPrincipal } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anApproval } from '../testing/an-approval.js';
import { NotifyOfApprovals } from './notify-of-approvals.js';

function setUp() {
  const directory = new Directory();
  const notices = new InMemoryNotices();
  const people = [
    ['carl', 'agent'],
    ['ann', 'user'],
    ['bot', 'agent'],
    ['bob', 'user'],
  ] as const;
  for (const [name, kind] of people) {
    const principal = aPrincipal({ id: `principal-${name}`, name, kind });
    directory.apply({ kind: 'principal', id: principal.id, state: principal });
    const key = {
      ...{ id: `key-${name}`, organisationId: 'org-acme', principalId: principal.id, prefix: name, hash: 'h' },
      ...{ scopes: name === 'bob' ? ['tools:call'] : ['approvals:decide'], namespaces: null, createdAt: 0 },
      ...{ createdBy: null, expiresAt: null, revokedAt: null },
    };
    directory.apply({ kind: 'key', id: key.id, state: key });
  }
  const urlOf = (id: string) => `http://assay/approvals/${id}`;
  const linkFor = (_: unknown, principalId: string) =>
    principalId === 'principal-ann' ? `http://assay/links/${principalId}` : undefined;
  return { notices, tell: new NotifyOfApprovals({ directory, notices, urlOf, linkFor, clock: new FakeClock() }) };
}
const recipients = (notices: InMemoryNotices) => notices.sent.at(-1)?.to.map(({ principalId }) => principalId);

describe('TellOfApprovals', () => {
  it('tells users who may decide of a call that waits, without its arguments', async () => {
    const { tell, notices } = setUp();
    const approval = anApproval();
    await tell.opened(approval);
    expect(notices.lines).toEqual(['approval.opened acme/orders.create@1.0.0']);
    expect(recipients(notices)).toEqual(['principal-ann']);
    expect(notices.sent[0]?.text).toMatch(/^carl wants to call .* 2026-01-02T.*\/approvals\//);
    expect(notices.sent[0]?.details).toEqual({
      approval: approval.id,
      invocationId: approval.invocationId,
      argumentsDigest: approval.argumentsDigest,
      url: `http://assay/approvals/${approval.id}`,
    });
  });

  it('tells the caller what was said, and why', async () => {
    const { tell, notices } = setUp();
    const said = { principalId: 'principal-ann', decision: 'deny', reason: 'wrong customer', at: 0 } as const;
    await tell.decided(anApproval({ state: 'denied' }), said);
    expect(notices.sent[0]).toMatchObject({ kind: 'approval.decided', text: expect.stringMatching(/denied \(wrong/) });
    expect(recipients(notices)).toEqual(['principal-carl']);
    await tell.decided(anApproval({ id: 'b' }), { ...said, decision: 'approve', reason: null });
    expect(notices.sent[1]?.text).toMatch(/was approved/);
  });

  it('tells everybody concerned that nobody decided in time', async () => {
    const { tell, notices } = setUp();
    await tell.expired(anApproval());
    expect(recipients(notices)).toEqual(['principal-carl', 'principal-ann']);
  });

  it('gives each recipient who can sign in a link of their own, for messages outside', async () => {
    const { tell, notices } = setUp();
    await tell.expired(anApproval());
    expect(notices.sent[0]?.to.map(({ principalId, link }) => [principalId, link])).toEqual([
      ['principal-carl', undefined],
      ['principal-ann', 'http://assay/links/principal-ann'],
    ]);
    expect(JSON.stringify(notices.sent[0]?.details)).not.toContain('links');
  });

  it('asks the delegate, each time it is delegated', async () => {
    const { tell, notices } = setUp();
    const delegation = { from: 'principal-ann', to: 'principal-bob', reason: 'on holiday', at: 1 };
    await tell.delegated(anApproval(), delegation);
    await tell.delegated(anApproval(), { ...delegation, at: 2 });
    expect(notices.lines).toEqual(Array(2).fill('approval.delegated acme/orders.create@1.0.0'));
    expect(recipients(notices)).toEqual(['principal-bob']);
    expect(notices.sent[0]?.text).toMatch(/^ann asks you to decide on a call of .* by carl until .* \(on holiday\)/);
  });

  it('tells nobody where nobody may decide', async () => {
    const { tell, notices } = setUp();
    await tell.opened(anApproval({ organisationId: 'org-other' }));
    expect(notices.sent).toEqual([]);
  });

  it('states of a withheld result that the tool has been called, whatever its outcome', async () => {
    const { tell, notices } = setUp();
    const result = anApproval({ subject: 'result' });
    await tell.opened(result);
    const said = { principalId: 'principal-ann', decision: 'approve', reason: null, at: 0 } as const;
    await tell.decided(result, said);
    await tell.expired(result);
    const texts = notices.sent.map(({ text }) => text);
    expect(texts[0]).toMatch(/called .* withholds the result/);
    expect(texts[1]).toMatch(/had its result released/);
    expect(texts[2]).toMatch(/The tool was called/);
    expect(texts.join()).not.toContain('made again');
  });
});
