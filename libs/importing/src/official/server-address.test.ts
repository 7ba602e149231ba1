import type { ServerJson } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { serverAddress } from './server-address.js';

const server = (parts: Partial<ServerJson>): ServerJson => ({
  name: 'com.example/weather',
  description: 'Weather.',
  version: '1.0.0',
  ...parts,
});

const npm = (parts: object = {}) =>
  server({
    packages: [
      { registryType: 'npm', identifier: '@example/weather', version: '1.2.3', transport: { type: 'stdio' }, ...parts },
    ],
  });

describe('serverAddress', () => {
  it('prefers a streamable HTTP remote to packages, with variables and headers filled in', () => {
    const remote = {
      type: 'streamable-http',
      url: 'https://{region}.example.com/mcp/{tenant}',
      variables: { region: { default: 'eu' }, tenant: { isRequired: true } },
      headers: [
        { name: 'Authorization', value: 'Bearer {token}', variables: { token: { isRequired: true, isSecret: true } } },
        { name: 'X-Trace', isRequired: false },
      ],
    };
    const both = server({ ...npm(), remotes: [{ type: 'sse', url: 'https://old.example.com' }, remote] });
    expect(serverAddress(both, { tenant: 'a/b', token: 't0p' })).toEqual({
      ok: true,
      value: { url: 'https://eu.example.com/mcp/a%2Fb', headers: { Authorization: 'Bearer t0p' } },
    });
  });

  it.each([
    ['npm', {}, { command: 'npx', args: ['-y', '@example/weather@1.2.3'] }],
    ['pypi', { registryType: 'pypi', identifier: 'weather' }, { command: 'uvx', args: ['weather@1.2.3'] }],
    [
      'oci',
      {
        registryType: 'oci',
        identifier: 'images.example/weather',
        environmentVariables: [{ name: 'KEY', default: 'k' }],
      },
      {
        command: 'docker',
        args: ['run', '-i', '--rm', '-e', 'KEY', 'images.example/weather:1.2.3'],
        env: { KEY: 'k' },
      },
    ],
    [
      'a runtime of its own, and arguments of every kind',
      {
        runtimeHint: 'bunx',
        runtimeArguments: [{ type: 'positional', value: '-y' }],
        packageArguments: [
          { type: 'named', name: '--port', default: '8080' },
          { type: 'named', name: '--verbose', format: 'boolean', default: 'true' },
          { type: 'named', name: '--quiet', format: 'boolean' },
          { type: 'positional', valueHint: 'city', isRequired: true },
          { type: 'positional', valueHint: 'country' },
        ],
      },
      { command: 'bunx', args: ['-y', '@example/weather@1.2.3', '--port', '8080', '--verbose', 'Oslo'] },
    ],
  ])('starts a package: %s', (_, parts, expected) => {
    const values: Record<string, string> = 'packageArguments' in parts ? { city: 'Oslo' } : {};
    expect(serverAddress(npm(parts), values)).toEqual({ ok: true, value: expected });
  });

  it('reports everything missing, invalid or superfluous at once', () => {
    const found = npm({
      environmentVariables: [
        { name: 'API_KEY', isRequired: true, description: 'from your account' },
        { name: 'UNITS', choices: ['metric', 'imperial'] },
      ],
    });
    expect(serverAddress(found, { UNITS: 'cubits', COLOUR: 'red' })).toMatchObject({
      error: {
        code: 'invalid_request',
        issues: [
          { path: '/source/registry/values/API_KEY', message: 'is required (from your account)' },
          { path: '/source/registry/values/UNITS', message: 'must be one of metric, imperial' },
          { path: '/source/registry/values/COLOUR', message: 'is not an input of this server' },
        ],
      },
    });
  });

  it('starts no program an entry chooses freely', () => {
    expect(serverAddress(npm({ runtimeHint: '/bin/sh' }), {})).toMatchObject({
      error: { issues: [{ message: 'names no known runtime (/bin/sh)' }] },
    });
  });

  it('lists what a server offers instead of a usable address', () => {
    const odd = server({
      remotes: [{ type: 'sse', url: 'https://old.example.com' }],
      packages: [{ registryType: 'nuget', identifier: 'x', transport: { type: 'stdio' } }],
    });
    expect(serverAddress(odd, {})).toMatchObject({
      error: { message: expect.stringContaining('It names: sse, nuget over stdio.') },
    });
    expect(serverAddress(server({}), {})).toMatchObject({
      error: { message: expect.stringContaining('It names none.') },
    });
  });
});
