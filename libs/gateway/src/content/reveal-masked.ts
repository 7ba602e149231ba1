import { type AuditLog, fail } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Call, Stage, StageEnd } from '../call.js';
import type { DecideCalls } from '../policy/decide-calls.js';
import type { Resolved, RevealedInput } from '../resolved.js';
import type { MaskedValue } from './masked-value.js';
import { type MaskedValues, ownerOf } from './masked-values.js';
import { holdsPlaceholder, placeholdersIn } from './placeholder.js';
import { replacing } from './replace-texts.js';
import type { Revealed } from './revealed.js';
import { sourceServer } from './source-server.js';

export interface RevealPorts {
  readonly masked: Pick<MaskedValues, 'find'>;
  readonly policies: Pick<DecideCalls, 'mayReveal'>;
  /** Called for a store that does not answer. */
  readonly onProblem: (cause: unknown) => void;
}

/** Placeholders in one input: more than anybody sends, and one query. */
const maxPlaceholders = 1_000;

/**
 * Puts masked values back into the input of a call to the server they came from, or to a tool that a policy reveals them
 * to. Only the caller's own placeholders of this session are known; any other text that looks like one is sent as it is.
 */
export const revealMasked = (ports: RevealPorts): Stage<RevealedInput> => ({
  name: 'reveal',
  reaches: true,
  isNeeded: ({ resolved: { input } }) => holdsPlaceholder(input),
  note: ({ resolved: { revealed } }) => (revealed === undefined ? undefined : `${revealed.values.length} revealed`),
  run: (call) => reveal(call, ports),
});

async function reveal(call: Call, { masked, policies, onProblem }: RevealPorts): Promise<StageEnd<RevealedInput>> {
  const owner = ownerOf(call);
  const version = call.resolved.version as ToolVersion;
  if (owner === undefined) return undefined;
  const found = new Map(placeholdersOf(call.resolved.input).map((it) => [it.token, it]));
  if (found.size > maxPlaceholders) return tooMany;
  const known = await masked.find(owner, [...found.keys()]).catch((cause: unknown) => {
    onProblem(cause);
    return undefined;
  });
  if (known === undefined) return notNow;
  const here = sourceServer(version);
  const isRevealed = ({ class: of, source }: MaskedValue) =>
    source === here || policies.mayReveal(call.requested.caller, version, { class: of, source });
  const revealed = known.filter(isRevealed);
  const held = new Set(known.filter((it) => !revealed.includes(it)).map(({ source }) => source));
  for (const source of held) call.happened.warnings.push(heldBack(source, version.manifest.name));
  if (revealed.length === 0) return undefined;
  const texts = revealed.map((it) => [it.value, found.get(it.token)?.text ?? ''] as const);
  const carried: Revealed = { hidden: new Map(texts), values: revealed };
  return { resolved: { revealed: carried, input: shownAgain(carried)(call.resolved.input) } };
}

const heldBack = (source: string, tool: string): string =>
  `A masked value was sent as its placeholder: it may only be revealed to ${source === 'caller' ? 'nobody' : source}, or to tools that a policy on the action "reveal" permits, and ${tool} is none of these.`;

const notNow = fail(
  'unavailable',
  'The tool was not called: the input has placeholders of masked values, which cannot be read right now. Try again in a moment; /readyz shows when the database is back.',
  { retryAfterMs: 1_000 },
).error;

const tooMany = fail(
  'invalid_request',
  `The input has more than ${maxPlaceholders} placeholders of masked values: send fewer per call.`,
  { issues: [{ path: '/input', message: `has more than ${maxPlaceholders} placeholders` }] },
).error;

/** Records which masked values a call is about to carry. */
export const recordReveal = (audit: Pick<AuditLog, 'append'>): Stage => ({
  name: 'record-reveal',
  reaches: true,
  isNeeded: ({ resolved: { revealed } }) => revealed !== undefined,
  run(call) {
    const {
      requested: { caller },
      resolved: { revealed, version },
    } = call;
    const values = (revealed?.values ?? []).map(({ class: of, source }) => ({ class: of, source }));
    audit.append({
      organisationId: caller.organisationId,
      principalId: caller.principalId,
      action: 'masked.reveal',
      subject: `${version?.manifest.name}@${version?.version}`,
      details: { invocationId: call.requested.id, values },
    });
    return undefined;
  },
});

/** Replaces revealed values by their placeholders. */
export const hideRevealed = ({ hidden }: Revealed) => replacing(hidden);

const shownAgain = ({ hidden }: Revealed) => replacing(new Map([...hidden].map(([value, text]) => [text, value])));

/** The input with placeholders where the call carries values. */
export const visibleInput = ({ input, revealed }: Pick<Resolved, 'input' | 'revealed'>): Resolved['input'] =>
  revealed === undefined ? input : hideRevealed(revealed)(input);

/** The same the other way round. */
export const carriedInput = (visible: Resolved['input'], revealed: Revealed | undefined): Resolved['input'] =>
  revealed === undefined ? visible : shownAgain(revealed)(visible);

function placeholdersOf(value: unknown): ReturnType<typeof placeholdersIn> {
  if (typeof value === 'string') return placeholdersIn(value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, it]) => [...placeholdersIn(key), ...placeholdersOf(it)]);
}
