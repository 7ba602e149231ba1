import type { Manifest } from '@assay/contracts';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { sourceServer } from './source-server.js';

const of = (parts: Partial<Manifest>) => sourceServer(aVersion(aManifest(parts)));

describe('sourceServer', () => {
  it.each([
    ['mcp', { server: 'acme/crm', tool: 'find' }, 'acme/crm'],
    ['http', { url: 'https://api.acme.example/v1/find?x=1' }, 'https://api.acme.example'],
    ['grpc', { address: 'crm.acme.example:443', service: 's', method: 'm' }, 'grpc://crm.acme.example:443'],
  ] as const)('of a tool over %s', (protocol, endpoint, source) => {
    expect(of({ protocol, endpoint } as Partial<Manifest>)).toBe(source);
  });

  it('is the tool itself where it has no server', () => {
    expect(
      of({ name: 'acme/both', protocol: 'composite', endpoint: { notation: 'plan', definition: {} } } as never),
    ).toBe('acme/both');
  });
});
