import type { PendingAuthorization } from '@assay/authentication';
import type { AuthorizationRequestView } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { isoTime } from '@assay/kernel';

export interface ViewedRequest {
  readonly request: PendingAuthorization;
  readonly person: Caller;
  readonly grantable: readonly string[];
  readonly namespaces: readonly string[];
}

const descriptions: Readonly<Record<string, string>> = {
  'registry:read': 'Find tools and read their descriptions',
  'registry:publish': 'Publish and change tools in your namespaces',
  'tools:call': 'Call tools on your behalf',
  'trust:attest': 'Attest and verify tools',
  'registry:revoke': 'Revoke tools',
};

/** What the consent page shows. */
export function requestView({ request, person, grantable, namespaces }: ViewedRequest): AuthorizationRequestView {
  const { client, redirect, resource, scopes } = request;
  return {
    id: request.id,
    client: {
      id: client.id,
      name: client.name,
      uri: client.uri,
      host: client.isDocument ? new URL(client.id).host : null,
    },
    redirect: { ...redirect },
    resource: resourceView(resource),
    scopes: scopes.map((name) => ({
      name,
      description: descriptions[name] ?? 'A scope that tools ask for',
      isGrantable: grantable.includes(name),
    })),
    namespaces: [...namespaces],
    person: person.name,
    warnings: warningsOf(request),
    expiresAt: isoTime(request.expiresAt),
  };
}

function resourceView(address: string): AuthorizationRequestView['resource'] {
  for (const kind of ['toolset', 'server'] as const) {
    const folder = `/mcp/${kind}s/`;
    const at = address.indexOf(folder);
    const name = at < 0 ? '' : address.slice(at + folder.length);
    if (name !== '') return { address, kind, name: decodeURIComponent(name) };
  }
  return { address, kind: 'gateway', name: null };
}

function warningsOf({ client, redirect }: PendingAuthorization): string[] {
  const unverified = client.isDocument
    ? []
    : ['This client registered itself under this name. Allow it only if you have just started it.'];
  const local = redirect.isLocal
    ? [
        `The access goes to a program on your machine (${redirect.host}). Another program could pretend to be this client.`,
      ]
    : [];
  return [...unverified, ...local];
}
