import { aCaller, aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anUnmetRequest, aTracedCall } from '../testing/gap-store.contract.js';
import { InMemoryGapStore } from '../testing/in-memory-gap-store.js';
import { ListGaps } from './list-gaps.js';

const now = 100 * 86_400_000;
const caller = aCaller({}, ['tools:call']);
const reviewer = aCaller({}, ['tools:call', 'approvals:decide']);
const own = { organisationId: String(caller.organisationId), principalId: String(caller.principalId) };
const hidden = 'acme/hidden';

function setUp(fitsTogether = () => true) {
  const store = new InMemoryGapStore();
  const gaps = new ListGaps({
    ...{ store, clock: { now: () => now }, fitsTogether, namespaceOf: () => 'acme' },
    seesTool: (_caller, tool) => tool !== hidden && !tool.includes('-then-'),
    manifestOf: (_caller, name) => (name === hidden ? undefined : aManifest({ name })),
  });
  return { store, gaps };
}
const twice = (session: string, tools: readonly string[], parts: object = {}) =>
  tools.map((tool, at) => aTracedCall({ ...own, tool, session, at: now - 9_000 + at, ...parts }));

describe('gaps', () => {
  it('are of the last 30 days, the most frequent first, with their proposals', async () => {
    const { store, gaps } = setUp();
    await store.addRequests([
      anUnmetRequest({ ...own, at: now - 31 * 86_400_000, key: 'old' }),
      anUnmetRequest({ ...own, at: now - 5, nearest: ['acme/paper', hidden] }),
    ]);
    for (const session of ['s', 't', 'u']) await store.addCalls(twice(session, ['acme/a', 'acme/b']));
    const [sequence, request, ...more] = await gaps.run(caller);
    expect(more).toEqual([]);
    expect(sequence).toMatchObject({
      ...{ kind: 'sequence', what: 'acme/a, then acme/b', times: 3, callers: 1, tools: ['acme/a', 'acme/b'] },
      proposal: { kind: 'composition', manifest: { protocol: 'composite', version: '1.0.0' } },
    });
    expect(request).toMatchObject({
      ...{ kind: 'request', what: 'fold a paper crane', nearest: ['acme/paper'] },
      proposal: { kind: 'template', template: { name: 'fold-paper-crane', tests: [] } },
    });
    expect((await gaps.run(caller, 'request')).map(({ kind }) => kind)).toEqual(['request']);
    expect(await gaps.run(caller, 'chain')).toEqual([]);
  });

  it('are their own for callers, of the organisation for reviewers, and never of another organisation', async () => {
    const { store, gaps } = setUp();
    const colleague = { ...own, principalId: 'colleague' };
    await store.addRequests([
      anUnmetRequest({ ...colleague, at: now }),
      anUnmetRequest({ organisationId: 'other', principalId: own.principalId, at: now }),
    ]);
    for (const session of ['s', 't', 'u']) await store.addCalls(twice(session, ['acme/a', 'acme/b'], colleague));
    expect(await gaps.run(caller)).toEqual([]);
    expect((await gaps.run(reviewer)).map(({ times }) => times)).toEqual([3, 1]);
    expect(await gaps.run({ ...reviewer, organisationId: null })).toEqual([]);
  });

  it('name no tool that the reader does not see, and propose nothing that does not fit together', async () => {
    const { store, gaps } = setUp(() => false);
    for (const session of ['s', 't', 'u'])
      await store.addCalls([...twice(session, ['acme/a', 'acme/b']), ...twice(`${session}2`, ['acme/a', hidden])]);
    const found = await gaps.run(caller);
    expect(found.map(({ tools, proposal }) => [tools, proposal])).toEqual([[['acme/a', 'acme/b'], null]]);
  });
});
