import type { Envelope, KeptMemoryView, KeptOutputView, MemoryView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const id = '0198f000-0000-7000-8000-00000000a001';
const kept = {
  id,
  invocationId: '0198f000-0000-7000-8000-00000000b001',
  tool: 'acme/orders.list',
  version: '1.0.0',
  source: 'mcp:acme/orders',
  confidence: 1,
  findings: [],
  digest: 'sha256:x',
  bytes: 123_456,
  mediaType: 'application/json',
  createdAt: '2026-11-24T00:00:00.000Z',
  expiresAt: '2026-11-25T00:00:00.000Z',
  url: `/v1/outputs/${id}`,
};
const part: KeptOutputView = {
  ...kept,
  range: { unit: 'items', first: 0, last: 1, total: 9 },
  encoding: 'json',
  content: [{ sku: 'tea' }, { sku: 'milk' }],
  next: 'items=2-',
};
const memory: MemoryView = { ...kept, url: `/v1/memory/${id}`, layer: 'session', session: 'trip' };
const page = (items: readonly object[]) => ({ items, nextCursor: null });

describe('outputs', () => {
  it('are listed, read by range and deleted', async () => {
    const listed = await assay(['outputs'], { answers: { 'GET /v1/outputs?limit=50': page([kept]) } });
    expect(listed.out).toMatch(
      new RegExp(`${id} +acme/orders\\.list@1\\.0\\.0 +123456 +application/json +2026-11-25T00:00`),
    );
    const line = `GET /v1/outputs/${id}?range=items%3D0-1&at=%2Flines`;
    const got = await assay(['outputs', 'get', id, '--range', 'items=0-1', '--at', '/lines'], {
      answers: { [line]: part },
    });
    expect(JSON.parse(got.out)).toEqual(part.content);
    expect(got.err).toContain('acme/orders.list@1.0.0 · items 0 to 1 of 9');
    expect(got.err).toContain(`There is more: assay outputs get ${id} --range items=2-`);
    const gone = await assay(['outputs', 'delete', id], { answers: { [`DELETE /v1/outputs/${id}`]: null } });
    expect([gone.code, gone.out]).toEqual([0, `Deleted ${id}.\n`]);
    const none = await assay(['outputs'], { answers: { 'GET /v1/outputs?limit=50': page([]) } });
    expect(none.out).toContain('No stored results');
  });

  it('say what possible prompt injection, and why a range cannot be read', async () => {
    const marked = { ...part, encoding: 'text', content: 'x', findings: ['override'], next: null };
    const read = await assay(['outputs', 'get', id], { answers: { [`GET /v1/outputs/${id}`]: marked } });
    expect([read.out, read.err]).toEqual(['x\n', expect.stringContaining('possible prompt injection (override)')]);
    const refusal = problem(416, 'range_not_satisfiable', 'It has 9 items, 0 to 8: there is nothing at 9.');
    const over = await assay(['outputs', 'get', id, '--range', 'items=9-'], {
      answers: { [`GET /v1/outputs/${id}?range=items%3D9-`]: refusal },
    });
    expect([over.code, over.err]).toEqual([1, expect.stringContaining('there is nothing at 9')]);
  });
});

describe('memory', () => {
  it('is listed by layer, session and tool, shown, and forgotten', async () => {
    const line = 'GET /v1/memory?limit=50&layer=session&session=trip&tool=acme%2Forders.list';
    const words = ['memory', 'list', '--layer', 'session', '--session', 'trip', '--tool', 'acme/orders.list'];
    const listed = await assay(words, { answers: { [line]: page([memory]) } });
    expect(listed.out).toMatch(/session +trip +acme\/orders\.list@1\.0\.0/);
    const view: KeptMemoryView = { ...part, ...memory, next: null };
    const shown = await assay(['memory', 'show', id], { answers: { [`GET /v1/memory/${id}`]: view } });
    expect(JSON.parse(shown.out)).toEqual(part.content);
    const one = await assay(['memory', 'forget', id], { answers: { [`DELETE /v1/memory/${id}`]: null } });
    expect(one.out).toBe(`Deleted: ${id}.\n`);
    const all = await assay(['memory', 'forget', '--all'], { answers: { 'DELETE /v1/memory': { forgotten: 3 } } });
    expect(all.out).toBe('Deleted: 3.\n');
    const none = await assay(['memory'], { answers: { 'GET /v1/memory?limit=50': page([]) } });
    expect(none.out).toContain('--destination memory');
  });

  it.each([[['memory', 'forget']], [['memory', 'forget', id, '--all']], [['memory', 'list', '--layer', 'x']]])(
    'refuses %j',
    async (words) => {
      expect((await assay(words)).code).toBe(2);
    },
  );
});

describe('sessions', () => {
  const session = {
    session: 'trip',
    calls: 3,
    tokens: { schemas: 200, arguments: 30, result: 60, validation: 0 },
    total: 290,
  };

  it('say what they took, and whether it fits', async () => {
    const answers = { 'GET /v1/sessions/trip/tokens': session };
    const { out, err } = await assay(['sessions', 'tokens', 'trip'], { answers });
    expect(out).toBe('3 calls, 290 tokens: definitions 200, arguments 30, results 60, validation 0\n');
    expect(err).toContain('Give --window');
    const account = { active: 100, spent: 290, left: -190, fits: false };
    const asked = await assay(['sessions', 'tokens', 'trip', '--window', '4196', '--system', '0'], {
      answers: { 'GET /v1/sessions/trip/tokens?window=4196&system=0': { ...session, account } },
    });
    expect(asked.err).toContain('Does not fit: 100 tokens are free for tools, 190 too few');
    const over = await assay(['sessions', 'tokens', 'trip', '--window', '1000'], {
      answers: { 'GET /v1/sessions/trip/tokens?window=1000': { ...session, account: { ...account, active: -3_096 } } },
    });
    expect(over.err).toContain('even without tools, the window is exceeded by 3096 tokens');
  });
});

describe('call', () => {
  const envelope = {
    ...{ id: 'call', status: 'succeeded', tool: 'acme/orders.list', version: '1.0.0', level: 1, confidence: 1 },
    ...{
      validation: { outcome: 'valid', issues: [] },
      attempted: [],
      trace: [],
      warnings: [],
      provenance: null,
      receipt: null,
    },
  } satisfies Partial<Envelope>;
  const pointer = {
    id,
    digest: 'sha256:x',
    bytes: 9,
    mediaType: 'text/plain',
    url: kept.url,
    expiresAt: kept.expiresAt,
  };
  const routed = {
    destinations: [],
    level: 'L1',
    why: 'L1 is the cheapest.',
    notes: ['The result has no /x.'],
    rawTokens: 900,
    tokens: 5,
  };

  it('asks for what is wanted of the result', async () => {
    const answers = { 'POST /v1/invocations': { ...envelope, output: 1, routed, pointer } };
    const options = ['--level', 'L1', '--fields', 'id,/lines/*/sku', '--token-budget', '500', '--preset', 'batch'];
    const more = ['--destination', 'context,memory', '--layer', 'working', '--keep', '2h', '--session', 'trip'];
    const { asked, code, err } = await assay(['call', 'acme/orders.list', ...options, ...more], { answers });
    expect(code).toBe(0);
    expect(asked.at(-1)?.body).toEqual({
      tool: 'acme/orders.list',
      input: {},
      output: {
        level: 'L1',
        fields: ['/id', '/lines/*/sku'],
        tokenBudget: 500,
        destinations: ['context', 'memory'],
        preset: 'batch',
        memory: { layer: 'working', keepMs: 7_200_000 },
      },
      session: 'trip',
    });
    expect(err).toContain('L1 of 900 tokens: L1 is the cheapest.');
    expect(err).toContain(`Full result: assay outputs get ${id}`);
    expect(err).toContain('The result has no /x.');
  });

  it.each([
    [{ output: 'text', context: '<tool_result>x</tool_result>', routed }, '<tool_result>x</tool_result>\n'],
    [{ pointer, routed }, `9 bytes of text/plain: assay outputs get ${id}\n`],
    [
      { routed: { ...routed, level: null, why: 'Not returned: sent to nowhere, as requested.' } },
      'Not returned: sent to nowhere, as requested.\n',
    ],
  ])('shows what came back (%#)', async (parts, text) => {
    const answers = { 'POST /v1/invocations': { ...envelope, ...parts } };
    expect((await assay(['call', 'acme/orders.list'], { answers })).out).toBe(text);
  });

  it('says why only a pointer came back, and where the parts are that were kept apart', async () => {
    const why = 'Nothing fits the 38 tokens that a budget of 40 leaves, not even a signal: that takes a budget of 115.';
    const alone = { ...envelope, pointer, routed: { ...routed, level: null, why } };
    const words = ['call', 'acme/orders.list'];
    expect((await assay(words, { answers: { 'POST /v1/invocations': alone } })).err).toContain(why);
    const apart = { ...envelope, output: { content: [] }, routed: { ...routed, parts: [pointer] } };
    const { err } = await assay(words, { answers: { 'POST /v1/invocations': apart } });
    expect(err).toContain(`Stored separately, 9 bytes of text/plain: assay outputs get ${id}`);
  });

  it('shows what was remembered, and the tokens', async () => {
    const tokens = { schemas: 1, arguments: 2, result: 3, validation: 4 };
    const remembered = { id, layer: 'session', expiresAt: kept.expiresAt, known: false };
    const answers = { 'POST /v1/invocations': { ...envelope, tokens, routed: { ...routed, memory: remembered } } };
    const words = ['call', 'acme/orders.list', '--destination', 'memory', '--tokens'];
    const { err, asked } = await assay(words, { answers });
    expect(asked.at(-1)?.headers.get('prefer')).toBe('count-tokens');
    expect(err).toContain(`Stored in memory (session): assay memory show ${id}`);
    expect(err).toContain('Tokens: definition 1, arguments 2, result 3, validation 4');
  });

  it.each([[['--level', 'L9']], [['--preset', 'x']], [['--token-budget', '0']], [['--keep', 'soon']]])(
    'refuses %j',
    async (words) => {
      expect((await assay(['call', 'acme/orders.list', ...words])).code).toBe(2);
    },
  );
});
