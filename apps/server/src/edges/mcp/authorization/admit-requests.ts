import type { ScopesNeeded } from '@assay/gateway';
import type { Authenticate, Caller } from '@assay/identity';
import { hasScope } from '@assay/identity';
import { isObject } from '@assay/kernel';
import type { FastifyRequest } from 'fastify';
import { FailureException, unwrap } from '../../failure-exception.js';
import type { McpResources } from './mcp-resources.js';

export interface AdmissionPorts {
  readonly authenticate: Pick<Authenticate, 'run'>;
  readonly resources: McpResources;
  readonly needed: Pick<ScopesNeeded, 'of'>;
  readonly anonymousReads: boolean;
}

/** The tools behind one `tools/call`, as references `ns/tool@range`. */
export type ReferencesOf = (name: string, input: Readonly<Record<string, unknown>>) => readonly string[];

export interface AdmittedAddress {
  /** Tools of the address that only read the registry: callers without a credential may use them. */
  readonly openTools: ReadonlySet<string>;
  /** Whether an administrator granted what is there to callers without a credential: their calls are made. */
  readonly isGrantedToAnyone?: (request: FastifyRequest, anonymous: Caller) => boolean;
  /** The registered tools that a call reaches, for the scopes that they ask for. */
  readonly references: (request: FastifyRequest, caller: Caller) => ReferencesOf;
}

/**
 * Decides who sends a request to an MCP address, and whether its client has to sign in first. Reading what is public
 * needs no credential; a call does, whatever it names, so that the answer says nothing about what there is.
 */
export class AdmitRequests {
  readonly #ports: AdmissionPorts;

  constructor(ports: AdmissionPorts) {
    this.#ports = ports;
  }

  /** @throws FailureException `unauthenticated` or `forbidden`, which are answered with a challenge */
  async run(request: FastifyRequest, address: AdmittedAddress): Promise<Caller> {
    const { authenticate, resources, anonymousReads } = this.#ports;
    const isRequired = wantsSignIn(request.query);
    const { canonical, asked } = resources.of(request);
    const caller = unwrap(await authenticate.run(request.headers.authorization, request.ip, [canonical, asked]));
    const calls = callsIn(request.body);
    if (caller.principalId === null) {
      const isCall = calls.some(({ name }) => !address.openTools.has(name));
      const isOpen = !isCall || address.isGrantedToAnyone?.(request, caller) === true;
      if (!anonymousReads || isRequired || !isOpen) throw signIn();
    } else if (caller.client !== undefined && calls.length > 0) {
      this.#requireScopes(caller, calls, address, address.references(request, caller));
    }
    return caller;
  }

  /** A client asks for more scopes only after this status; an API key gets the reason as a result. */
  #requireScopes(caller: Caller, calls: readonly Called[], { openTools }: AdmittedAddress, references: ReferencesOf) {
    const called = calls.filter(({ name }) => !openTools.has(name));
    if (called.length === 0) return;
    const ofTools = called
      .flatMap(({ name, input }) => references(name, input))
      .flatMap((it) => this.#ports.needed.of(caller, it));
    const required = [...new Set(['tools:call', ...ofTools])];
    const missing = required.filter((it) => !hasScope(caller, it));
    if (missing.length === 0) return;
    throw new FailureException({
      code: 'forbidden',
      message: `The access token lacks ${missing.join(', ')}: sign in again and allow it.`,
      data: { requiredScopes: required },
    });
  }
}

interface Called {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The calls of tools in a body: one message, or a batch as revisions before 2025-06-18 have it. */
function callsIn(body: unknown): readonly Called[] {
  return [body].flat().flatMap((message: unknown): Called[] => {
    if (!isObject(message) || message.method !== 'tools/call') return [];
    const params = isObject(message.params) ? message.params : {};
    return [{ name: String(params.name), input: isObject(params.arguments) ? params.arguments : {} }];
  });
}

/** `?auth=required`: the first request is challenged, for clients that sign in only while they connect. */
function wantsSignIn(query: unknown): boolean {
  const { auth } = (query ?? {}) as { auth?: unknown };
  if (auth === undefined) return false;
  if (auth === 'required') return true;
  throw new FailureException({ code: 'invalid_request', message: '?auth= takes "required", or is left out.' });
}

const signIn = (): FailureException =>
  new FailureException({
    code: 'unauthenticated',
    message: 'Sign in, or send an API key as "Authorization: Bearer <key>".',
  });
