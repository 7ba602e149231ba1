import { expect, it } from '@jest/globals';
import type { Server } from './records.js';
import { aManifest, aServer } from './testing/builders.js';
import { upstreamIdentity } from './upstream-identity.js';

const of = (mcp: Server['mcp']) =>
  upstreamIdentity(aManifest({ protocol: 'mcp', endpoint: { server: 'acme/s', tool: 'a' } }), {
    server: () => aServer({ mcp }),
  });

it.each([
  ['an address', { url: 'https://Mcp.Example:8443/a' }, 'host:mcp.example:8443'],
  ['a package', { command: 'npx', args: ['-y', '@scope/server@1.2.0', '/data'] }, 'package:@scope/server'],
  [
    'a package of Python',
    { command: '/usr/bin/uvx', args: ['mcp-server-git==2.0', '--repo', '.'] },
    'package:mcp-server-git',
  ],
  ['a named source', { command: 'uvx', args: ['--from', 'tools@1.0', 'serve'] }, 'package:tools'],
  ['a program', { command: 'python', args: ['server.py'] }, 'package:python server.py'],
] as const)('is that of %s', (_, mcp, expected) => {
  expect(of(mcp as unknown as Server['mcp'])).toBe(expected);
});

it('is the host of an endpoint, and nothing for a composition', () => {
  const none = { server: () => undefined };
  expect(upstreamIdentity(aManifest({ protocol: 'http', endpoint: { url: 'https://a.example/x' } }), none)).toBe(
    'host:a.example',
  );
  expect(upstreamIdentity(aManifest({ protocol: 'composite', endpoint: { notation: 'plan' } }), none)).toBeUndefined();
});
