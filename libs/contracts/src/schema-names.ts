import { z } from 'zod';
import * as alerts from './alerts.js';
import * as approvals from './approvals.js';
import * as assurance from './assurance.js';
import * as audit from './audit.js';
import * as authorization from './authorization.js';
import * as breakers from './breakers.js';
import * as capabilities from './capabilities.js';
import * as code from './code.js';
import * as commandLines from './command-lines.js';
import * as compositions from './compositions.js';
import * as connections from './connections.js';
import * as dashboard from './dashboard.js';
import * as discovery from './discovery.js';
import * as escalations from './escalations.js';
import * as evaluations from './evaluations.js';
import * as fallbacks from './fallbacks.js';
import * as fieldAnnotations from './field-annotations.js';
import * as findings from './findings.js';
import * as gaps from './gaps.js';
import * as grpcEndpoint from './grpc-endpoint.js';
import * as httpEndpoint from './http-endpoint.js';
import * as identity from './identity.js';
import * as inbox from './inbox.js';
import * as installation from './installation.js';
import * as invocation from './invocation.js';
import * as isolation from './isolation.js';
import * as jsonRpcEndpoint from './json-rpc-endpoint.js';
import * as kits from './kits.js';
import * as learning from './learning.js';
import * as limits from './limits.js';
import * as listedCalls from './listed-calls.js';
import * as madeTools from './made-tools.js';
import * as manifest from './manifest.js';
import * as registryExchange from './mcp-registry/exchange.js';
import * as serverJson from './mcp-registry/server-json.js';
import * as serverValidation from './mcp-registry/validation.js';
import * as mirrors from './mirrors.js';
import * as models from './models.js';
import * as names from './names.js';
import * as notices from './notices.js';
import * as outputs from './outputs.js';
import * as ownership from './ownership.js';
import * as pins from './pins.js';
import * as policies from './policies.js';
import * as previousVersion from './previous-version.js';
import * as problem from './problem.js';
import * as quarantines from './quarantines.js';
import * as questions from './questions.js';
import * as reviews from './reviews.js';
import * as revocations from './revocations.js';
import * as rules from './rules.js';
import * as runs from './runs.js';
import * as sagas from './sagas.js';
import * as searchIndex from './search-index.js';
import * as servers from './servers.js';
import * as signIn from './sign-in.js';
import * as signatures from './signatures.js';
import * as status from './status.js';
import * as toolFacts from './tool-facts.js';
import * as toolList from './tool-list.js';
import * as toolsets from './toolsets.js';
import * as trust from './trust.js';
import * as usage from './usage.js';
import * as validation from './validation.js';
import * as webhooks from './webhooks.js';

/** Every file that exports wire schemas. */
const files = [
  alerts,
  approvals,
  assurance,
  audit,
  authorization,
  breakers,
  capabilities,
  code,
  commandLines,
  compositions,
  connections,
  dashboard,
  discovery,
  escalations,
  evaluations,
  listedCalls,
  fallbacks,
  fieldAnnotations,
  findings,
  gaps,
  grpcEndpoint,
  httpEndpoint,
  identity,
  inbox,
  installation,
  invocation,
  isolation,
  jsonRpcEndpoint,
  kits,
  learning,
  limits,
  madeTools,
  manifest,
  registryExchange,
  serverJson,
  serverValidation,
  mirrors,
  models,
  names,
  notices,
  outputs,
  ownership,
  pins,
  policies,
  previousVersion,
  problem,
  questions,
  quarantines,
  reviews,
  revocations,
  rules,
  runs,
  sagas,
  searchIndex,
  servers,
  signIn,
  signatures,
  status,
  toolFacts,
  toolList,
  toolsets,
  trust,
  usage,
  validation,
  webhooks,
];

/** Texts that many schemas have; others are shown where they are used. */
const namedTexts: ReadonlySet<unknown> = new Set([
  ...Object.values(names),
  grpcEndpoint.grpcAddressTextSchema,
  outputs.sessionNameSchema,
]);

const isShared = (schema: unknown): schema is z.ZodType =>
  schema instanceof z.ZodType &&
  (!(schema instanceof z.ZodString) || namedTexts.has(schema)) &&
  !(schema instanceof z.ZodLiteral);

const nameOf = (exported: string): string => `${exported[0]?.toUpperCase()}${exported.slice(1, -'Schema'.length)}`;

/** The name of each shared schema in generated documents and clients: `envelopeSchema` is `Envelope`. */
export const schemaNames: ReadonlyMap<z.ZodType, string> = new Map(
  files.flatMap((file) =>
    Object.entries(file).flatMap(([exported, schema]): [z.ZodType, string][] =>
      exported.endsWith('Schema') && isShared(schema) ? [[schema, nameOf(exported)]] : [],
    ),
  ),
);
