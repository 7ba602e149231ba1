import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { assay, problem } from '../terminal.fixture.js';
import { routesAsCommands } from './routes-as-commands.js';

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** Sentences of the server that name a route, with `x1` for what is put in. */
function sentences(): string[] {
  const folders = ['gateway', 'identity', 'importing', 'registry', 'runs', 'trust', 'discovery', 'vault'];
  return folders
    .flatMap((name) => {
      const folder = join(root, 'libs', name, 'src');
      return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !/\.(test|fixture|contract)\.ts$/.test(file))
        .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
    })
    .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line))
    .flatMap((line) => [...line.matchAll(/['"`]([^'"`]*\b(?:GET|POST|PUT|PATCH|DELETE) \/v1\/[^'"`]*)/g)])
    .map(([, text = '']) => text.replaceAll(/\$\{[^}]*\}+/g, 'x1').replaceAll('/servers/x1', '/servers/x1/x1'));
}

describe('routes in what the server says', () => {
  it.each([
    ['No mirror "x": GET /v1/mirrors lists them.', 'No mirror "x": `assay mirror list` lists them.'],
    ['Change it with PATCH /v1/servers/acme/orders.', 'Change it with `assay servers change acme/orders`.'],
    ['wait (r1): withdraw it with DELETE /v1/reviews/r1.', 'wait (r1): withdraw it with `assay reviews withdraw r1`.'],
    ['GET /v1/approvals?status=pending lists them', '`assay approvals list --status pending` lists them'],
    ['DELETE /v1/sagas/{id} cancels', '`assay saga cancel <id>` cancels'],
    ['GET /v1/nothing is no route', 'GET /v1/nothing is no route'],
    ['claim it with POST /v1/namespaces {"name": "demo"}.', 'claim it with `assay namespaces create demo`.'],
    ['see `GET /v1/sagas`', 'see `assay saga list`'],
  ])('%j', (said, shown) => {
    expect(routesAsCommands(said)).toBe(shown);
  });

  it('are commands in every sentence that names one, but for what no command does', () => {
    const found = sentences();
    expect(found.length).toBeGreaterThan(30);
    const left = found.map(routesAsCommands).filter((text) => / \/v1\//.test(text));
    expect(left.filter((text) => !/(GET|DELETE) \/v1\/invocations/.test(text))).toEqual([]);
  });

  it('are commands in errors, and routes with --json', async () => {
    const none = problem(404, 'not_found', 'No mirror "x": GET /v1/mirrors lists them.');
    const answers = { 'GET /v1/mirrors/x': none };
    expect((await assay(['mirror', 'show', 'x'], { answers })).err).toBe(
      'No mirror "x": `assay mirror list` lists them.\n',
    );
    expect((await assay(['mirror', 'show', 'x', '--json'], { answers })).err).toContain('GET /v1/mirrors');
  });
});
