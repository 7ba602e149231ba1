import { type Caller, type Directory, hasScope, ownedNamespaces, owns, runsInstallation } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';

/** A publisher in the official MCP Registry API: a caller with a key, or the subject of a registry token. */
export interface Publisher {
  /** Both null for the token of a domain. */
  readonly principalId: string | null;
  readonly organisationId: string | null;
  /** For the audit log: the authentication method and identity. */
  readonly method: string;
  readonly subject: string;
  /** What it may publish, as listed in a rejection: `com.example/*`, `com.example.*`. */
  readonly resources: readonly string[];
  /** By the part before the slash, in lower case. */
  readonly mayPublish: (namespace: string) => boolean;
  /** Whether it may change the status of what others published there: its owner, and who runs the installation. */
  readonly mayEdit: (namespace: string) => boolean;
}

/** A caller publishes into the namespaces it owns, a former name included. */
export function publisherOfCaller(directory: Directory, caller: Caller): Result<Publisher, Failure> {
  if (caller.principalId === null) return fail('unauthenticated', 'Invalid or expired Registry JWT token');
  if (!hasScope(caller, 'registry:publish'))
    return fail('forbidden', 'Your key lacks the scope registry:publish: ask an administrator for one that has it.');
  const mayPublish = (name: string): boolean => {
    const namespace = directory.namespace(name);
    return namespace !== undefined && owns(caller, namespace);
  };
  return ok({
    principalId: caller.principalId,
    organisationId: caller.organisationId,
    method: 'key',
    subject: caller.name,
    resources: ownedNamespaces(directory, caller).map((name) => `${name}/*`),
    mayPublish,
    mayEdit: (name) => runsInstallation(caller, directory) || mayPublish(name),
  });
}

/** The permissions of a registry token. */
export interface RegistryPermission {
  readonly action: 'publish' | 'edit';
  /** `com.example/*` for that namespace, `com.example.*` for those below it. */
  readonly resource: string;
}

export function publisherOfToken(
  method: string,
  subject: string,
  permissions: readonly RegistryPermission[],
): Publisher {
  const resources = [...new Set(permissions.map(({ resource }) => resource))];
  const mayPublish = (namespace: string): boolean =>
    resources.some((resource) => covers(resource.toLowerCase(), namespace));
  return { principalId: null, organisationId: null, method, subject, resources, mayPublish, mayEdit: mayPublish };
}

function covers(resource: string, namespace: string): boolean {
  if (resource.endsWith('/*')) return namespace === resource.slice(0, -'/*'.length);
  return resource.endsWith('.*') && namespace.startsWith(resource.slice(0, -1));
}

/** A server's name in Assay's form, whose namespaces are lower case: `com.Example/My` → `com.example/My`. */
export const nameHere = (name: string): string => `${namespaceOfServer(name)}/${name.split('/')[1] ?? ''}`;

/** `com.Example/my-server` → `com.example`. */
export const namespaceOfServer = (name: string): string => (name.split('/')[0] ?? '').toLowerCase();
