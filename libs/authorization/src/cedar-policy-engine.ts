import {
  type HeldStatements,
  type PolicyAction,
  type PolicyEngine,
  type PreparedPolicies,
  policyActions,
  type ReadStatement,
} from '@assay/gateway';
import { deeperThan, err, ok, type Result } from '@assay/kernel';
import cedar, { type DetailedError, type PolicyJson, type ValidationAnswer } from '@cedar-policy/cedar-wasm/nodejs';
import { ArgumentTypes } from './argument-types.js';
import { cedarRequest } from './cedar-request.js';
import type { Node } from './expression.js';
import { actionsOf, classesIn, namesActions } from './policy-actions.js';
import { annotationProblemsOf, obligationIn } from './policy-annotations.js';
import { schemaText, shownSchema, typeText } from './policy-schema.js';
import { clausesOf, readsOf, renamed, toolsIn } from './policy-uses.js';
import { tooMuchIn } from './text-bounds.js';
import { placeAt, placeIn } from './text-positions.js';
import { withoutInput } from './without-input.js';

interface Problem {
  readonly path: string;
  readonly message: string;
}

/** One policy of a text with its JSON form. */
interface Parsed {
  /** As Cedar calls it within the text. */
  readonly id: string;
  readonly text: string;
  readonly json: PolicyJson;
}

/** Levels of a policy's JSON form: the library reads at most 128 of a whole set. */
const maxPolicy = 110;

/** Cedar behind core's port. */
export class CedarPolicyEngine implements PolicyEngine {
  readonly schema = shownSchema;

  read(text: string): Result<readonly ReadStatement[], readonly Problem[]> {
    const parsed = parse(text);
    if (!parsed.ok) return parsed;
    const problems = [...annotationProblems(text, parsed.value), ...schemaProblems(text, parsed.value)];
    return problems.length > 0 ? err(problems) : ok(parsed.value.map(readStatement));
  }

  load(text: string): Result<readonly ReadStatement[], readonly Problem[]> {
    const parsed = parse(text);
    return parsed.ok ? ok(parsed.value.map(readStatement)) : parsed;
  }

  /**
   * Every statement is asked as a permit, so that one question tells all that hold; what follows from them, forbids
   * included, is decided in core.
   */
  prepare(
    slot: string,
    statements: readonly { readonly id: string; readonly text: string }[],
    nameNow: (tool: string) => string,
    options: { readonly withoutInput?: boolean } = {},
  ): PreparedPolicies {
    const staticPolicies = Object.fromEntries(
      statements.map(({ id, text }) => {
        const answer = cedar.policyToJson(text);
        if (answer.type === 'failure') throw new Error(`The policy ${id} cannot be read.`);
        const json = renamed(answer.json, nameNow) as Node;
        const asked = (options.withoutInput === true ? withoutInput(json) : json) as unknown as PolicyJson;
        return [id, { ...asked, effect: 'permit' as const }];
      }),
    );
    const answer = cedar.preparsePolicySet(slot, { staticPolicies });
    if (answer.type === 'failure') throw new Error(answer.errors[0]?.message ?? 'The policies cannot be prepared.');
    const ids = statements.map(({ id }) => id);
    return (request) => holding(cedar.statefulIsAuthorized(cedarRequest(request, slot)), ids);
  }
}

function holding(answer: ReturnType<typeof cedar.statefulIsAuthorized>, ids: readonly string[]): HeldStatements {
  if (answer.type === 'failure') {
    const message = answer.errors[0]?.message ?? 'The question could not be read.';
    return { held: new Set(), failed: ids.map((id) => ({ id, message })) };
  }
  const { reason, errors } = answer.response.diagnostics;
  return {
    held: new Set(reason),
    failed: errors.map(({ policyId, error }) => ({ id: policyId, message: error.message })),
  };
}

function parse(text: string): Result<Parsed[], Problem[]> {
  const tooMuch = tooMuchIn(text);
  if (tooMuch !== undefined)
    return err([{ path: '/text', message: `${placeAt(text, tooMuch.at)}: ${tooMuch.message}` }]);
  const parts = cedar.policySetTextToParts(text);
  if (parts.type === 'failure') return err(parts.errors.map((it) => problem(text, it)));
  if (parts.policy_templates.length > 0)
    return err([{ path: '/text', message: 'templates are not taken: write ?principal and ?resource out' }]);
  if (parts.policies.length === 0) return err([{ path: '/text', message: 'it contains no policy' }]);
  // The parts come sorted by the ids Cedar gives them, as text.
  const ids = parts.policies.map((_, index) => `policy${index}`).sort();
  const found = parts.policies.map((it, index): Parsed => {
    const answer = cedar.policyToJson(it);
    if (answer.type === 'failure') throw new Error(`Cedar does not read its own policy: ${answer.errors[0]?.message}`);
    return { id: ids[index] as string, text: it, json: answer.json };
  });
  const deep = found.filter(({ json }) => deeperThan(json, maxPolicy));
  if (deep.length > 0) return err(deep.map((it) => nestedTooDeep(text, it)));
  return ok(found.sort((a, b) => placeOf(a.id) - placeOf(b.id)));
}

