import { join } from 'node:path';
import { repairInput } from '@assay/gateway';
import { TermReader } from '@assay/search';
import { judgeDefinition, judgeOutput } from '@assay/trust';
import { describe, expect, it } from '@jest/globals';
import { soak } from '../../chaos/soak.js';
import { planted, readTree } from '../source-tree.js';
import { type Expression, findExpressions } from './find-expressions.js';
import { excessOf, generalInputs, repeated, runnerOf } from './growth.js';
import { isProvedLinear } from './proof.js';
import { proofDigest, recordedProofs, recordProofs } from './recorded-proofs.js';
import { inputsOf, maxBound, measuredAtEntry, registered, registrationOf } from './registered.js';

const expressions = findExpressions(readTree(join(import.meta.dirname, '..', '..', '..')));
const isMeasuredAtEntry = ({ path }: Expression) => measuredAtEntry.some((folder) => path.startsWith(folder));

/** Recorded proofs are made again when soaking. */
const proved = new Set(soak ? [] : recordedProofs());

async function isLinear(pattern: string, flags: string): Promise<boolean> {
  const digest = proofDigest(pattern, flags);
  if (proved.has(digest)) return true;
  const isProved = await isProvedLinear(pattern, flags);
  if (isProved) proved.add(digest);
  return isProved;
}

/** Those that have neither a proof nor a registration. */
async function unknownAmong(found: readonly Expression[]): Promise<string[]> {
  const unknown: string[] = [];
  for (const expression of found) {
    const { path, pattern, flags } = expression;
    if (isMeasuredAtEntry(expression) || registrationOf(expression) !== undefined) continue;
    if (pattern === null || !(await isLinear(pattern, flags))) unknown.push(`${path}: /${pattern}/${flags}`);
  }
  return unknown;
}

describe('expressions on text from outside', () => {
  it('are linear by proof, or registered with their worst inputs', async () => {
    expect(expressions.length).toBeGreaterThan(300);
    expect(await unknownAmong(expressions)).toEqual([]);
    if (soak) recordProofs(proved);
  }, 600_000);

  it('are caught when they are neither', async () => {
    const source = String.raw`const a = /\s+$/; const b = new RegExp(text); const c = /^[a-z]+$/; const d = new RegExp('^(a+)+$', 'g');`;
    const found = findExpressions(planted({ 'libs/kernel/src/x.ts': source, 'libs/kernel/src/x.test.ts': source }));
    expect(found).toHaveLength(4);
    expect(await unknownAmong(found)).toEqual([
      String.raw`libs/kernel/src/x.ts: /\s+$/`,
      'libs/kernel/src/x.ts: /null/',
      'libs/kernel/src/x.ts: /^(a+)+$/g',
    ]);
  }, 120_000);

  it('stand where they are registered', () => {
    for (const it of registered) {
      const found = expressions.filter((expression) => registrationOf(expression) === it);
      expect([it.path, it.pattern, found.length]).toEqual([it.path, it.pattern, it.count ?? 1]);
      if (it.bound !== undefined) expect(it.bound.characters).toBeLessThanOrEqual(maxBound);
      else if (it.pattern === null) expect(it.like).toBeDefined();
    }
  });
});

const unbounded = registered.filter(({ bound }) => bound === undefined);

describe('time in proportion to the text, from 10 to 1,000 KB', () => {
  it.each(unbounded.map((it) => [`${it.path} ${it.pattern ?? 'put together'}`, it] as const))(
    '%s',
    (_, it) => {
      const own = expressions.filter((each) => registrationOf(each) === it && each.pattern !== null);
      const run = it.like ?? own.map(({ pattern, flags }) => [pattern as string, flags.replace('y', '')] as const);
      for (const [pattern, flags] of run) {
        const runner = runnerOf(pattern, flags);
        for (const input of inputsOf(it)) expect(excessOf(runner, input)).toBeUndefined();
      }
    },
    300_000,
  );

  const terms = new TermReader();
  const schema = {
    type: 'object',
    properties: { at: { type: 'string', format: 'date-time' }, n: { type: 'integer' } },
  };
  const entries: readonly (readonly [string, (text: string) => unknown])[] = [
    ['a description', (description) => judgeDefinition({ name: 'acme/tool', description })],
    [
      'a name of a parameter',
      (name) => judgeDefinition({ name: 'acme/tool', inputSchema: { properties: { [name]: {} } } }),
    ],
    ['an output', (text) => judgeOutput({ text })],
    ['a query', (query) => [...terms.distinct(query)]],
    ['a date and a number to repair', (text) => repairInput(schema, { at: text, n: text })],
  ];
  it.each(entries)(
    'of %s, through everything that reads it',
    (_, run) => {
      for (const input of generalInputs) expect(excessOf(run, input)).toBeUndefined();
    },
    300_000,
  );

  it('is not what a quadratic expression takes', () => {
    expect(excessOf(runnerOf('\\s+$', ''), repeated(' ', '', 'x'), [4_000, 40_000])).toMatch(
      /ms for ten times as much/,
    );
  }, 120_000);
});
