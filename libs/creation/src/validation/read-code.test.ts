import { err, ok } from '@assay/kernel';
import type { CodeSandbox } from '@assay/runs';
import { describe, expect, it } from '@jest/globals';
import { readCode, type WrittenCode } from './read-code.js';

const lists = { folders: ['/data'], variables: [], hosts: [] };
const written = (parts: Partial<WrittenCode>): WrittenCode => ({
  ...{ code: '', language: 'javascript', inputSchema: {}, outputSchema: {}, ...parts },
});

/** A sandbox whose every run returns this. */
const returning = (value: unknown): CodeSandbox => {
  const turn = { calls: [], logs: [], cpuMs: 1, end: { kind: 'returned' as const, value } };
  const session = { begin: async () => turn, answer: async () => turn, close: () => undefined };
  return { isolation: 'isolated', refusal: () => null, open: async () => session };
};
const plainCode = async ({ code }: WrittenCode) => ok(code);
const tree = {
  ...{ imports: [], names: [], members: [], flaws: [], unusual: [], hasRun: true, unclear: [] },
  uses: [{ path: 'files.read', line: 4 }],
};

describe('reading code', () => {
  it('gives JavaScript as it runs, with its tier, or what is wrong with it', async () => {
    const code = 'export default async (i, host) => host.files.read(i.path)';
    const read = await readCode(written({ code, access: { folders: ['/data'] } }), {
      ...{ sandbox: returning(null), lists, plainCode },
    });
    expect(read).toMatchObject({ code, language: 'javascript', tier: { granted: 1 }, findings: [] });
    const finding = { rule: 'types', severity: 'critical' as const, message: 'no' };
    const wrong = await readCode(written({ code }), {
      ...{ sandbox: returning(null), lists, plainCode: async () => err([finding]) },
    });
    expect(wrong).toMatchObject({ findings: [finding], tier: { granted: 0 } });
  });

  it('reads Python in the sandbox', async () => {
    const ports = { sandbox: returning(tree), lists, plainCode };
    const python = written({ language: 'python', code: 'x', access: { folders: ['/data'] } });
    expect(await readCode(python, ports)).toMatchObject({
      ...{ code: 'x', language: 'python', findings: [] },
      tier: { granted: 1, why: 'It reads files (host.files.read, line 4).', functions: ['files.read'] },
    });
    expect(await readCode({ ...python, tier: 0 }, ports)).toMatchObject({ findings: [{ rule: 'tier' }] });
    const syntax = { syntax: { message: 'invalid syntax', line: 2 } };
    expect(await readCode(python, { ...ports, sandbox: returning(syntax) })).toMatchObject({
      findings: [{ rule: 'syntax', severity: 'critical', message: 'invalid syntax', line: 2 }],
    });
  });
});
