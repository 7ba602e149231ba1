import { describe, expect, it } from '@jest/globals';
import { manifestSchema, type Protocol, protocols } from './manifest.js';

const endpoints: Record<Protocol, object> = {
  mcp: { server: 'acme/orders', tool: 'create order' },
  http: { url: 'https://acme.example/orders/{id}', method: 'PUT', parameters: { id: 'path' } },
  'json-rpc': { url: 'https://acme.example/rpc' },
  grpc: { address: 'acme.example:443', service: 'Orders', method: 'Create' },
  composite: { notation: 'chain', definition: {} },
  sandbox: { code: 'export default 1', tier: 0 },
};
const min = { name: 'acme/orders.create', version: '1.0.0', description: 'Creates.', inputSchema: {} };
const problemsOf = (parts: object): string[] => {
  const manifest = { ...min, protocol: 'mcp', endpoint: endpoints.mcp, ...parts };
  return (manifestSchema.safeParse(manifest).error?.issues ?? []).map((it) => it.path.join('.'));
};

describe('the manifest', () => {
  it.each(protocols)('takes an endpoint of %s, and of no other protocol', (protocol) => {
    expect(problemsOf({ protocol, endpoint: endpoints[protocol] })).toEqual([]);
    const other = protocol === 'grpc' ? endpoints.mcp : endpoints.grpc;
    expect(problemsOf({ protocol, endpoint: other })).not.toEqual([]);
  });

  it.each(['name', 'version', 'description', 'inputSchema', 'protocol', 'endpoint'])('needs %s', (field) => {
    expect(problemsOf({ [field]: undefined })).toContain(field);
  });

  // parts, where the problem is
  it.each<[object, string]>([
    [{ visibility: 'secret' }, 'visibility'],
    [{ sla: { availability: 1.1 } }, 'sla.availability'],
    [{ sla: { p95Ms: -1 } }, 'sla.p95Ms'],
    [{ costPerCallUsd: -0.1 }, 'costPerCallUsd'],
    [{ annotations: { readOnlyHint: 'yes' } }, 'annotations.readOnlyHint'],
    [{ endpoint: { server: 'acme', tool: 'x' } }, 'endpoint.server'],
    [{ protocol: 'http', endpoint: { url: 'file:///etc/passwd' } }, 'endpoint.url'],
    [{ protocol: 'http', endpoint: { url: 'javascript:alert(1)' } }, 'endpoint.url'],
    [{ security: { audit: 'self', evidenceUrl: 'ftp://a' } }, 'security.evidenceUrl'],
    [{ inputSchema: [] }, 'inputSchema'],
    [{ compensation: { class: 'full', tool: 'cancel' } }, 'compensation.tool'],
  ])('refuses %j', (parts, path) => {
    expect(problemsOf(parts)).toContain(path);
  });

  it('refuses fields it does not know, at any depth', () => {
    for (const parts of [{ extra: 1 }, { sla: { p97Ms: 1 } }, { endpoint: { ...endpoints.mcp, extra: 1 } }]) {
      expect(problemsOf(parts)).not.toEqual([]);
    }
  });
});
