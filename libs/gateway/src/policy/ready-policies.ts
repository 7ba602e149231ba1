import { boundArguments, maxShown } from './argument-bounds.js';
import { type ForeseenDecision, foresee } from './foreseen-decision.js';
import type { PolicyInForce } from './policy-book.js';
import { decideBy, type PolicyDecision, type Statement, undecidable } from './policy-decision.js';
import type {
  HeldStatements,
  PolicyAction,
  PolicyEngine,
  PolicyRequest,
  PreparedPolicies,
  ReturnRequest,
  RevealRequest,
} from './policy-engine.js';
import { bothRead, type PolicyReads, readsNothing } from './policy-reads.js';

/** The policies of an organisation, ready to decide calls, their results and the revealing of masked values. */
export interface ReadyPolicies {
  /** What those on calls read. */
  readonly reads: PolicyReads;
  /** Tools they name: what those are called now is settled when policies are made ready. */
  readonly tools: readonly string[];
  /** @param isWhole false when the arguments could not be examined to the end: a policy on findings cannot be evaluated. */
  decide(request: PolicyRequest, isWhole?: boolean): PolicyDecision;
  /** What would be decided whatever the arguments are; the request has none. */
  foresee(request: PolicyRequest): ForeseenDecision;
  /** Whether a result is returned; undefined when no policy is about that. */
  readonly decideReturn: ((request: ReturnRequest, isWhole: boolean) => PolicyDecision) | undefined;
  /** The decision on revealing a masked value; undefined when no policy permits any. */
  readonly decideReveal: ((request: RevealRequest) => PolicyDecision) | undefined;
}

/**
 * Compiles policies. When a text cannot be read any more, every call is denied until it is replaced: the unreadable
 * text might have forbidden it.
 */
export function makeReady(
  engine: PolicyEngine,
  slot: string,
  policies: readonly PolicyInForce[],
  nameNow: (tool: string) => string,
): ReadyPolicies {
  const statements: ReadingStatement[] = [];
  for (const { name, version, text } of policies) {
    const read = engine.load(text);
    if (!read.ok) return unreadable(name, read.error[0]?.message ?? '');
    for (const it of read.value) {
      const id = read.value.length === 1 ? name : `${name}#${it.name}`;
      statements.push({ ...it, id, version });
    }
  }
  const about = (action: PolicyAction) => statements.filter((it) => it.actions.includes(action));
  const calls = about('call');
  const holding = engine.prepare(slot, calls, nameNow);
  return {
    reads: calls.reduce((reads, it) => bothRead(reads, it.reads), readsNothing),
    tools: [...new Set(statements.flatMap((it) => it.tools))],
    decide: (request, isWhole = true) => decideBy(calls, examined(calls, bounded(holding, calls, request), isWhole)),
    foresee: foreseeing(engine, slot, { calls, holding }, nameNow),
    decideReturn: returning(engine, slot, about('return'), nameNow),
    decideReveal: revealing(engine, slot, about('reveal'), nameNow),
  };
}

interface ReadingStatement extends Statement {
  readonly reads: PolicyReads;
  readonly tools: readonly string[];
  readonly actions: readonly PolicyAction[];
}

type NameNow = (tool: string) => string;

/** Statements that look at arguments are prepared a second time, without what looks at them, when first asked. */
function foreseeing(
  engine: PolicyEngine,
  slot: string,
  { calls, holding }: { readonly calls: readonly ReadingStatement[]; readonly holding: PreparedPolicies },
  nameNow: NameNow,
): ReadyPolicies['foresee'] {
  const reading = calls.filter(({ reads }) => reads.findings || reads.arguments === 'all' || reads.arguments.size > 0);
  const known = calls.filter((it) => !reading.includes(it));
  let possible: PreparedPolicies | undefined;
  return (request) => {
    const { held, failed } = safely(holding, calls, request);
    const isKnown = new Set(known.map(({ id }) => id));
    const certain = { held, failed: failed.filter(({ id }) => isKnown.has(id)) };
    if (reading.length === 0) return foresee({ known, held: certain, possible: [] });
    possible ??= engine.prepare(`${slot} foreseen`, reading, nameNow, { withoutInput: true });
    const may = safely(possible, reading, request);
    const failing = new Set(may.failed.map(({ id }) => id));
    return foresee({ known, held: certain, possible: reading.filter(({ id }) => may.held.has(id) || failing.has(id)) });
  };
}

/** Results are returned unless a forbid holds. */
function returning(engine: PolicyEngine, slot: string, statements: readonly ReadingStatement[], nameNow: NameNow) {
  const forbids = statements.filter((it) => it.effect === 'forbid');
  if (forbids.length === 0) return undefined;
  const holding = engine.prepare(`${slot} return`, forbids, nameNow);
  return (request: ReturnRequest, isWhole: boolean) =>
    decideBy(forbids, examined(forbids, safely(holding, forbids, request), isWhole), 'return');
}

/** Masked values are revealed only where a permit holds. */
function revealing(engine: PolicyEngine, slot: string, statements: readonly ReadingStatement[], nameNow: NameNow) {
  if (!statements.some((it) => it.effect === 'permit')) return undefined;
  const holding = engine.prepare(`${slot} reveal`, statements, nameNow);
  return (request: RevealRequest) => decideBy(statements, safely(holding, statements, request));
}

/** Without a complete examination, further findings are unknown. */
function examined(
  statements: readonly ReadingStatement[],
  { held, failed }: HeldStatements,
  isWhole: boolean,
): HeldStatements {
  if (isWhole) return { held, failed };
  const blind = statements.filter(({ id, reads }) => reads.findings && !failed.some((it) => it.id === id));
  return { held, failed: [...failed, ...blind.map(({ id }) => ({ id, message: notExamined }))] };
}

const notExamined = 'the text is too long to be examined to the end';

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

const tooMuch = `policies read ${maxShown.values.toLocaleString('en')} values and ${maxShown.characters.toLocaleString('en')} characters of a call's arguments; these have more`;

/** An engine that throws has evaluated nothing. */
function safely(
  holding: PreparedPolicies,
  statements: readonly Statement[],
  request: Parameters<PreparedPolicies>[0],
): HeldStatements {
  try {
    return holding(request);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return { held: new Set<string>(), failed: statements.map(({ id }) => ({ id, message })) };
  }
}

function unreadable(name: string, message: string): ReadyPolicies {
  const decide = () => undecidable(`the policies "${name}" cannot be parsed: PUT them again (${message})`);
  return { reads: readsNothing, tools: [], decide, foresee: decide, decideReturn: decide, decideReveal: undefined };
}
