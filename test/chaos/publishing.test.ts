import { expect, it } from '@jest/globals';
import { foundations, groundOn } from './installation.js';
import type { Server } from './server.js';
import { patienceMs, rounds } from './soak.js';
import { forEach, inParallel, mark } from './workers.js';

const workers = 200;
/** After so many acknowledgements the blow falls, while 200 publishes are on their way. */
const blows = [60, 1, 230, 400, 7];

interface Publishing {
  readonly name: string;
  readonly word: string;
  /** The digest that was acknowledged; undefined when no answer came. */
  digest?: string;
}

const manifestOf = ({ name, word }: Publishing) => ({
  name,
  version: '1.0.0',
  description: `Answers with the mark ${word}.`,
  inputSchema: { type: 'object', properties: { [word]: { type: 'string' } } },
  protocol: 'http',
  endpoint: { url: 'http://127.0.0.1:9/nobody' },
});

let made = 0;

function nextPublishing(): Publishing {
  made += 1;
  return { name: `chaos/tool-${made}`, word: mark(made) };
}

/** Publishes with 200 workers until the server, killed at the given count of acknowledgements, answers nobody. */
async function publishUntilKilled(server: Server, blow: number): Promise<Publishing[]> {
  const all: Publishing[] = [];
  let acknowledged = 0;
  await inParallel(workers, async () => {
    const publishing = nextPublishing();
    all.push(publishing);
    const answer = await server.api.attempt<{ manifestDigest: string }>('POST', '/v1/tools', manifestOf(publishing));
    if (answer === undefined) return false;
    expect(answer).toMatchObject({ status: 201 });
    publishing.digest = answer.body.manifestDigest;
    acknowledged += 1;
    if (acknowledged === blow) await server.kill();
    return true;
  });
  return all;
}

interface Found {
  readonly results: { readonly tool: string }[];
}

/** Everything there is of one publishing: its entry's digest, whether search finds it. */
async function whatIsThere({ api }: Server, { name, word }: Publishing) {
  const shown = await api.attempt<{ manifestDigest: string }>('GET', `/v1/tools/${name}/versions/1.0.0`);
  const found = await api.expect<Found>(200, 'POST', '/v1/discover', { query: word, limit: 1, detail: 'names' });
  return {
    digest: shown?.status === 200 ? shown.body.manifestDigest : undefined,
    found: found.results[0]?.tool === name,
  };
}

it.each(foundations)(
  'kill -9 in the middle of 200 publishes loses no acknowledged one and leaves none half there (%s)',
  async (foundation) => {
    const { installation, remove } = await groundOn(foundation);
    try {
      let server = await installation.start();
      await server.api.expect(201, 'POST', '/v1/namespaces', { name: 'chaos' });
      const all: Publishing[] = [];
      for (let round = 0; round < rounds(1, 20); round += 1) {
        all.push(...(await publishUntilKilled(server, blows[round % blows.length] as number)));
        server = await installation.start();
        await expectWhole(server, all);
      }
      expect(all.filter((it) => it.digest === undefined).length).toBeGreaterThanOrEqual(workers);
    } finally {
      await remove();
    }
  },
  patienceMs,
);

async function expectWhole(server: Server, all: readonly Publishing[]): Promise<void> {
  await forEach(all, async (publishing) => {
    const { name, digest: acknowledged } = publishing;
    const there = await whatIsThere(server, publishing);
    // An unanswered publish happened whole or not at all: shown and found, or neither.
    expect({ name, found: there.found }).toEqual({ name, found: there.digest !== undefined });
    if (acknowledged !== undefined) expect({ name, digest: there.digest }).toEqual({ name, digest: acknowledged });
  });
  const recorded = await server.api.all<{ subject: string }>('/v1/audit?action=tool.publish');
  const subjects = new Set(recorded.map((it) => it.subject));
  expect(all.filter((it) => it.digest !== undefined && !subjects.has(`${it.name}@1.0.0`))).toEqual([]);
  expect(await server.api.expect(200, 'GET', '/v1/audit/verify')).toMatchObject({ ok: true });
  await publishAgain(server, all);
}

/** A publisher without an answer retries: the same content is accepted whether or not it had been stored. */
async function publishAgain(server: Server, all: readonly Publishing[]): Promise<void> {
  const unanswered = all.filter((it) => it.digest === undefined);
  await forEach(unanswered, async (publishing) => {
    const answer = await server.api.attempt<{ manifestDigest: string }>('POST', '/v1/tools', manifestOf(publishing));
    expect([200, 201]).toContain(answer?.status);
  });
}
