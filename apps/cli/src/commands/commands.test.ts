import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { entry, envelope } from '../entries.fixture.js';
import { assay, emptyFolder, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const resolveLine = 'GET /v1/tools/acme/orders.create/resolve';
const resolved = { [resolveLine]: { ...entry, warnings: [] } };

describe('call', () => {
  const answers = { ...resolved, 'POST /v1/invocations': envelope };

  it('reads words by the tool’s own schema, and prints the output alone on stdout', async () => {
    const { code, out, err, asked } = await assay(['call', 'acme/orders.create', 'customer=42', 'tags=a,b'], {
      answers,
    });
    expect(asked.map(({ line }) => line)).toEqual([resolveLine, 'POST /v1/invocations']);
    expect(asked[1]?.body).toEqual({ tool: 'acme/orders.create', input: { customer: 42, tags: ['a', 'b'] } });
    expect({ code, out }).toEqual({ code: 0, out: '{\n  "order": 7\n}\n' });
    expect(err).toBe(`acme/orders.create@1.2.0 · succeeded · valid · 12.3 ms · ${envelope.id}\n`);
  });

  it.each([
    ['JSON on the line', ['{"customer":1}'], {}],
    ['standard input', ['-'], { stdin: '{"customer":1}' }],
    ['standard input by option', ['--input', '-'], { stdin: '{"customer":1}' }],
  ])('takes %s', async (_case, words, setting) => {
    const { asked } = await assay(['call', 'acme/orders.create@^1', ...words], { answers, ...setting });
    expect(asked).toMatchObject([{ body: { tool: 'acme/orders.create@^1', input: { customer: 1 } } }]);
  });

  it('passes a deadline and a dry run on', async () => {
    const dry = { 'POST /v1/invocations?dryRun=true': envelope };
    const { out, asked } = await assay(['call', 'acme/x', '--deadline', '5s', '--dry-run'], { answers: dry });
    expect(asked[0]?.body).toEqual({ tool: 'acme/x', input: {}, deadlineMs: 5_000 });
    expect(out).toContain('Dry run passed');
  });

  it('passes a key on', async () => {
    const { asked } = await assay(['call', 'acme/x', '--idempotency-key', 'order-42'], { answers });
    expect(asked[0]?.body).toEqual({ tool: 'acme/x', input: {}, idempotencyKey: 'order-42' });
  });

  it('passes on how inputs are repaired and answers compared', async () => {
    const words = ['call', 'acme/x', '--repair', 'broaden', '--corroborate', '2'];
    const { asked } = await assay(words, { answers });
    expect(asked[0]?.body).toEqual({ tool: 'acme/x', input: {}, repair: 'broaden', corroborate: 2 });
    expect((await assay(['call', 'acme/x', '--corroborate', '9'])).code).toBe(2);
    expect((await assay(['call', 'acme/x', '--repair', 'all'])).code).toBe(2);
  });

  describe('left to itself', () => {
    const { id } = envelope;
    const events = `GET /v1/invocations/${id}/events`;
    const stream = (...reports: object[]) =>
      new Response(reports.map((event, at) => `id: ${at}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
    const progress = { kind: 'progress', progress: 1, total: 2, message: 'half' };
    const begun = { 'POST /v1/invocations': { ...envelope, status: 'running' } };

    it('answers its id at once', async () => {
      const { code, out, err, asked } = await assay(['call', 'acme/x', '--async'], { answers: begun });
      expect({ code, out }).toEqual({ code: 0, out: `${id}\n` });
      expect(err).toContain(`assay call --of ${id}`);
      expect(asked[0]?.headers.get('prefer')).toBe('respond-async');
    });

    it.each([
      ['from its beginning', ['acme/x', '--follow']],
      ['later', ['--of', id]],
    ])('is followed %s to its result', async (_case, words) => {
      const reports = stream(progress, { kind: 'end', envelope });
      const { code, out, err } = await assay(['call', ...words], { answers: { ...begun, [events]: reports } });
      expect({ code, out }).toEqual({ code: 0, out: '{\n  "order": 7\n}\n' });
      expect(err).toMatch(/^50 % half\nacme\/orders\.create@1\.2\.0 · succeeded/);
    });

    it('fails when the call does', async () => {
      const error = { code: 'tool_error', class: 'semantic', message: 'No tea.', retryable: false, outcome: 'done' };
      const reports = stream({ kind: 'end', envelope: { ...envelope, status: 'failed', error } });
      const { code, out } = await assay(['call', '--of', id], { answers: { [events]: reports } });
      expect({ code, out }).toEqual({ code: 1, out: 'tool_error: No tea.\n' });
    });
  });

  it('passes names on that the schema does not have, shows repairs, and names the parameters after a refusal', async () => {
    const resolved = { 'GET /v1/tools/acme/orders.create/resolve': entry };
    const repaired = { ...envelope, repaired: ['/Customer is called "customer"'] };
    const call = ['call', 'acme/orders.create', 'Customer=7'];
    const fine = await assay(call, { answers: { ...resolved, 'POST /v1/invocations': repaired } });
    expect(fine.asked[1]?.body).toMatchObject({ input: { Customer: '7' } });
    expect(fine.err).toContain('Repaired: /Customer is called "customer"');
    const errors = [{ path: '/input/colour', message: 'is not a known property' }];
    const refusal = problem(422, 'invalid_input', 'The input does not match.', { errors });
    const refused = await assay(['call', 'acme/orders.create', 'colour=red'], {
      answers: { ...resolved, 'POST /v1/invocations': refusal },
    });
    expect(refused.err).toContain('It has: customer, express, tags, address.');
  });

  it('fails with each problem of the input, and warns of an unknown outcome', async () => {
    const invalid = problem(422, 'invalid_input', 'The input does not fit.', {
      errors: [{ path: '/customer', message: 'is required' }],
    });
    const refused = await assay(['call', 'acme/x'], { answers: { 'POST /v1/invocations': invalid } });
    expect(refused).toMatchObject({ code: 1, out: '', err: 'The input does not fit.\n  /customer: is required\n' });
    const { status: _status, ...members } = envelope;
    const error = { code: 'deadline_exceeded', class: 'timeout', message: '', retryable: false, outcome: 'unknown' };
    const late = problem(504, 'deadline_exceeded', 'The deadline passed.', { ...members, error });
    const failed = await assay(['call', 'acme/x'], { answers: { 'POST /v1/invocations': late } });
    expect(failed.err).toContain('check before retrying');
  });

  it.each([
    [['call', 'acme/x', '[1]'], 'The input must be one JSON object.'],
    [['call', 'acme/x', '{'], 'The input is not valid JSON'],
    [['call', 'acme/x', '{}', '--input', 'f'], 'not both'],
    [['call'], 'Name a tool'],
    [['call', 'acme/x', '--of', 'id'], 'not both'],
    [['call', 'acme/x', '--dry-run', '--follow'], 'returns immediately'],
  ])('refuses %j', async (argv, message) => {
    const { code, err } = await assay(argv, { answers });
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe('search', () => {
  const result = {
    tool: 'acme/orders.create',
    version: '1.2.0',
    score: 0.812,
    parts: { trust: 0, relevance: 1, latency: 0, cost: 1 },
    why: ['matches “order”'],
    callable: 'no',
    description: 'Creates an order',
    annotations: { destructiveHint: true },
  };

  it('asks what was said, and shows why', async () => {
    const answers = { 'POST /v1/discover': { results: [result], excluded: [] } };
    const options = ['--max-latency', '1s', '--min-trust', '0', '--read-only', '--capability', 'a.b,c'];
    const { out, asked } = await assay(['search', 'make', 'orders', ...options], { answers });
    expect(asked[0]?.body).toEqual({
      query: 'make orders',
      capabilities: ['a.b', 'c'],
      constraints: { maxLatencyMs: 1_000, minTrust: 0, readOnly: true },
      detail: 'summary',
    });
    expect(out).toBe(
      'acme/orders.create  1.2.0  0.81  destructive  you may not call it\n  Creates an order\n  why: matches “order”\n',
    );
  });

  it('says what to do when nothing matches', async () => {
    const answers = { 'POST /v1/discover': { results: [], excluded: [{ tool: 'acme/x', why: 'trust 0.2 < 0.5' }] } };
    const { code, out } = await assay(['search', 'nothing'], { answers });
    expect(code).toBe(0);
    expect(out).toBe(
      'No tools match. Try other words, or add tools with `assay import mcp …`.\nNear misses:\n  acme/x: trust 0.2 < 0.5\n',
    );
  });
});

const review = {
  id: 'r1',
  kind: 'compatibility',
  subject: 'acme/x@1.1.0',
  state: 'open',
  findings: [{ path: '/inputSchema', message: 'cannot be told' }],
  submittedBy: 'ann',
  submittedAt: '2026-11-21T00:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  reason: null,
};

describe('reviews', () => {
  it('lists open ones by default', async () => {
    const answers = { 'GET /v1/reviews?limit=50&state=open': { items: [review], nextCursor: null } };
    const { out } = await assay(['reviews'], { answers });
    expect(out).toContain('r1  open   compatibility  ann  acme/x@1.1.0');
  });

  it('shows why one waits, and decides it', async () => {
    const answers = {
      'GET /v1/reviews/r1': review,
      'POST /v1/reviews/r1/decision': { ...review, state: 'refused', reason: 'no' },
    };
    expect((await assay(['reviews', 'show', 'r1'], { answers })).out).toContain('  /inputSchema: cannot be told');
    const { out, asked } = await assay(['reviews', 'refuse', 'r1', '--reason', 'no'], { answers });
    expect(asked[0]?.body).toEqual({ decision: 'refuse', reason: 'no' });
    expect(out).toBe('Refused: acme/x@1.1.0.\n');
  });
});

describe('publish and check', () => {
  it('send the manifest as it is', async () => {
    const folder = await emptyFolder();
    await writeFile(join(folder, 'm.json'), '{"name":"acme/x","extra":1}');
    const { out, asked } = await assay(['publish', 'm.json'], { answers: { 'POST /v1/tools': entry }, cwd: folder });
    expect(asked[0]?.body).toEqual({ name: 'acme/x', extra: 1 });
    expect(out).toBe('Published acme/orders.create@1.2.0 (SANDBOX, organisation).\n');
  });

  const fine = { ok: true, change: 'none', problems: [], comparedWith: null, differences: [], published: false };
  const deprecates = [
    { version: '1.2.0', atStage: null, sunsetAt: '2026-12-24T00:00:00.000Z' },
    { version: '1.1.0', atStage: null, sunsetAt: '2026-12-24T00:00:00.000Z' },
    { version: '0.9.0', atStage: 'BETA', sunsetAt: null },
  ];

  it('say what they deprecate and when', async () => {
    const answers = { 'POST /v1/tools/check': { ...fine, deprecates }, 'POST /v1/tools': entry };
    const checked = await assay(['check', '-'], { answers, stdin: '{}' });
    expect(checked.out).toContain('Deprecates now: 1.2.0, 1.1.0, which can be called until 2026-12-24');
    expect(checked.out).toContain("Deprecates at stage BETA: 0.9.0, with 30 days' notice from then on");
    const published = await assay(['publish', '-'], { answers, stdin: '{}' });
    expect(published.err).toContain('Deprecated now: 1.2.0, 1.1.0, which can be called until 2026-12-24');
    const kept = await assay(['publish', '-', '--keep-older'], { answers, stdin: '{}' });
    expect(kept.asked.at(-1)?.body).toEqual({ keepOlder: true });
  });

  it('say when nothing changes', async () => {
    const answers = {
      'POST /v1/tools/check': { ...fine, published: true, deprecates: [] },
      'POST /v1/tools': entry,
    };
    expect((await assay(['check', '-'], { answers, stdin: '{}' })).out).toContain('publishing it changes nothing');
    expect((await assay(['publish', '-'], { answers, stdin: '{}' })).out).toContain(': nothing changed.');
  });

  it('fail a check that says no, with every problem', async () => {
    const answer = {
      ok: false,
      change: 'breaking',
      requiredBump: 'major',
      strict: 'fails',
      problems: [{ path: '/inputSchema/required', message: 'x is newly required' }],
      comparedWith: '1.2.0',
      requiredVersion: '2.0.0',
      review: false,
      differences: [{ path: '/inputSchema/required', kind: 'breaking', message: 'x is newly required', after: ['x'] }],
    };
    const { code, out } = await assay(['check', '-'], { answers: { 'POST /v1/tools/check': answer }, stdin: '{}' });
    expect(code).toBe(1);
    expect(out).toMatch(/needs +2\.0\.0 at least/);
    expect(out).toContain('Breaking (1)\n  /inputSchema/required  x is newly required\n    + ["x"]');
  });

  it('say that a publication waits for a reviewer, and how it is decided', async () => {
    const answers = { 'POST /v1/tools': review };
    const { code, out, err } = await assay(['publish', '-'], { answers, stdin: '{"name":"acme/x"}' });
    expect(code).toBe(3);
    expect(out).toContain('acme/x@1.1.0');
    expect(err).toContain('assay reviews approve r1');
  });

  it('show a refused number as a readable difference', async () => {
    const differences = [
      { path: '/outputSchema/type', kind: 'breaking', message: 'wider', before: 'integer', after: 'number' },
    ];
    const refusal = problem(422, 'understated_version', 'Publish it as 2.0.0.', { differences });
    const { code, err } = await assay(['publish', '-'], { answers: { 'POST /v1/tools': refusal }, stdin: '{"a":1}' });
    expect(code).toBe(1);
    expect(err).toContain(
      'Publish it as 2.0.0.\nBreaking (1)\n  /outputSchema/type  wider\n    - "integer"\n    + "number"',
    );
  });

  it.each(['', '[]', '{"a":'])('refuse %j', async (stdin) => {
    expect((await assay(['publish', '-'], { stdin })).code).toBe(2);
  });
});

describe('keys', () => {
  it('are created with a role and an end, and printed alone', async () => {
    const answers = { 'POST /v1/keys': { id: 'i', key: 'secret', prefix: 'se' } };
    const argv = ['keys', 'create', 'planner', '--role', 'caller', '--expires', '30d', '--namespace', 'acme'];
    const { out, err, asked } = await assay(argv, { answers });
    expect(asked[0]?.body).toEqual({
      principal: { kind: 'agent', name: 'planner' },
      role: 'caller',
      namespaces: ['acme'],
      expiresAt: '2026-12-21T00:00:00.000Z',
    });
    expect(out).toBe('secret\n');
    expect(err).toContain('not shown again');
  });

  it.each([
    ['neither role nor scope', []],
    ['both', ['--role', 'caller', '--scope', 'x']],
    ['an unknown role', ['--role', 'king']],
    ['an end that is none', ['--role', 'caller', '--expires', 'never']],
  ])('refuse %s', async (_case, options) => {
    expect((await assay(['keys', 'create', 'planner', ...options])).code).toBe(2);
  });

  it('are revoked', async () => {
    const { out } = await assay(['keys', 'revoke', 'i'], { answers: { 'DELETE /v1/keys/i': new Response(null) } });
    expect(out).toContain('Revoked i');
  });
});

describe('grants, servers and the audit log', () => {
  it('want exactly one grantee and one thing granted', async () => {
    expect((await assay(['grants', 'create', '--principal', 'a'])).code).toBe(2);
    expect((await assay(['grants', 'create', '--tool', 'acme/x'])).code).toBe(2);
    const answers = { 'POST /v1/grants': { id: 'g' } };
    const { out, asked } = await assay(['grants', 'create', '--principal', 'a', '--tool', 'acme/x'], { answers });
    expect(asked[0]?.body).toEqual({ principal: 'a', tool: 'acme/x', actions: ['call'] });
    expect(out).toBe('a may call acme/x (grant g).\n');
  });

  it('grant a whole server, to callers without a key, too', async () => {
    const asking = ['grants', 'create', '--principal', 'anonymous', '--server', 'acme/weather'];
    const { out, asked } = await assay(asking, { answers: { 'POST /v1/grants': { id: 'g' } } });
    expect(asked[0]?.body).toEqual({ principal: 'anonymous', server: 'acme/weather', actions: ['call'] });
    expect(out).toBe('anonymous may use the server acme/weather (grant g).\n');
    expect((await assay([...asking, '--tool', 'acme/x'])).code).toBe(2);
  });

  it('register a command whose own options stay its own', async () => {
    const server = {
      name: 'acme/memory',
      mcp: { command: 'npx', args: ['-y', 'memory'], env: ['A'] },
      stateless: false,
      health: { state: 'unknown', since: null, detail: null },
      createdAt: 'now',
      updatedAt: 'now',
    };
    const argv = ['servers', 'add', 'acme/memory', '--env', 'A=b', '--', 'npx', '-y', 'memory', '--json'];
    const { out, asked } = await assay(argv, { answers: { 'POST /v1/servers': server } });
    expect(asked[0]?.body).toEqual({
      name: 'acme/memory',
      mcp: { command: 'npx', args: ['-y', 'memory', '--json'], env: { A: 'b' } },
    });
    expect(out).toContain('one process per caller');
  });

  it('fail a log that does not verify', async () => {
    const verdict = {
      ok: false,
      length: 3,
      chains: 1,
      firstBreak: { chain: 'c', sequence: 2, reason: 'hash differs' },
    };
    const { code, out } = await assay(['audit', 'verify'], { answers: { 'GET /v1/audit/verify': verdict } });
    expect(code).toBe(1);
    expect(out).toBe('Audit log altered (3 records, 1 chain): c, record 2: hash differs.\n');
  });
});