const nestedTooDeep = (text: string, it: Parsed): Problem => ({
  path: '/text',
  message: `${placeIn(text, startOf(text, it))}: the policy is nested too deep: split it into several`,
});

const placeOf = (id: string): number => Number(id.slice('policy'.length));

const nameOf = ({ id, json }: Parsed): string => json.annotations?.id ?? String(placeOf(id) + 1);

function readStatement(parsed: Parsed): ReadStatement {
  const { text, json } = parsed;
  const node = json as unknown as Node;
  return {
    name: nameOf(parsed),
    effect: json.effect,
    asksApproval: json.annotations?.decision === 'require_approval',
    ...(json.annotations?.standing === 'no' && { excludesStanding: true }),
    obligation: obligationIn(json) ?? null,
    reason: json.annotations?.reason ?? null,
    text,
    actions: actionsOf(node),
    reads: readsOf(node),
    classes: classesIn(node),
    tools: toolsIn(node),
  };
}

function annotationProblems(text: string, policies: readonly Parsed[]): Problem[] {
  const names = new Set<string>();
  return policies.flatMap((it) => {
    const name = nameOf(it);
    const isTwice = names.has(name);
    names.add(name);
    return annotationProblemsOf(it.json, name, isTwice).map((message) => ({
      path: '/text',
      message: `${placeIn(text, startOf(text, it))}: ${message}`,
    }));
  });
}

/** In bytes. A duplicate policy is reported at its first occurrence. */
const startOf = (text: string, { text: part }: Parsed): number =>
  Buffer.byteLength(text.slice(0, Math.max(0, text.indexOf(part))), 'utf8');

/**
 * All are checked at once, which is much faster; when that finds anything, each by itself, since two may take an argument
 * of the same name, of two tools, for two things.
 */
function schemaProblems(text: string, policies: readonly Parsed[]): Problem[] {
  const together = validate(policies);
  if (together.type === 'success' && together.validationErrors.length === 0) return [];
  return policies.flatMap((it) => {
    const checked = validate([it]);
    const offset = startOf(text, it);
    if (checked.type === 'failure') return checked.errors.map((problemHere) => problem(text, problemHere, offset));
    return checked.validationErrors.map(({ error }) => problem(text, error, offset));
  });
}

function validate(policies: readonly Parsed[]): ValidationAnswer {
  const [given, decimals] = [new ArgumentTypes('arguments'), new ArgumentTypes('decimals')];
  for (const clause of policies.flatMap(({ json }) => clausesOf(json as unknown as Node))) {
    given.see(clause, 'Bool');
    decimals.see(clause, 'Bool');
  }
  const answers = [...byActions(policies)].map(([actions, group]) =>
    cedar.validate({
      schema: schemaText(typeText(given.root), typeText(decimals.root), actions),
      policies: { staticPolicies: Object.fromEntries(group.map(({ id, text }) => [id, text])) },
    }),
  );
  const failed = answers.find((it) => it.type === 'failure');
  const [first, ...others] = answers;
  if (failed !== undefined || first?.type !== 'success') return failed ?? (first as ValidationAnswer);
  const more = others.flatMap((it) => (it.type === 'success' ? it.validationErrors : []));
  return { ...first, validationErrors: [...first.validationErrors, ...more] };
}

/** Policies with the actions they are checked against: all, for those that name theirs. */
function byActions(policies: readonly Parsed[]): Map<readonly PolicyAction[], Parsed[]> {
  const groups = new Map<string, [readonly PolicyAction[], Parsed[]]>();
  for (const it of policies) {
    const node = it.json as unknown as Node;
    const actions = namesActions(node) ? policyActions : actionsOf(node);
    const group = groups.get(actions.join()) ?? [actions, []];
    group[1].push(it);
    groups.set(actions.join(), group);
  }
  return new Map(groups.values());
}

function problem(text: string, { message, help, sourceLocations }: DetailedError, offset = 0): Problem {
  const start = sourceLocations?.[0]?.start;
  const where = start === undefined ? '' : `${placeIn(text, start + offset)}: `;
  const said = message.replace(/^for policy `[^`]*`, /, '');
  return { path: '/text', message: `${where}${said}${help ? ` (${help})` : ''}` };
}
