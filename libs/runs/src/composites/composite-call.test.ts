import type { Envelope } from '@assay/contracts';
import { type LanguageModel, ok, startDeadline } from '@assay/kernel';
import { aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { InMemoryCallNoteStore } from '../testing/in-memory-call-note-store.js';
import { smallCompositions } from '../testing/small-compositions.js';
import type { CallNoteStore } from './call-note.js';
import { CompositeTransport } from './composite-transport.js';

type Answer = Partial<Envelope> | Promise<Partial<Envelope>>;

const failure = (code: 'tool_error' | 'unavailable', outcome: 'none' | 'unknown' = 'none'): Partial<Envelope> => ({
  status: 'failed',
  error: { code, class: 'semantic', message: 'no', retryable: code === 'unavailable', outcome },
});

/** Calls of one composition under one key, by servers that die: tools answer a key once, and what they did counts. */
async function furnished(definition: object) {
  const compensation = { class: 'full', tool: 'acme/undo', input: 'input' } as const;
  const { house, publish, metrics, caller, questions } = await smallCompositions();
  publish({ name: 'acme/undo' });
  for (const name of ['acme/mild', 'acme/wild']) publish({ name, compensation });
  publish({ name: 'acme/after' });
  const store = new InMemoryCallNoteStore();
  const did: string[] = [];
  const answers: Record<string, (() => Answer) | undefined> = {};
  const kept = new Map<string, Partial<Envelope>>();
  const chosen = ['a', 'b'];
  const languageModel: LanguageModel = {
    model: 'm',
    complete: async () =>
      ok({ text: JSON.stringify({ case: chosen.shift(), confidence: 1 }), tokens: { prompt: 1, completion: 1 } }),
  };
  const { catalogue, directory, clock } = house;
  const call = async (invocationId: string, isAgain: boolean, notes: CallNoteStore = store) =>
    new CompositeTransport({
      ...{ catalogue, directory, clock, hasModel: true, languageModel, metrics, notes },
      questions: questions.asking,
      invoke: {
        run: async ({ tool = '', idempotencyKey: key = '' }) => {
          const name = tool.replace(/^acme\/|@.*$/g, '');
          const before = kept.get(key);
          const parts = before ?? (await (answers[name]?.() ?? {}));
          if (before === undefined && parts.status === undefined) did.push(name);
          if (parts.status === undefined) kept.set(key, parts);
          const envelope = { id: name, tool: `acme/${name}`, version: '1.0.0', status: 'succeeded', warnings: [] };
          return {
            envelope: { ...envelope, ...parts } as Envelope,
            failure: undefined,
            limit: undefined,
            text: () => '',
          };
        },
      },
      leaving: { leave: async () => undefined },
      ...{ approval: async () => undefined, recorded: async () => undefined, completionOf: async () => undefined },
      onProblem: () => undefined,
    }).call({
      ...{ invocationId, server: null, input: {}, principalId: 'p', deadline: startDeadline(clock, 1_000) },
      manifest: aManifest({ protocol: 'composite', endpoint: { notation: 'chain', definition } }),
      origin: {
        caller,
        session: undefined,
        task: undefined,
        nesting: 0,
        key: 'k',
        left: undefined,
        begunAt: 0,
        isAgain,
        parts: [],
      },
    });
  return { did, answers, kept, store, call, principalId: caller.principalId ?? '' };
}

/** A server that dies: from then on nothing it does is seen. */
const never = new Promise<Partial<Envelope>>(() => undefined);
const settled = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
};
const step = (tool: string) => ({ tool: `acme/${tool}`, input: {} });

describe('a call of a composition that is made again', () => {
  it('takes the branch that a model chose before', async () => {
    const cases = { a: step('mild'), b: step('wild') };
    const so = await furnished({ sequence: [{ branch: { on: { model: 'Which?' }, cases } }, step('after')] });
    so.answers.after = () => never;
    void so.call('i', false);
    await settled();
    expect(so.did).toEqual(['mild']);
    so.answers.after = undefined;
    expect(await so.call('j', true)).toMatchObject({ ok: true });
    expect(so.did).toEqual(['mild', 'after']);
  });

  it('takes the branches that a join took before, and undoes the others, whose calls nobody heard of', async () => {
    const branches = { a: step('mild'), b: step('wild') };
    const so = await furnished({ sequence: [{ parallel: { branches, join: 'first' } }, step('after')] });
    so.answers.mild = () => never;
    so.answers.after = () => never;
    void so.call('i', false);
    await settled();
    expect(so.did).toEqual(['wild']);
    so.answers.mild = undefined;
    so.answers.after = undefined;
    expect(await so.call('j', true)).toMatchObject({ ok: true });
    expect(so.did).toEqual(['wild', 'after', 'undo']);
  });

  it('undoes what had been done although the step is refused when it is asked again', async () => {
    const branches = { a: step('mild'), b: step('wild') };
    const so = await furnished({ parallel: { branches, join: 'first' } });
    so.answers.mild = () => never;
    so.answers.wild = () => never;
    void so.call('i', false);
    await settled();
    for (const name of ['mild', 'wild']) so.answers[name] = () => failure('tool_error');
    expect(await so.call('j', true)).toMatchObject({ ok: false });
    expect(so.did).toEqual(['undo', 'undo']);
  });

  it('does not repeat a successful step whose key is no longer known', async () => {
    const so = await furnished({
      sequence: [{ parallel: { branches: { a: step('mild') }, join: 'first' } }, step('after')],
    });
    so.answers.after = () => failure('unavailable');
    expect(await so.call('i', false)).toMatchObject({ ok: false, error: { outcome: 'unknown' } });
    so.answers.after = undefined;
    so.kept.clear();
    expect(await so.call('j', true)).toMatchObject({ ok: true });
    expect(so.did).toEqual(['mild', 'after']);
  });

  it('is made again where its key is new, independent of decisions in an older call', async () => {
    const cases = { a: step('mild'), b: step('wild') };
    const so = await furnished({ branch: { on: { model: 'Which?' }, cases } });
    await so.call('i', false);
    so.kept.clear();
    await so.call('j', false);
    expect(so.did).toEqual(['mild', 'wild']);
  });

  it('does not take what an older call under the same key did for its own', async () => {
    const so = await furnished({ sequence: [step('mild'), step('after')] });
    const older = { organisationId: '', principalId: so.principalId, key: `${aManifest().name} k`, invocationId: 'h' };
    const [path, tool, version] = ['sequence/1', 'acme/after', '1.0.0'];
    const part = { step: path, invocationId: 'x', tool, version, status: 'succeeded' } as const;
    const acted = { path, tool, version, input: {}, output: 'old' };
    await so.store.keep(older, [{ path, order: 1, acted, part }], 0);
    so.answers.after = () => failure('unavailable');
    expect(await so.call('i', false)).toMatchObject({ ok: false });
    so.answers.after = undefined;
    expect(await so.call('j', true)).toMatchObject({ ok: true });
    expect(so.did).toEqual(['mild', 'after']);
  });

  it('begins nothing that may act while what led to it cannot be written down', async () => {
    const so = await furnished({ branch: { on: { model: 'Which?' }, cases: { a: step('mild'), b: step('wild') } } });
    const away: CallNoteStore = {
      recall: async () => [],
      keep: async () => Promise.reject(new Error('the database is away')),
      forget: async () => 0,
    };
    expect(await so.call('i', false, away)).toMatchObject({
      ok: false,
      error: { code: 'unavailable', outcome: 'none' },
    });
    expect(so.did).toEqual([]);
  });
});
