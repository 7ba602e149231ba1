import type { Envelope } from '@assay/contracts';
import { aManifest, smallCompositions } from '@assay/testing';
import { expect, it } from '@jest/globals';
import { startDeadline } from '../../kernel/deadline.js';
import { CompositeTransport } from './composite-transport.js';
import type { Acted } from './left-call.js';

it('undoes what was done before the call was left, though its step is cancelled before it is asked again', async () => {
  const { house, publish, calls, metrics, caller } = await smallCompositions();
  const compensation = { class: 'full', tool: 'acme/undo', input: 'input' } as const;
  publish({ name: 'acme/undo' });
  publish({ name: 'acme/mild', compensation });
  publish({ name: 'acme/wild', compensation });
  const branch = (tool: string) => ({ tool, input: {} });
  const branches = { a: branch('acme/mild'), b: branch('acme/wild') };
  const definition = { parallel: { branches, join: 'first' } };
  const acted: Acted = {
    ...{ path: 'chain/a/parallel/branches/a', tool: 'acme/mild', version: '1.0.0' },
    ...{ input: { line: 'x' }, output: null },
  };
  const { catalogue, directory, clock } = house;
  const transport = new CompositeTransport({
    ...{ catalogue, directory, clock, hasModel: false, languageModel: null, metrics },
    invoke: {
      run: async (request, context) => {
        calls.push({ request, context });
        const isUndo = request.tool?.startsWith('acme/undo') === true;
        const error = { code: 'tool_error', class: 'semantic', message: 'no', retryable: false, outcome: 'none' };
        const envelope = { id: 'i', warnings: [], ...(isUndo ? { status: 'succeeded' } : { status: 'failed', error }) };
        return { envelope: envelope as unknown as Envelope, failure: undefined, limit: undefined, text: () => '' };
      },
    },
    leaving: { leave: async () => undefined, actedBefore: async () => [acted] },
    ...{ approval: async () => undefined, recorded: async () => undefined, completionOf: async () => undefined },
    onProblem: () => undefined,
  });
  const origin = { caller, session: undefined, task: undefined, nesting: 0, key: 'k', left: undefined, begunAt: 0 };
  const answer = (isAgain: boolean) =>
    transport.call({
      ...{ invocationId: 'i', server: null, input: {}, principalId: 'p', deadline: startDeadline(clock, 1_000) },
      manifest: aManifest({ protocol: 'composite', endpoint: { notation: 'chain', definition } }),
      origin: { ...origin, isAgain, parts: [] },
    });
  const undone = () => calls.filter(({ request }) => request.tool === 'acme/undo').map(({ request }) => request.input);
  expect((await answer(false)).ok).toBe(false);
  expect(undone()).toEqual([]);
  expect((await answer(true)).ok).toBe(false);
  expect(undone()).toEqual([{ line: 'x' }]);
});
