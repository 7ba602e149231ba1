import type { Manifest } from '@assay/contracts';
import { type Caller, requireOwned } from '@assay/identity';
import { type Failure, fail, namespaceOf, ok, type Result } from '@assay/kernel';
import { serverOf } from './catalogue.js';
import type { CataloguePorts } from './catalogue-ports.js';
import { checkManifestElsewhere, type ManifestChecks } from './manifest-checks.js';
import { protocolRules } from './protocol-rules.js';
import type { Server } from './records.js';

type Ports = Pick<CataloguePorts, 'catalogue' | 'directory'> & { readonly checks?: ManifestChecks };

/** The manifest when it is valid and this caller may publish it; its number and its neighbours are another question. */
export async function mayPublish(
  { catalogue, directory, checks }: Ports,
  caller: Caller,
  candidate: unknown,
): Promise<Result<Manifest, Failure>> {
  const manifest = await checkManifestElsewhere(candidate, checks);
  if (!manifest.ok) return manifest;
  const owned = requireOwned(directory, caller, namespaceOf(manifest.value.name));
  if (!owned.ok) return owned;
  const present = directory.aliases.tool(manifest.value.name);
  if (present !== manifest.value.name) return renamed(manifest.value.name, present);
  return checkServer({ catalogue, directory }, caller, manifest.value);
}

/** A tool may only live on a server of a namespace its publisher owns: it is called with that server's credentials. */
function checkServer({ catalogue, directory }: Ports, caller: Caller, manifest: Manifest): Result<Manifest, Failure> {
  const name = serverOf({ manifest });
  if (name === undefined) return ok(manifest);
  const server = catalogue.server(name);
  const mine = server !== undefined && requireOwned(directory, caller, server.namespace).ok;
  if (mine) return speaks(server, manifest) ? ok(manifest) : otherProtocol(name, manifest);
  return fail('invalid_manifest', `No server "${name}" of yours is registered: POST /v1/servers first.`, {
    issues: [{ path: '/endpoint/server', message: `is not a registered server in your namespaces ("${name}")` }],
  });
}

function speaks(server: Server, { protocol }: Manifest): boolean {
  const { serverAddress } = protocolRules[protocol];
  return serverAddress !== null && server[serverAddress] !== null;
}

const otherProtocol = (name: string, { protocol }: Manifest): Result<never, Failure> =>
  fail(
    'invalid_manifest',
    `The server "${name}" is not reached by ${protocol}: name one that is, or change the protocol.`,
    {
      issues: [{ path: '/endpoint/server', message: `is not reached by ${protocol}` }],
    },
  );

/** A renamed tool accepts versions under its former name. */
export const renamed = (name: string, present: string): Result<never, Failure> =>
  fail('conflict', `"${name}" is called "${present}" now: publish under that name.`, {
    issues: [{ path: '/name', message: `is a former name of ${present}` }],
  });
