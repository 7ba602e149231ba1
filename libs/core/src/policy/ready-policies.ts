import { boundArguments, mostShown } from './argument-bounds.js';
import type { PolicyInForce } from './policy-book.js';
import { decideBy, type PolicyDecision, type Statement, undecidable } from './policy-decision.js';
import type { HeldStatements, PolicyEngine, PolicyRequest, PreparedPolicies } from './policy-engine.js';
import { bothRead, type PolicyReads, readsNothing } from './policy-reads.js';

/** The policies of an organisation, ready to decide calls. */
export interface ReadyPolicies {
  readonly reads: PolicyReads;
  /** Tools they name: what those are called now is settled when policies are made ready. */
  readonly tools: readonly string[];
  decide(request: PolicyRequest): PolicyDecision;
}

/**
 * Makes policies ready. When a text cannot be read any more, every call is denied until somebody puts it anew: what is
 * not understood might have forbidden it.
 */
export function makeReady(
  engine: PolicyEngine,
  slot: string,
  policies: readonly PolicyInForce[],
  nameNow: (tool: string) => string,
): ReadyPolicies {
  const statements: ReadingStatement[] = [];
  const tools = new Set<string>();
  let reads = readsNothing;
  for (const { name, version, text } of policies) {
    const read = engine.load(text);
    if (!read.ok) return unreadable(name, read.error[0]?.message ?? '');
    for (const it of read.value) {
      const id = read.value.length === 1 ? name : `${name}#${it.name}`;
      statements.push({ ...it, id, version });
      reads = bothRead(reads, it.reads);
      for (const tool of it.tools) tools.add(tool);
    }
  }
  const holding = engine.prepare(slot, statements, nameNow);
  const decide = (request: PolicyRequest) => decideBy(statements, bounded(holding, statements, request));
  return { reads, tools: [...tools], decide };
}

interface ReadingStatement extends Statement {
  readonly reads: PolicyReads;
}

/** A statement that looks at an argument of which there is too much to be shown could not be evaluated. */
function bounded(
  holding: PreparedPolicies,
  statements: readonly ReadingStatement[],
  request: PolicyRequest,
): HeldStatements {
  const { shown, left } = boundArguments(request.context.arguments);
  if (left.size === 0) return safely(holding, statements, request);
  const { held, failed } = safely(holding, statements, {
    ...request,
    context: { ...request.context, arguments: shown },
  });
  const blind = statements.filter(
    ({ reads: { arguments: names } }) => names === 'all' || [...names].some((it) => left.has(it)),
  );
  const isBlind = new Set(blind.map(({ id }) => id));
  return {
    held,
    failed: [...failed.filter(({ id }) => !isBlind.has(id)), ...blind.map(({ id }) => ({ id, message: tooMuch }))],
  };
}

const tooMuch = `policies look at ${mostShown.values.toLocaleString('en')} values and ${mostShown.characters.toLocaleString('en')} characters of a call's arguments, and these have more`;

/** An engine that throws has evaluated nothing. */
function safely(holding: PreparedPolicies, statements: readonly Statement[], request: PolicyRequest): HeldStatements {
  try {
    return holding(request);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return { held: new Set<string>(), failed: statements.map(({ id }) => ({ id, message })) };
  }
}

const unreadable = (name: string, message: string): ReadyPolicies => ({
  reads: readsNothing,
  tools: [],
  decide: () => undecidable(`the policies "${name}" cannot be read: put them anew (${message})`),
});
