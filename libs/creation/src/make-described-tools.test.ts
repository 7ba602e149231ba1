import type { Gap, ToolTemplate } from '@assay/contracts';
import { type CompletionRequest, type Failure, fail, ok } from '@assay/kernel';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { MakeDescribedTools } from './make-described-tools.js';
import { aMadeTool } from './testing/made-tool-store.contract.js';

const made = aMadeTool();
const { template } = made;
const gap = {
  id: 'g1',
  kind: 'request',
  what: 'double numbers',
  times: 7,
  callers: 2,
  tools: [],
  nearest: ['a/b'],
  proposal: null,
};
const caller = aCaller({}, ['tools:call']);
const asked = { description: 'Doubles a number that is given' };
const refused: Failure = { code: 'made_tool_refused', message: 'no', data: { report: { score: 0.5 } } };

function workshop(answers: readonly string[], outcomes: readonly (Failure | undefined)[] = []) {
  const requests: CompletionRequest[] = [];
  const templates: ToolTemplate[] = [];
  const described = new MakeDescribedTools({
    model: {
      model: 'm',
      complete: async (request) => {
        requests.push({ ...request, prompt: [...(request.prompt as never[])] });
        const text = answers[requests.length - 1];
        return text === undefined
          ? fail('upstream_unavailable', 'gone')
          : ok({ text, tokens: { prompt: 1, completion: 1 } });
      },
    },
    gaps: { run: async () => [gap as unknown as Gap] },
    making: {
      run: async (_caller, written) => {
        templates.push(written);
        const error = outcomes[templates.length - 1];
        return error === undefined ? ok(made) : { ok: false, error };
      },
    },
    dependencies: { allowed: [{ name: 'decimal.js', version: '1', integrity: 'sha256-d' }] },
    clock: { now: () => 0, after: () => () => undefined } as never,
  });
  return { described, requests, templates };
}
const written = (parts: object = {}) => `\`\`\`json\n${JSON.stringify({ ...template, ...parts })}\n\`\`\``;

describe('a tool that a model writes', () => {
  it('is made from its template, with the evidence of a gap', async () => {
    const { described, requests, templates } = workshop([written()]);
    expect(await described.run(caller, { ...asked, gap: 'g1', name: 'twice' })).toEqual(ok(made));
    const [question] = (requests[0]?.prompt ?? []) as readonly { text: string }[];
    expect(JSON.parse(question?.text ?? '')).toMatchObject({ task: asked.description, evidence: { times: 7 } });
    expect(requests[0]?.system).toContain('decimal.js');
    expect(templates).toEqual([{ ...template, name: 'twice' }]);
  });

  it('is written in the language that was asked for', async () => {
    const python = { language: 'python', code: 'def run(input):\n    return {"n": 1}' };
    const { described, requests, templates } = workshop([written(), written(python)]);
    expect((await described.run(caller, { ...asked, language: 'python' })).ok).toBe(true);
    expect(requests[0]?.system).toContain('small tools in Python');
    expect(requests[0]?.system).not.toContain('decimal.js');
    expect(JSON.stringify(requests[1]?.prompt)).toContain("The model's template is in javascript, not in python.");
    expect(templates).toEqual([{ ...template, ...python }]);
    const typed = workshop([written({ language: 'typescript' })]);
    await typed.described.run(caller, { ...asked, language: 'typescript' });
    expect(typed.requests[0]?.system).toContain('Input and Output of the schemas are in scope');
  });

  it('is written again with the reasons of a refusal, three times', async () => {
    const answers = ['no JSON', written({ tests: [] }), written()];
    const { described, requests, templates } = workshop(answers, [refused]);
    expect(await described.run(caller, asked)).toEqual({ ok: false, error: refused });
    expect([requests.length, templates.length]).toEqual([3, 1]);
    expect(JSON.stringify(requests[2]?.prompt)).toContain('/tests');
  });

  it('reaches nothing: the model may not ask for access or a tier', async () => {
    const answers = [written({ access: { hosts: ['a.example'] }, tier: 2 }), written()];
    const { described, templates } = workshop(answers);
    expect((await described.run(caller, asked)).ok).toBe(true);
    expect(templates).toEqual([template]);
  });

  it('fails as the model or the making does', async () => {
    expect(await workshop([]).described.run(caller, asked)).toMatchObject({ error: { code: 'upstream_unavailable' } });
    const limited: Failure = { code: 'rate_limited', message: 'many' };
    expect(await workshop([written()], [limited]).described.run(caller, asked)).toEqual({ ok: false, error: limited });
    expect(await workshop([written()], [refused]).described.run(caller, asked)).toEqual({ ok: false, error: refused });
  });

  it('needs a caller, a model and a gap that is there', async () => {
    const { described, requests } = workshop([written()]);
    const none = { ...caller, principalId: null };
    expect(await described.run(none, asked)).toMatchObject({ error: { code: 'unauthenticated' } });
    expect(await described.run(caller, { ...asked, gap: 'other' })).toMatchObject({ error: { code: 'not_found' } });
    expect(requests).toEqual([]);
    const without = new MakeDescribedTools({
      ...{ model: null, gaps: { run: async () => [] }, making: { run: async () => ok(made) } },
      ...{ dependencies: { allowed: [] }, clock: {} as never },
    });
    expect(await without.run(caller, asked)).toMatchObject({ error: { code: 'not_implemented' } });
  });
});
