import type { Finding, Rule } from './finding.js';
import { globalUses } from './global-uses.js';
import { placeOf } from './place.js';
import type { SourceFile } from './source-tree.js';
import { isNode, nameOf, syntaxOf, walk } from './syntax.js';

/** Workspaces that run inside the server. What a user's own machine runs goes where its user says. */
const insideTheServer = /^(?:apps\/server|libs\/(?!sdk$|testing$|toolkits\/))/;

/** Globals that connect without an import. */
const connectingGlobals = /^(?:new )?(?:globalThis\.)?(?:fetch|WebSocket|EventSource|XMLHttpRequest)\b/;

/** Modules that can connect, and names of them that only compute, listen or describe. */
const connecting = /^(?:(?:node:)?(?:http|https|http2|net|tls|dgram|dns|dns\/promises)|undici|ws|@grpc\/grpc-js)$/;
const harmless = new Set([
  'isIP',
  'isIPv4',
  'isIPv6',
  'BlockList',
  'STATUS_CODES',
  'constants',
  'createServer',
  'Metadata',
  'status',
]);

/** Where the ways out are made, each behind the guard; and what is asked of name servers the operator has named. */
const homes: Readonly<Record<string, readonly string[]>> = {
  'libs/transports/src/egress/egress-guard.ts': ['lookup'],
  'libs/transports/src/egress/guarded-dispatcher.ts': ['Agent', 'buildConnector'],
  'libs/transports/src/egress/guarded-fetch.ts': ['fetch'],
  'libs/transports/src/grpc/channel-pool.ts': ['ChannelCredentials', 'Client', 'connectivityState'],
  // The sockets of a sandbox: what they lead to is decided by the permit that is handed over.
  'libs/isolation/src/network/relay.ts': ['connect'],
  'libs/isolation/src/network/launcher.ts': ['createSocket'],
  'libs/authentication/src/published-domain-records.ts': ['Resolver'],
};

/** Names that a file imports as values from modules that can connect. */
function connectingImports(file: SourceFile): string[] {
  const found: string[] = [];
  walk(syntaxOf(file), (node) => {
    if (node.type !== 'ImportDeclaration') return undefined;
    if (node.typeOnly === true || !connecting.test(nameOf(node.source) ?? '')) return false;
    for (const specifier of Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : []) {
      if (specifier.isTypeOnly === true) continue;
      found.push(specifier.type === 'ImportSpecifier' ? (nameOf(specifier.imported ?? specifier.local) ?? '*') : '*');
    }
    return false;
  });
  return found;
}

const instead = 'take a guarded fetch or dispatcher of transports/egress as a parameter, and wire it in apps/server';

/** Nothing inside the server connects to anywhere but through the egress guard. */
export const waysOut: Rule = (tree) =>
  tree.flatMap((file): Finding[] => {
    const place = placeOf(file);
    if (place?.kind !== 'source' || !insideTheServer.test(place.workspace) || /\.fixture\./.test(file.path)) return [];
    const allowed = new Set([...harmless, ...(homes[file.path] ?? [])]);
    const globals = globalUses(file).filter((name) => connectingGlobals.test(name));
    const imports = connectingImports(file).filter((name) => !allowed.has(name));
    return [...globals, ...imports].map((name) => ({
      file: file.path,
      found: `${name} connects without asking the egress guard`,
      instead,
    }));
  });
