import { Directory } from '@assay/identity';
import { fail, type LanguageModel, ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { type LookAfterModelsPorts, MaintainModels } from './maintain-models.js';
import { FakeEmbedder, modelAway } from './testing/fake-embedder.js';

const home = { id: 'home', name: 'default', createdAt: 0 };
const administrator = aCaller({ organisationId: home.id }, ['admin']);
const progress = { model: 'fake-1', waiting: 2, refused: 1, problem: null };

function useWith(parts: Partial<LookAfterModelsPorts>) {
  const directory = new Directory();
  directory.apply({ kind: 'organisation', id: home.id, state: home });
  const clock = new FakeClock();
  const ports = { languageModel: null, embedder: null, progress: () => progress, directory, clock, ...parts };
  return { use: new MaintainModels(ports), clock };
}

const speaking = (complete: LanguageModel['complete']): LanguageModel => ({ model: 'large', complete });

describe('LookAfterModels', () => {
  it('says that there are none', async () => {
    expect(await useWith({}).use.ask(administrator)).toEqual(ok({ languageModel: null, embedder: null }));
  });

  it('asks each, and says how far embedding is', async () => {
    const languageModel = speaking(async () => ok({ text: 'yes', tokens: { prompt: 1, completion: 1 } }));
    const { use, clock } = useWith({ languageModel, embedder: new FakeEmbedder() });
    expect(await use.ask(administrator)).toEqual(
      ok({
        languageModel: { model: 'large', reachable: true, problem: null, tookMs: 0 },
        embedder: { model: 'fake-1', reachable: true, problem: null, tookMs: 0, dimensions: 16, progress },
      }),
    );
    expect(clock.waiting).toBe(0);
  });

  it('tells what is wrong, but for an answer that is only too long', async () => {
    const embedder = new FakeEmbedder();
    embedder.failures.push(modelAway);
    const languageModel = speaking(async () => fail('output_too_large', 'it thinks aloud'));
    expect(await useWith({ languageModel, embedder }).use.ask(administrator)).toMatchObject({
      value: { languageModel: { reachable: true }, embedder: { reachable: false, problem: modelAway.message } },
    });
    const refusing = speaking(async () => fail('upstream_error', 'it refuses the key'));
    expect(await useWith({ languageModel: refusing }).use.ask(administrator)).toMatchObject({
      value: { languageModel: { reachable: false, problem: 'it refuses the key' } },
    });
  });

  it('waits five seconds for an answer', async () => {
    const languageModel = speaking(
      ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(fail('deadline_exceeded', String(signal.reason))));
        }),
    );
    const { use, clock } = useWith({ languageModel });
    const asked = use.ask(administrator);
    clock.advance(5_000);
    expect(await asked).toMatchObject({ value: { languageModel: { problem: 'deadline', tookMs: 5_000 } } });
  });

  it('is for administrators of the installation', async () => {
    for (const caller of [aCaller({ organisationId: home.id }), aCaller({ organisationId: 'org-acme' }, ['admin'])]) {
      expect(await useWith({}).use.ask(caller)).toMatchObject({ error: { code: 'forbidden' } });
    }
  });
});
