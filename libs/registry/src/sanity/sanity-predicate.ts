import type { Manifest } from '@assay/contracts';
import { costOf, type ExpressionCost, err, ok, quickly, type Result } from '@assay/kernel';
import { type ASTNode, type Environment, type ParseResult, serialize } from '@marcbachmann/cel-js';
import { sanityEnvironment, sanityFunctions } from './sanity-environment.js';

/** As a manifest declares it. */
export type DeclaredSanity = NonNullable<Manifest['sanity']>[number];

/** The input of a predicate. */
export interface SanitySituation {
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: unknown;
  readonly now: Date;
}

/** A compiled sanity predicate. */
export interface SanityPredicate extends DeclaredSanity {
  readonly cost: Pick<ExpressionCost, 'perEntry' | 'partsPerEntry' | 'comparedPerEntry'>;
  /** Throws when it cannot be evaluated: a member is missing, or two values do not compare. */
  holds(situation: SanitySituation): boolean;
  /** The members it reads and their values, for reports of a failure; missing ones are omitted. */
  looksAt(situation: SanitySituation): Readonly<Record<string, unknown>>;
}

/** Maximum lists it may walk, and texts or lists it may read or concatenate per entry. */
const max = { walks: 4, perEntry: 4, joins: 8 } as const;
const maxMembers = 8;

let environment: Environment | undefined;
/** The clocks of tools are off by this much, in ms (SPEC section 5). */
export const clockSkewMs = 300_000;

/**
 * Compiles a predicate. Fails with a sentence that names the place when it is not CEL, is not a boolean, names
 * something unknown, or could be slow. A `consistency` predicate treats numbers within rounding errors (`nearEpsilon`)
 * as equal; a `time` predicate holds if it does for a clock up to 5 minutes ahead or behind.
 */
export function compileSanity(declared: DeclaredSanity): Result<SanityPredicate, string> {
  environment ??= sanityEnvironment();
  const { expression, kind } = declared;
  const { valid, type, error } = environment.check(expression);
  if (!valid) return err(placed(error));
  if (type !== 'bool' && type !== 'dyn') return err(`gives a ${type}; a boolean is required`);
  const written = environment.parse(expression);
  const cost = costOf(written.ast, sanityFunctions);
  const [amiss] = [...cost.problems, ...excesses(cost)];
  if (amiss !== undefined) return err(amiss);
  const parsed = quickly(kind === 'consistency' ? environment.parse(tolerant(written.ast)) : written, environment);
  const members = membersOf(written.ast).map((text) => [text, (environment as Environment).parse(text)] as const);
  return ok({
    ...declared,
    cost,
    holds: (situation) => moments(kind, situation).some((at) => parsed({ ...at }) === true),
    looksAt: (situation) => Object.fromEntries(members.flatMap((member) => shown(member, situation))),
  });
}

/** A time is judged by this server's clock, and by one as much ahead or behind as a tool's may be. */
function moments(kind: DeclaredSanity['kind'], situation: SanitySituation): SanitySituation[] {
  if (kind !== 'time') return [situation];
  return [0, clockSkewMs, -clockSkewMs].map((ms) => ({ ...situation, now: new Date(situation.now.getTime() + ms) }));
}

function excesses({ walks, perEntry, joins }: ExpressionCost): string[] {
  return [
    ...(walks > max.walks ? [`walks ${walks} lists: at most ${max.walks} are allowed`] : []),
    ...(perEntry > max.perEntry
      ? [`looks into ${perEntry} texts or lists for each entry of a list: at most ${max.perEntry} are allowed`]
      : []),
    ...(joins > max.joins ? [`has ${joins} "+": at most ${max.joins} are allowed`] : []),
  ];
}

/** The library's message with the character it is about, from 1. */
function placed(error: { readonly message: string; readonly node?: { readonly pos: number } } | undefined): string {
  const [line = 'it cannot be parsed'] = (error?.message ?? '').split('\n', 1);
  const at = error?.node?.pos;
  return `is no CEL predicate over input, output and now: ${line}${at === undefined ? '' : `, at character ${at + 1}`}`;
}

/** The same expression in which numbers are equal within ε. */
function tolerant(ast: ASTNode): string {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null || !('op' in node)) return node;
    const { op, args } = node as ASTNode;
    const below = walk(args);
    if (op === '==') return call('same', below);
    if (op === '!=') return { op: '!_', args: call('same', below) };
    return { op, args: below };
  };
  return serialize(walk(ast) as ASTNode);
}

const call = (name: string, args: unknown) => ({ op: 'call', args: [name, args] });

/** The longest chains of members that start at `input` or `output`, as written. */
function membersOf(ast: ASTNode): string[] {
  const found = new Set<string>();
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) walk(one);
    if (typeof node !== 'object' || node === null || !('op' in node)) return;
    const one = node as ASTNode;
    if (isChain(one)) found.add(serialize(one));
    else walk(one.args);
  };
  walk(ast);
  return [...found].slice(0, maxMembers);
}

function isChain({ op, args }: ASTNode): boolean {
  if (op === 'id') return args === 'input' || args === 'output';
  return op === '.' && isChain((args as [ASTNode, string])[0]);
}

function shown([text, read]: readonly [string, ParseResult], situation: SanitySituation): [string, unknown][] {
  try {
    return [[text, read({ ...situation })]];
  } catch {
    return [];
  }
}
