import type { Envelope, Tokens } from '@assay/contracts';
import { type Clock, type LoadTokenCounter, pausing } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Call } from '../call.js';
import { Counting } from './forms.js';
import { outputText } from './output-text.js';
import type { SessionResults } from './session-results.js';
import type { SessionTokens } from './session-tokens.js';

export interface CallTokensPorts {
  readonly loadTokens: LoadTokenCounter;
  readonly sessions: Pick<SessionTokens, 'add'>;
  readonly results: Pick<SessionResults, 'add'>;
  readonly clock: Clock;
}

/**
 * What a call takes of a model's context. Counting costs about 50 µs a KB, so it is done for calls that name an output
 * option or a session, or ask for it; how many a definition takes is kept as long as the version.
 */
export class CallTokens {
  readonly #definitions = new WeakMap<ToolVersion, number>();

  constructor(private readonly ports: CallTokensPorts) {}

  /** Results of corroborating calls are not put into a context. */
  isWanted = ({ requested, requested: { request, beside } }: Call): boolean =>
    beside !== 'corroboration' &&
    (requested.countsTokens === true || request.output !== undefined || request.session !== undefined);

  /** Counts the call as it is answered, and adds it to its session. */
  async count(call: Call, envelope: Envelope): Promise<Tokens> {
    const counting = new Counting(await this.ports.loadTokens(), pausing(this.ports.clock));
    const {
      resolved: { version },
    } = call;
    const tokens: Tokens = {
      schemas: version === undefined ? 0 : await this.#definition(version, counting),
      arguments: await counting.raw(call.resolved.input),
      result: await resultTokens(call, envelope, counting),
      validation: await validationTokens(envelope, counting),
    };
    this.#addToSession(call, envelope, tokens);
    return tokens;
  }

  #addToSession(call: Call, envelope: Envelope, tokens: Tokens): void {
    const {
      requested,
      requested: { caller, request },
      resolved: { version },
    } = call;
    const { organisationId, principalId } = caller;
    const { session } = request;
    if (session === undefined || organisationId === null || principalId === null) return;
    if (requested.dryRun || version === undefined) return;
    this.ports.sessions.add({ organisationId, principalId, session, versionId: version.id, tokens });
    this.ports.results.add(call, envelope, tokens.result);
  }

  async #definition(version: ToolVersion, counting: Counting): Promise<number> {
    const known = this.#definitions.get(version);
    if (known !== undefined) return known;
    const { name, description, inputSchema } = version.manifest;
    const tokens = await counting.of(JSON.stringify({ name, description, inputSchema }));
    this.#definitions.set(version, tokens);
    return tokens;
  }
}

/** What is put into a context of it: the block, the output or the error, whichever there is. */
async function resultTokens(
  { resolved: { routed } }: Call,
  { output, error }: Envelope,
  counting: Counting,
): Promise<number> {
  if (error !== undefined) return counting.of(`${error.code}: ${error.message}`);
  if (routed?.routed.tokens !== undefined) return routed.routed.tokens;
  return output === undefined ? 0 : counting.about(outputText(output));
}

async function validationTokens({ validation, warnings }: Envelope, counting: Counting): Promise<number> {
  const { issues } = validation;
  if (issues.length === 0 && warnings.length === 0) return 0;
  return counting.of(JSON.stringify({ issues, warnings }));
}
