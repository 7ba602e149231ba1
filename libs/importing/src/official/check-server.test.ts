import type { ServerJson } from '@assay/contracts';
import { aRemote, aServerJson } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { checkServer, errorsOf } from './check-server.js';

const pkg = (parts: object = {}) => ({
  packages: [{ registryType: 'npm', identifier: 'test', transport: { type: 'stdio' }, ...parts }],
});
const argument = (parts: object) => pkg({ packageArguments: [{ type: 'named', ...parts }] });

/** Each remark as `severity path reference`. */
const remarks = (parts: Partial<ServerJson> | Record<string, unknown>): string[] =>
  checkServer({ ...aServerJson(), ...parts }, 'enforce').issues.map(
    ({ severity, path, reference }) => `${severity} ${path} ${reference}`,
  );

describe('checking a server.json', () => {
  it.each<[string, object]>([
    ['the least', {}],
    ['a remote of the domain', aRemote('https://example.com/mcp')],
    ['a remote below the domain', aRemote('https://mcp.example.com/mcp')],
    [
      'a remote with a declared variable',
      { remotes: [{ type: 'sse', url: 'https://{t}.example.com/{t}', variables: { t: {} } }] },
    ],
    ['a remote that is wholly a variable', { remotes: [{ type: 'sse', url: '{base}/mcp', variables: { base: {} } }] }],
    ['a package', pkg()],
    [
      'a package whose address names its variables',
      pkg({
        transport: { type: 'sse', url: 'http://{host}:{port}/{--path}/{hint}' },
        environmentVariables: [{ name: 'host' }],
        runtimeArguments: [
          { type: 'named', name: '--port' },
          { type: 'named', name: '--path' },
        ],
        packageArguments: [{ type: 'positional', valueHint: 'hint' }],
      }),
    ],
    [
      'a positional argument of any name',
      pkg({ packageArguments: [{ type: 'positional', name: 'a <b>', value: 'a <b>' }] }),
    ],
    ['an empty repository', { repository: { url: '', source: '' } }],
    ['a subgroup', { repository: { url: 'https://gitlab.com/a/b/c', source: 'gitlab', subfolder: 'servers/one' } }],
    [
      'an icon',
      {
        icons: [
          { src: 'https://cdn.example.org/i.png', mimeType: 'image/png', sizes: ['48x48', 'any'], theme: 'dark' },
        ],
      },
    ],
    ['a page', { websiteUrl: 'https://docs.example.com/?q=%22a%22' }],
    ['upper case in the name', { name: 'com.Example/My_server.v2', websiteUrl: 'https://example.com' }],
  ])('finds nothing in %s', (_, parts) => expect(remarks(parts)).toEqual([]));

  it.each<[object, string]>([
    [{ $schema: undefined }, 'error $schema schema-required'],
    [
      { $schema: 'https://static.modelcontextprotocol.io/schemas/2025-07-09/server.schema.json' },
      'error $schema unknown-schema',
    ],
    [{ $schema: 'https://example.com/schema.json' }, 'error $schema unknown-schema'],
    [{ name: 'com.example/a' }, 'error name invalid-server-name'],
    [{ name: 'c/server' }, 'error name invalid-server-name'],
    [{ name: '-com.example/server' }, 'error name invalid-server-name'],
    [{ name: 'com.example/server-' }, 'error name invalid-server-name'],
    [{ name: 'com.example/ser ver' }, 'error name invalid-server-name'],
    [{ name: 'com_example/server' }, 'error name invalid-server-name'],
    [{ name: 'com.example' }, 'error name invalid-server-name'],
    [{ name: 'com.example/a/b' }, 'error name invalid-server-name'],
    [{ version: 'latest' }, 'error version reserved-version-string'],
    [{ version: '.' }, 'error version version-not-addressable'],
    [{ version: '..' }, 'error version version-not-addressable'],
    [{ version: '^1.0.0' }, 'error version version-looks-like-range'],
    [{ version: 'a\u0000b' }, 'error version version-with-control-character'],
    [{ title: ' \t' }, 'error title title-only-whitespace'],
    [
      { repository: { url: 'https://bitbucket.org/a/b', source: 'bitbucket' } },
      'error repository.source invalid-repository-url',
    ],
    [{ repository: { url: 'https://github.com/a', source: 'github' } }, 'error repository.url invalid-repository-url'],
    [
      { repository: { url: 'https://github.com/a/b', source: 'toString' } },
      'error repository.source invalid-repository-url',
    ],
    ...['/abs', '../up', 'a//b', 'a/', './a', 'a b'].map((subfolder): [object, string] => [
      { repository: { url: 'https://github.com/a/b', source: 'github', subfolder } },
      'error repository.subfolder invalid-subfolder-path',
    ]),
    [{ websiteUrl: 'example.com' }, 'error websiteUrl website-url-must-be-absolute'],
    [{ websiteUrl: 'http://example.com' }, 'error websiteUrl website-url-invalid-scheme'],
    [{ websiteUrl: 'https://example.com/a b' }, 'error websiteUrl invalid-website-url'],
    [{ websiteUrl: 'https://example.com/\n' }, 'error websiteUrl invalid-website-url'],
    [{ websiteUrl: 'https://' }, 'error websiteUrl invalid-website-url'],
    [{ websiteUrl: 'https://example.org' }, 'error websiteUrl website-url-namespace-mismatch'],
    [{ icons: [{ src: 'http://example.com/i.png' }] }, 'error icons[0].src invalid-icon-source'],
    [pkg({ identifier: 'a b' }), 'error packages[0].identifier package-name-has-spaces'],
    [pkg({ version: 'latest' }), 'error packages[0].version reserved-version-string'],
    [pkg({ version: '1.x' }), 'error packages[0].version version-looks-like-range'],
    [pkg({ registryType: 'mcpb' }), 'error packages[0].fileSha256 file-digest-required'],
    [pkg({ registryBaseUrl: 'ftp://example.com' }), 'error packages[0].registryBaseUrl invalid-registry-address'],
    [pkg({ transport: { type: 'stdio', url: 'x' } }), 'error packages[0].transport.url stdio-transport-url-not-empty'],
    [pkg({ transport: { type: 'pigeon' } }), 'error packages[0].transport.type unsupported-transport-type'],
    [pkg({ transport: { type: 'sse' } }), 'error packages[0].transport.url streamable-transport-url-required'],
    [
      pkg({ transport: { type: 'sse', url: 'http://{host}/' } }),
      'error packages[0].transport.url invalid-templated-url',
    ],
    [
      pkg({ transport: { type: 'sse', url: 'localhost:3000' } }),
      'error packages[0].transport.url invalid-templated-url',
    ],
    [argument({}), 'error packages[0].packageArguments[0].name named-argument-name-required'],
    [argument({ name: '--port 8080' }), 'error packages[0].packageArguments[0].name invalid-named-argument-name'],
    [
      argument({ name: '--a', value: '--a b' }),
      'error packages[0].packageArguments[0].value argument-value-starts-with-name',
    ],
    [
      argument({ name: '--a', default: '--a b' }),
      'error packages[0].packageArguments[0].default argument-default-starts-with-name',
    ],
    [{ remotes: [{ type: 'stdio' }] }, 'error remotes[0].type unsupported-remote-transport-type'],
    [{ remotes: [{ type: 'sse' }] }, 'error remotes[0].url remote-transport-url-required'],
    [aRemote('http://example.com/mcp'), 'error remotes[0].url invalid-remote-url'],
    [aRemote('https://example.com/\u0000'), 'error remotes[0].url invalid-remote-url'],
    [aRemote('https://localhost/mcp'), 'error remotes[0].url invalid-remote-url'],
    [aRemote('https://example.com/{tenant}'), 'error remotes[0].url invalid-templated-url'],
    [aRemote('https://example.org/mcp'), 'error remotes[0].url remote-url-namespace-mismatch'],
    [aRemote('https://badexample.com/mcp'), 'error remotes[0].url remote-url-namespace-mismatch'],
    [
      { _meta: { 'io.modelcontextprotocol.registry/publisher-provided': [] } },
      'error _meta.io.modelcontextprotocol.registry/publisher-provided publisher-meta-no-object',
    ],
    [
      { $schema: 'https://static.modelcontextprotocol.io/schemas/2025-10-17/server.schema.json' },
      'warning $schema schema-not-current',
    ],
    [{ version: '1.0.0-next.1' }, 'warning version version-refused-elsewhere'],
    [{ _meta: { 'com.example': {} } }, 'warning _meta.com.example meta-not-kept'],
    [{ colour: 'blue' }, 'warning colour unknown-member'],
  ])('reports %s for %j', (parts, remark) => expect(remarks(parts)).toContain(remark));

  it.each<[unknown, string]>([
    [null, ''],
    [{ packages: Array.from({ length: 6_000 }, () => ({})) }, ''],
    ['text', ''],
    [{ ...aServerJson(), name: undefined }, 'name'],
    [{ ...aServerJson(), description: 'a'.repeat(101) }, 'description'],
    [{ ...aServerJson(), version: '1'.repeat(256) }, 'version'],
    [{ ...aServerJson(), title: '' }, 'title'],
    [{ ...aServerJson(), packages: [{ registryType: 'npm', identifier: 'x' }] }, 'packages[0].transport'],
    [
      {
        ...aServerJson(),
        packages: [{ registryType: 'npm', identifier: 'x', transport: { type: 'stdio' }, fileSha256: 'A' }],
      },
      'packages[0].fileSha256',
    ],
    [{ ...aServerJson(), icons: [{ src: 'https://a.b/c', sizes: ['big'] }] }, 'icons[0].sizes[0]'],
  ])('detects an invalid shape (case %#)', (candidate, path) => {
    const { server, issues } = checkServer(candidate, 'enforce');
    expect(server).toBeUndefined();
    expect(issues).toMatchObject([{ type: 'schema', severity: 'error', path }]);
  });

  it('only warns about hosts when the operator says so', () => {
    const elsewhere = aServerJson({ websiteUrl: 'https://example.org', ...aRemote('https://example.org/mcp') });
    const { issues } = checkServer(elsewhere, 'warn');
    expect(errorsOf(issues)).toEqual([]);
    expect(issues.map(({ reference }) => reference)).toEqual([
      'website-url-namespace-mismatch',
      'remote-url-namespace-mismatch',
    ]);
  });

  it('does not compare hosts for a namespace without a domain', () => {
    const { issues } = checkServer(
      aServerJson({ name: 'acme/server', ...aRemote('https://example.org/mcp') }),
      'enforce',
    );
    expect(issues.map(({ severity, reference }) => [severity, reference])).toEqual([
      ['warning', 'namespace-without-domain'],
    ]);
  });
});
