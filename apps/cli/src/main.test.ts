import { afterAll, describe, expect, it } from '@jest/globals';
import { entry } from './entries.fixture.js';
import { assay, problem, removeFolders } from './terminal.fixture.js';

afterAll(removeFolders);

const me = { principal: null, organisation: null, scopes: ['registry:read'], namespaces: [] };

describe('exit codes', () => {
  it.each([
    ['help that was asked for', ['--help'], 0],
    ["a command's help", ['search', '--help'], 0],
    ['the version', ['--version'], 0],
    ['not a command', [], 2],
    ['a group without its command', ['audit'], 2],
    ['an unknown command', ['sreach'], 2],
    ['an unknown option', ['me', '--fast'], 2],
    ['a missing argument', ['show'], 2],
    ['a name without namespace', ['show', 'orders'], 2],
    ['a number out of range', ['search', 'x', '--limit', '1000'], 2],
    ['nothing to search for', ['search'], 2],
    ['an address that is none', ['me', '--url', 'localhost'], 2],
    ['a file that is not there', ['publish', 'nowhere.json'], 2],
    ['a server that is not there', ['me'], 1],
  ])('%s', async (_case, argv, code) => {
    expect((await assay(argv)).code).toBe(code);
  });

  it('are 0 when done and 1 when the server refuses', async () => {
    expect((await assay(['me'], { answers: { 'GET /v1/me': me } })).code).toBe(0);
    const refused = await assay(['me'], { answers: { 'GET /v1/me': problem(401, 'unauthenticated', 'Unknown key.') } });
    expect(refused.code).toBe(1);
  });
});

describe('help', () => {
  it('is on stdout when asked for and on stderr when something is missing', async () => {
    expect(await assay(['--help'])).toMatchObject({ out: expect.stringContaining('First steps:'), err: '' });
    expect(await assay(['audit'])).toMatchObject({ out: '', err: expect.stringContaining('verify') });
  });

  it('begins with the ten everyday commands, and groups the rest', async () => {
    const { out } = await assay(['--help']);
    const headings = out.split('\n').filter((line) => /^\S.*:$/.test(line));
    expect(headings.slice(0, 3)).toEqual(['Options:', 'Everyday commands:', 'Find and understand tools:']);
    const [, everyday = ''] = /Everyday commands:\n([\s\S]*?)\n\n/.exec(out) ?? [];
    expect(everyday.match(/^ {2}\S/gm)).toHaveLength(10);
    // Every command has its place; only `help` is left over.
    expect(/More:\n([\s\S]*?)\n\n/.exec(out)?.[1]).toMatch(/^ {2}help \[command\] .*$/);
  });

  const commands = [
    'login|logout|doctor|publish|check|import mcp|import show|import confirm|servers list|servers show|servers add',
    'servers remove|search|list|show|versions|resolve|call|me|keys list|keys create|keys revoke|grants list|grants create',
    'grants remove|endorse|endorsements list|endorsements remove|organisations create|namespaces list|namespaces show',
    'verify|verifications list|verifications show|promote|attest',
    'revoke|revocations list|revocations lift|namespaces create|namespaces visibility|namespaces add-member|namespaces remove-member|audit list|audit verify|mcp',
  ].flatMap((line) => line.split('|'));

  it.each(commands)('of %s has an example and the common options', async (command) => {
    const { out } = await assay([...command.split(' '), '--help']);
    expect(out).toContain(`$ assay ${command}`);
    expect(out).toContain('--json');
  });
});

