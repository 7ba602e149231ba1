import type { AttestationView, StageView, VerificationView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const id = '0198f000-0000-7000-8000-000000000003';
const done: VerificationView = {
  id,
  tool: 'acme/sum',
  version: '1.2.0',
  trigger: 'requested',
  state: 'done',
  kind: 'examples',
  verdict: 'red',
  summary: '1 of 3 examples passed; failed: two; not found out: three',
  checks: [
    { name: 'one', outcome: 'passed', message: '', ms: 4 },
    { name: 'two', outcome: 'failed', message: '/sum should be 3 and is 4', ms: 5 },
    { name: 'three', outcome: 'unknown', message: 'the time was up', ms: 0 },
  ],
  requestedBy: 'olga',
  startedAt: '2026-11-22T00:00:00Z',
  endedAt: '2026-11-22T00:00:01Z',
};
const green = { ...done, verdict: 'green', summary: '1 of 1 examples passed', checks: done.checks.slice(0, 1) };
const running = { ...done, state: 'running', kind: null, verdict: null, summary: 'running', checks: [], endedAt: null };
const begin = 'POST /v1/tools/acme/sum/verify?version=1.2.0';
const look = `GET /v1/verifications/${id}`;

describe('verify', () => {
  it('waits for the end and shows each example; red is a failure', async () => {
    const answers = { [begin]: running, [look]: done };
    const { code, out, asked } = await assay(['verify', 'acme/sum@1.2.0'], { answers });
    expect(asked.map((it) => it.line)).toEqual([begin, look]);
    expect(code).toBe(1);
    expect(out).toBe(
      [
        'Not verified: acme/sum@1.2.0, 1 of 3 examples passed; failed: two; not found out: three.',
        '  ✓ one 4 ms',
        '  ✗ two 5 ms',
        '    /sum should be 3 and is 4',
        '  ? three 0 ms',
        '    the time was up',
        '',
      ].join('\n'),
    );
  });

  it('uses the version that represents the tool, and is done when it is green', async () => {
    const show = 'GET /v1/tools/acme/sum';
    const answers = { [show]: { version: '1.2.0' }, [begin]: running, [look]: green };
    const { code, out, asked } = await assay(['verify', 'acme/sum'], { answers });
    expect(asked.map((it) => it.line)).toEqual([show, begin, look]);
    expect(code).toBe(0);
    expect(out).toMatch(/^Verified: acme\/sum@1\.2\.0, 1 of 1 examples passed\./);
    const json = await assay(['verify', 'acme/sum', '--json'], { answers });
    expect(JSON.parse(json.out)).toEqual(green);
  });

  it('begins it alone with --no-wait', async () => {
    const { code, err, asked } = await assay(['verify', 'acme/sum@1.2.0', '--no-wait'], {
      answers: { [begin]: running },
    });
    expect(code).toBe(0);
    expect(asked).toHaveLength(1);
    expect(err).toContain(`assay verifications show ${id}`);
  });

  it('wants one version, and passes refusals on', async () => {
    expect(await assay(['verify', 'acme/sum@^1'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('is a range'),
    });
    const refused = problem(403, 'forbidden', 'acme/sum@1.2.0 is verified at the request of its owners.');
    expect(await assay(['verify', 'acme/sum@1.2.0'], { answers: { [begin]: refused } })).toMatchObject({
      code: 1,
      err: 'acme/sum@1.2.0 is verified at the request of its owners.\n',
    });
  });
});

describe('verifications', () => {
  it('lists them, and shows one', async () => {
    const line = 'GET /v1/verifications?limit=50&tool=acme%2Fsum';
    const listed = await assay(['verifications', '--tool', 'acme/sum'], {
      answers: { [line]: { items: [done], nextCursor: null } },
    });
    expect(listed.out).toContain('acme/sum@1.2.0');
    expect(listed.out).toContain('red');
    const none = await assay(['verifications', 'list'], {
      answers: { 'GET /v1/verifications?limit=50': { items: [], nextCursor: null } },
    });
    expect(none.out).toBe('No verifications.\n');
    const shown = await assay(['verifications', 'show', id], { answers: { [look]: green } });
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('✓ one') });
  });
});

