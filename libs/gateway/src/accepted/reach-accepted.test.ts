import { aManifest, aVersion } from '@assay/registry/testing';
import { beforeEach, expect, it } from '@jest/globals';
import { aCall, type CallParts } from '../testing/a-call.js';
import { InMemoryAcceptedCalls } from '../testing/in-memory-accepted-calls.js';
import type { AcceptedCalls } from './accepted-calls.js';
import { reachAccepted } from './reach-accepted.js';

const own = { id: 'i', organisationId: 'o', principalId: 'p', askedFor: 'acme/t', key: null, acceptedAt: 0 };
const stage = { name: 'call', run: () => void made.push('called') };

let made: string[];
let problems: unknown[];
let accepted: InMemoryAcceptedCalls;
beforeEach(async () => {
  made = [];
  problems = [];
  accepted = new InMemoryAcceptedCalls();
  await accepted.accept(own);
});

const run = (parts: CallParts = {}, calls: Pick<AcceptedCalls, 'reach'> = accepted) =>
  reachAccepted(calls, (cause) => problems.push(cause), stage).run(
    aCall(
      {
        ...{ id: 'i', isAccepted: true, ...parts },
      },
      aVersion(aManifest()),
    ),
  );

it('notes what is reached before the call leaves', async () => {
  expect(await run()).toBeUndefined();
  const { name: tool, version } = aManifest();
  expect([(await accepted.find('i'))?.reached, made]).toEqual([{ tool, version }, ['called']]);
});

it('notes nothing of what only reads, or of what its caller waits for', async () => {
  await run({ version: aVersion(aManifest({ annotations: { readOnlyHint: true } })) });
  await run({ requested: { isAccepted: false } });
  expect([(await accepted.find('i'))?.reached, made]).toEqual([null, ['called', 'called']]);
});

it('makes no call that counts as lost, or of which nothing can be noted', async () => {
  accepted.die();
  await accepted.another().takeLost('i');
  expect(await run()).toMatchObject({ code: 'unavailable' });
  const away = new Error('away');
  expect(await run({}, { reach: () => Promise.reject(away) })).toMatchObject({ code: 'unavailable' });
  expect([made, problems]).toEqual([[], [away]]);
});
