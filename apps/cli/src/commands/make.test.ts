import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MadeToolView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, emptyFolder, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const id = '0198f000-0000-7000-8000-0000000000a1';
const template = { name: 'initials', code: 'export default (input) => input;' };
const full = { score: 1, passed: 3, total: 3, failures: [] };
const finding = { rule: 'credential', severity: 'warning', message: 'looks like a key', line: 2 } as const;
const made = {
  ...{ id, status: 'ephemeral', tool: 'made-1/initials', version: '0.1.0', tier: 0, score: 0.97, template },
  report: {
    ...{ score: 0.97, tier: { granted: 0, why: 'It only computes.' }, static: { score: 0.9, findings: [finding] } },
    ...{ tests: full, fuzzing: { ...full, passed: 100, total: 100 }, conformance: full, isDeterministic: true },
  },
  ...{ isolation: 'isolated', createdBy: 'agent:carl', createdAt: '2026-11-20T00:00:00.000Z', expiresAt: null },
  ...{ uses: { sessions: 2, inputs: 3, spanHours: 1.5 }, decision: null, promotedAs: null },
} as unknown as MadeToolView;

describe('make', () => {
  it('makes a tool from a file, and shows its report and what comes next', async () => {
    const file = join(await emptyFolder(), 'initials.json');
    await writeFile(file, JSON.stringify(template));
    const { asked, out, err, code } = await assay(['make', 'tool', file], { answers: { 'POST /v1/made-tools': made } });
    expect([code, asked[0]?.body]).toEqual([0, template]);
    expect(out).toContain('made-1/initials@0.1.0');
    expect(out).toContain('score 0.97 · tier 0 · tests 3/3 · fuzzing 100/100 · conformance 3/3');
    expect(out).toContain('credential (line 2): looks like a key');
    expect(err).toContain('assay call made-1/initials');
  });

  it('fails with the reason when the tool is refused, and for a file that is none', async () => {
    const report = {
      ...made.report,
      tests: { ...full, passed: 2, failures: [{ name: 'two', message: 'It gave "A" instead of "B".' }] },
      fuzzing: { ...full, failures: [{ input: { name: '' }, message: 'TypeError: no', isCrash: true }] },
    };
    const refusal = problem(422, 'made_tool_refused', 'The score is 0.6; 0.8 is needed.', { report });
    const refused = await assay(['make', 'tool', '-'], {
      ...{ answers: { 'POST /v1/made-tools': refusal }, stdin: JSON.stringify(template) },
    });
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('0.8 is needed')]);
    expect(refused.err).toContain('tests 2/3');
    expect(refused.err).toContain('credential (line 2): looks like a key');
    expect(refused.err).toContain('test "two": It gave "A" instead of "B".');
    expect(refused.err).toContain('fuzzing with {"name":""}: TypeError: no');
    expect((await assay(['make', 'tool', '-'], { stdin: 'no JSON' })).code).toBe(2);
  });

  it('lets a model make a tool, with the evidence of a gap', async () => {
    const { asked, out } = await assay(
      ['make', 'describe', 'Initials of', 'a name', '--gap', 'g1', '--name', 'initials', '--language', 'python'],
      {
        answers: { 'POST /v1/made-tools/describe': made },
      },
    );
    expect(asked[0]?.body).toEqual({
      description: 'Initials of a name',
      gap: 'g1',
      language: 'python',
      name: 'initials',
    });
    expect(out).toContain('made-1/initials@0.1.0');
  });

  it('writes a package into a new folder, and replaces nothing', async () => {
    const folder = join(await emptyFolder(), 'initials');
    const files = [
      { path: 'package.json', text: '{}' },
      { path: '../outside.mjs', text: 'x' },
    ];
    const answers = { [`GET /v1/made-tools/${id}/export`]: { name: 'initials', version: '0.1.0', files } };
    const first = await assay(['make', 'export', id, '--to', folder], { answers });
    expect([first.code, first.err]).toEqual([0, expect.stringContaining('npm install')]);
    expect((await readdir(folder)).sort()).toEqual(['outside.mjs', 'package.json']);
    const again = await assay(['make', 'export', id, '--to', folder], { answers });
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('exists')]);
  });

  it('lists made tools and shows one with its uses and code', async () => {
    const listed = await assay(['make', 'list'], {
      answers: { 'GET /v1/made-tools?limit=50': { items: [made], nextCursor: null } },
    });
    expect(listed.out).toMatch(/made-1\/initials@0\.1\.0 +ephemeral +0\.97 +agent:carl/);
    const shown = await assay(['make', 'show', id], { answers: { [`GET /v1/made-tools/${id}`]: made } });
    expect(shown.out).toContain('used in 2 sessions with 3 inputs over 1.5 hours');
    expect(shown.out).toContain(template.code);
  });

  it('approves under a name, and denies with a reason', async () => {
    const line = `POST /v1/made-tools/${id}/promote`;
    const promoted = { ...made, status: 'promoted', promotedAs: 'acme/initials@1.0.0' };
    const approved = await assay(['make', 'promote', id, '--as', 'acme/initials'], { answers: { [line]: promoted } });
    expect(approved.asked[0]?.body).toEqual({ decision: 'approve', name: 'acme/initials' });
    expect(approved.out).toBe('acme/initials@1.0.0\n');
    const denied = await assay(['make', 'promote', id, '--deny', '--reason', 'there is one'], {
      answers: { [line]: { ...made, status: 'denied' } },
    });
    expect(denied.asked[0]?.body).toEqual({ decision: 'deny', reason: 'there is one' });
    expect(denied.out).toBe('denied\n');
  });
});