describe('promote', () => {
  const path = '/v1/tools/acme/sum/versions/1.2.0/stage';
  const stage: StageView = {
    tool: 'acme/sum',
    version: '1.2.0',
    stage: 'BETA',
    next: 'GENERAL_AVAILABILITY',
    requirements: [
      { stage: 'BETA', name: 'verified', met: true, detail: 'verified' },
      { stage: 'GENERAL_AVAILABILITY', name: 'trust', met: false, detail: 'trust 0.510 of 0.7' },
    ],
    below: { since: '2026-11-20T00:00:00Z', demotedAt: '2026-11-27T00:00:00Z', floor: 0.45 },
    history: [
      {
        from: 'SANDBOX',
        to: 'BETA',
        reason: 'tried',
        by: null,
        authority: 'rules',
        at: '2026-11-19T00:00:00Z',
        trust: 0.5,
        waived: ['BETA: calls (0 of 100 calls)'],
      },
    ],
  };

  it('shows where a version stands and what it needs', async () => {
    const { code, out } = await assay(['promote', 'acme/sum@1.2.0'], { answers: { [`GET ${path}`]: stage } });
    expect(code).toBe(0);
    expect(out).toContain('trust below 0.450 since 2026-11-20T00:00:00Z: demoted on 2026-11-27T00:00:00Z');
    expect(out).toContain('GENERAL_AVAILABILITY needs\n  ✓ verified (BETA): verified\n  ✗ trust');
    expect(out).toContain('SANDBOX → BETA  automatic  tried (without 1 requirement)');
  });

  it.each(['ga', 'general-availability', 'GENERAL_AVAILABILITY'])('promotes to %s with a reason', async (name) => {
    const answers = { [`POST ${path}`]: { ...stage, next: null, requirements: [], below: null, history: [] } };
    const { asked, out } = await assay(['promote', 'acme/sum@1.2.0', name, '--reason', 'tried'], { answers });
    expect(asked[0]?.body).toEqual({ to: 'GENERAL_AVAILABILITY', reason: 'tried' });
    expect(out).toContain('none: highest stage reached');
  });

  it.each([
    [['acme/sum@1.2.0', 'BETA'], '--reason is required'],
    [['acme/sum@1.2.0', '--reason', 'x'], 'Name the stage'],
    [['acme/sum@1.2.0', 'SUBMITTED', '--reason', 'x'], 'It must be SANDBOX'],
  ])('refuses %j before it asks anybody', async (argv, message) => {
    const { code, err, asked } = await assay(['promote', ...argv]);
    expect([code, asked]).toEqual([2, []]);
    expect(err).toContain(message);
  });
});

describe('attest', () => {
  const path = 'POST /v1/tools/acme/sum/versions/1.2.0/attestations';
  const made: AttestationView = {
    id,
    tool: 'acme/sum',
    version: '1.2.0',
    manifestDigest: 'sha256:aa',
    kind: 'third-party',
    evidence: 'https://audits.example/7',
    evidenceDigest: `sha256:${'ab'.repeat(32)}`,
    organisation: 'auditors',
    by: 'anton',
    at: '2026-11-22T00:00:00Z',
    statement: '{}',
    keyId: '0123456789abcdef',
    signature: 'sig',
    withdrawn: null,
  };

  const digest = `sha256:${'ab'.repeat(32)}`;

  it('says who vouches for what', async () => {
    const argv = ['attest', 'acme/sum@1.2.0', '--kind', 'third-party', '--evidence', made.evidence, '--digest', digest];
    const { out, asked } = await assay(argv, { answers: { [path]: made } });
    expect(asked[0]?.body).toEqual({ kind: 'third-party', evidence: made.evidence, evidenceDigest: digest });
    expect(out).toBe('Attested acme/sum@1.2.0: third-party, by anton of auditors, https://audits.example/7.\n');
  });

  it('takes one back, with its reason', async () => {
    const withdrawn = { at: '2026-11-23T00:00:00Z', by: 'anton', reason: 'retracted' };
    const argv = ['attest', 'acme/sum@1.2.0', '--withdraw', id, '--reason', 'retracted'];
    const { out, asked } = await assay(argv, { answers: { [`${path}/${id}/withdraw`]: { ...made, withdrawn } } });
    expect(asked[0]?.body).toEqual({ reason: 'retracted' });
    expect(out).toBe(
      'Withdrawn: the third-party attestation of acme/sum@1.2.0. Its trust and stage will be updated.\n',
    );
  });

  it('lists what was attested', async () => {
    const withdrawn = { at: '2026-11-23T00:00:00Z', by: 'anton', reason: 'retracted' };
    const listPath = 'GET /v1/tools/acme/sum/versions/1.2.0/attestations?limit=50';
    const answers = { [listPath]: { items: [made, { ...made, withdrawn }], nextCursor: null } };
    const { out } = await assay(['attestations', 'acme/sum@1.2.0'], { answers });
    expect(out).toMatch(/anton of auditors .* yes .*\n.*withdrawn: retracted/);
  });

  it.each([
    [['acme/sum', '--kind', 'self']],
    [['acme/sum', '--kind', 'self', '--evidence', 'https://a.example']],
    [['acme/sum', '--kind', 'self', '--evidence', 'https://a.example', '--digest', 'a', '--file', 'b']],
    [['acme/sum', '--evidence', 'https://a.example']],
    [['acme/sum', '--kind', 'other', '--evidence', 'https://a.example']],
    [['acme/sum', '--kind', 'self', '--evidence', 'https://a.example', '--reason', 'x']],
    [['acme/sum', '--withdraw', id]],
    [['acme/sum', '--withdraw', id, '--reason', 'x', '--kind', 'self']],
  ])('wants a kind and evidence: %j', async (argv) => {
    expect(await assay(['attest', ...argv])).toMatchObject({ code: 2, asked: [] });
  });
});