describe('errors', () => {
  const refusal = problem(422, 'invalid_manifest', 'Two things are wrong.', {
    errors: [
      { path: '/name', message: 'is missing' },
      { path: '', message: 'has an unknown field' },
    ],
  });
  const answers = { 'POST /v1/tools': refusal };

  it('say what happened and each thing that is wrong, with its place', async () => {
    const { out, err } = await assay(['publish', '-'], { answers, stdin: '{}' });
    expect(out).toBe('');
    expect(err).toBe('Two things are wrong.\n  /name: is missing\n  (whole): has an unknown field\n');
  });

  it('are the problem document with --json, and stdout stays empty', async () => {
    const { out, err } = await assay(['publish', '-', '--json'], { answers, stdin: '{}' });
    expect(out).toBe('');
    expect(JSON.parse(err)).toMatchObject({ code: 'invalid_manifest', status: 422, errors: [{ path: '/name' }, {}] });
  });

  it('say one thing once', async () => {
    const one = problem(422, 'invalid_request', '/query/range must be a range.', {
      errors: [{ path: '/query/range', message: 'must be a range' }],
    });
    const { err } = await assay(['me'], { answers: { 'GET /v1/me': one } });
    expect(err).toBe('/query/range must be a range.\n');
  });

  it.each([
    [['me', '--fast'], 'assay me --help'],
    [['keys', 'create', 'x', '--fast'], 'assay keys create --help'],
    [['--key', 'k', 'keys', 'list', '--fast'], 'assay keys list --help'],
    [['--key', 'list', 'me', '--fast'], 'assay me --help'],
    [['nonsense'], 'assay --help'],
    [['nonsense', 'list'], 'assay --help'],
  ])('of usage name the help of the command: %j', async (argv, help) => {
    expect((await assay(argv)).err).toContain(`See \`${help}\`.`);
  });

  it('of usage are JSON as well', async () => {
    const { err } = await assay(['me', '--fast', '--json']);
    expect(JSON.parse(err)).toMatchObject({ code: 'usage', detail: "error: unknown option '--fast'" });
  });

  it('name the versions that did not fit, and say when to come back', async () => {
    const none = problem(404, 'version_not_found', 'No version fits.', {
      rejected: [{ version: '1.0.0', reason: 'below the range' }],
    });
    const resolved = await assay(['resolve', 'acme/x@^2'], {
      answers: { 'GET /v1/tools/acme/x/resolve?range=%5E2': none },
    });
    expect(resolved.err).toBe('No version fits.\n  1.0.0: below the range\n');
    const limited = problem(429, 'rate_limited', 'Slower.', { retryAfterMs: 1_500 });
    expect((await assay(['me'], { answers: { 'GET /v1/me': limited } })).err).toContain('Try again in 2 s.');
  });

  it('tell how to start a server where none answers', async () => {
    expect((await assay(['me'])).err).toBe(
      'No server answers at http://127.0.0.1:3000: start one with `npm start`, or set ASSAY_URL to where yours runs.\n',
    );
  });

  it('hold nothing that could steer the terminal', async () => {
    const hostile = problem(404, 'not_found', 'No \u001b[2Jsuch\u0007 tool.');
    const { err } = await assay(['me'], { answers: { 'GET /v1/me': hostile } });
    expect(err).toBe('No such tool.\n');
  });
});

describe('output', () => {
  const answers = { 'GET /v1/tools/acme/orders.create': { ...entry, description: 'Creates\u001b[31m an order' } };

  it("is the API's JSON alone with --json", async () => {
    const { out, err } = await assay(['show', 'acme/orders.create', '--json'], { answers });
    expect(JSON.parse(out)).toEqual({ ...entry, description: 'Creates\u001b[31m an order' });
    expect(err).toBe('');
  });

  it('on a terminal has colours, and none of the strangers', async () => {
    const { out } = await assay(['show', 'acme/orders.create'], { answers, tty: true });
    expect(out).toContain('\u001b[1macme/orders.create@1.2.0');
    expect(out).toContain('Creates an order');
  });

  it('has no colours when NO_COLOR says so, or TERM is dumb, or it goes elsewhere', async () => {
    const colour = '\u001b[';
    const plain = { 'GET /v1/tools/acme/orders.create': entry };
    const settings: Parameters<typeof assay>[1][] = [
      { tty: true, env: { NO_COLOR: '1' } },
      { tty: true, env: { TERM: 'dumb' } },
      {},
    ];
    for (const setting of settings) {
      const { out } = await assay(['show', 'acme/orders.create'], { answers: plain, ...setting });
      expect(out).not.toContain(colour);
    }
  });

  it.each([
    ['keys', 'GET /v1/keys?limit=50', 'keys create'],
    ['servers list', 'GET /v1/servers?limit=50', 'import mcp'],
    ['list', 'GET /v1/tools?limit=50', 'import mcp'],
    ['grants list', 'GET /v1/grants?limit=50', 'grants create'],
    ['revocations list', 'GET /v1/revocations?limit=50', 'revoke'],
    ['endorsements list', 'GET /v1/endorsements?limit=50', 'endorse'],
    ['namespaces list', 'GET /v1/namespaces?limit=50', 'namespaces create'],
  ])('of an empty `%s` says what to do next', async (command, line, next) => {
    const { out } = await assay(command.split(' '), { answers: { [line]: { items: [], nextCursor: null } } });
    expect(out).toContain(`assay ${next}`);
  });

  it('of a long list says how to go on', async () => {
    const line = 'GET /v1/tools?limit=1';
    const { out, err } = await assay(['list', '--limit', '1'], {
      answers: { [line]: { items: [entry], nextCursor: 'c2' } },
    });
    expect(out).toBe(
      'TOOL                VERSION  STATUS  WHAT IT DOES\nacme/orders.create  1.2.0    ACTIVE  Creates an order\n',
    );
    expect(err).toBe('There is more: add --cursor c2\n');
  });
});
