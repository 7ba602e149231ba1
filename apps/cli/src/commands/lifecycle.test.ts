import { afterAll, describe, expect, it } from '@jest/globals';
import { entry } from '../entries.fixture.js';
import { assay, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const tool = entry.name;
const at = (version: string) => `/v1/tools/${tool}/versions/${version}`;
const reason = ['--reason', 'old'];
const deprecated = { ...entry, status: 'DEPRECATED', statusReason: 'old', sunsetAt: '2027-01-31T00:00:00.000Z' };
const rangeLine = `GET /v1/tools/${tool}/versions?range=%5E1`;
const versions = [
  { ...entry, version: '1.2.0' },
  { ...entry, version: '1.1.0' },
  { ...entry, version: '1.0.0', status: 'YANKED' },
];
const range = { [rangeLine]: { items: versions, nextCursor: null } };
const patch = (version: string, answer: unknown) => ({ [`PATCH ${at(version)}/status`]: answer });

describe('one version', () => {
  const answers = { [`GET ${at('1.2.0')}`]: entry, ...patch('1.2.0', deprecated) };

  it('is deprecated with its reason and date, and shown as it is then', async () => {
    const argv = ['deprecate', `${tool}@1.2.0`, ...reason, '--sunset', '2027-01-31'];
    const { code, out, asked } = await assay(argv, { answers });
    expect(asked[1]?.body).toEqual({ status: 'DEPRECATED', reason: 'old', sunsetAt: '2027-01-31' });
    expect(code).toBe(0);
    expect(out).toContain('1.2.0    DEPRECATED  2027-01-31T00:00:00.000Z  old');
  });

  it.each<[string, string[], object]>([
    ['deprecate', [], { status: 'DEPRECATED', reason: 'old' }],
    ['deprecate', ['--no-sunset'], { status: 'DEPRECATED', reason: 'old', sunsetAt: null }],
    [
      'deprecate',
      ['--sunset', '2027-01-31T12:00+01:00'],
      { status: 'DEPRECATED', reason: 'old', sunsetAt: '2027-01-31T11:00:00.000Z' },
    ],
    ['yank', [], { status: 'YANKED', reason: 'old' }],
  ])('%s %j', async (command, options, body) => {
    const { asked } = await assay([command, `${tool}@1.2.0`, ...reason, ...options], { answers });
    expect(asked[1]?.body).toEqual(body);
  });

  it('is restored when there is anything to lift, and left alone otherwise', async () => {
    const yanked = { [`GET ${at('1.0.0')}`]: versions[2], ...patch('1.0.0', entry) };
    const restored = await assay(['restore', `${tool}@1.0.0`, ...reason, '--json'], { answers: yanked });
    expect(restored.asked[1]?.body).toEqual({ status: 'ACTIVE', reason: 'old' });
    expect(JSON.parse(restored.out)).toEqual({ items: [entry], failed: [] });
    const active = await assay(['restore', `${tool}@1.2.0`, ...reason], { answers });
    expect([active.code, active.asked.length]).toEqual([0, 1]);
  });

  it('is not restored past a revocation, which is lifted by its own name', async () => {
    const revocation = { id: 'r1', reason: 'abuse', since: '2026-11-21T00:00:00.000Z' };
    const revoked = { [`GET ${at('1.2.0')}`]: { ...entry, status: 'REVOKED', revocation } };
    const { code, err, asked } = await assay(['restore', `${tool}@1.2.0`, ...reason], { answers: revoked });
    expect([code, asked.length]).toEqual([1, 1]);
    expect(err).toContain('is revoked (abuse). Lift the revocation with: assay revocations lift r1');
  });

  it('fails with the earliest date that would do', async () => {
    const early = problem(422, 'invalid_request', 'The sunset is too early. The earliest date is 2027-01-01.', {
      errors: [{ path: '/sunsetAt', message: 'must not be before 2027-01-01' }],
    });
    const { code, err } = await assay(['deprecate', `${tool}@1.2.0`, ...reason, '--sunset', '2026-12-01'], {
      answers: { ...answers, ...patch('1.2.0', early) },
    });
    expect(code).toBe(1);
    expect(err).toContain('The earliest date is 2027-01-01.');
  });
});

describe('a range', () => {
  const both = { ...range, ...patch('1.2.0', deprecated), ...patch('1.1.0', { ...deprecated, version: '1.1.0' }) };

  it('is changed version by version where there is something to do, when requested in advance', async () => {
    const { code, out, asked } = await assay(['deprecate', `${tool}@^1`, ...reason, '--yes'], { answers: both });
    expect(asked.map(({ line }) => line)).toEqual([
      rangeLine,
      `PATCH ${at('1.2.0')}/status`,
      `PATCH ${at('1.1.0')}/status`,
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(/1\.2\.0 .*\n1\.1\.0 /);
  });

  it('is shown and not changed where nobody can be asked', async () => {
    const { code, out, err, asked } = await assay(['yank', `${tool}@^1`, ...reason], { answers: both });
    expect([code, asked.length]).toEqual([1, 1]);
    expect(out).toContain('1.1.0');
    expect(err).toBe('Nothing changed. These versions would be yanked: add --yes.\n');
  });

  it.each([
    ['y', 3, 0],
    ['n', 1, 1],
  ])('is shown to a person, who is asked; %s', async (answer, requests, exit) => {
    const { code, err, asked } = await assay(['deprecate', `${tool}@^1`, ...reason], {
      answers: both,
      tty: true,
      stdin: `${answer}\n`,
    });
    expect([asked.length, code]).toEqual([requests, exit]);
    expect(err).toContain('Deprecate 2 versions? [y/N]');
  });

  it('goes on after a version that is refused, and says which', async () => {
    const answers = { ...both, ...patch('1.2.0', problem(409, 'conflict', 'Somebody changed it.')) };
    const { code, out, err } = await assay(['deprecate', `${tool}@^1`, ...reason, '--yes'], { answers });
    expect(code).toBe(1);
    expect(out).toContain('1.1.0    DEPRECATED');
    expect(err).toContain('1.2.0 was not deprecated: Somebody changed it.');
  });

  it('in which there is nothing to do is a failure that shows what there is', async () => {
    const none = { [rangeLine]: { items: [versions[2]], nextCursor: null } };
    const { code, out, err } = await assay(['yank', `${tool}@^1`, ...reason], { answers: none });
    expect([code, out]).toEqual([1, 'No version in ^1 can be yanked.\n']);
    expect(err).toContain('1.0.0    YANKED');
  });
});

describe('wrong usage', () => {
  it.each([
    ['without versions', ['yank', tool, ...reason], 'Name the versions'],
    ['without a reason', ['yank', `${tool}@1.0.0`], "required option '--reason"],
    ['with a date that is none', ['deprecate', `${tool}@1.0.0`, ...reason, '--sunset', 'soon'], 'must be a date'],
  ])('%s', async (_, argv, message) => {
    const { code, err, asked } = await assay(argv);
    expect([code, asked]).toEqual([2, []]);
    expect(err).toContain(message);
  });
});
