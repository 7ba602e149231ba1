import type { Issue } from '@assay/contracts';
import { repairInput } from '@assay/gateway';
import type { JsonSchema } from '@assay/json-schema';
import type { KnownTool } from '../known-tool.js';
import type { ToolNode } from '../plan.js';
import type { Template } from '../template.js';
import { fitInput, nothingFound } from './edge-fit.js';
import type { Findings } from './findings.js';
import { givenOf, type StandingOf } from './given.js';
import { problemsOf } from './takes.js';

const unknown: StandingOf = () => undefined;

/**
 * Whether the arguments of a step fit its tool. What is written down and can never fit is an error; what the form repair
 * of calls makes fit is a warning. In a plan, everything else is a warning: wrong arguments fail their step, and what
 * does not need it goes on.
 */
export function checkArguments(node: ToolNode, tool: KnownTool, standingOf: StandingOf, found: Findings): void {
  const { input, inputPlace: place } = node;
  if (input.kind !== 'template') return;
  const { inputSchema: schema } = tool.manifest;
  const at = { missing: input.missing, place };
  const all = nothingFound();
  fitInput(givenOf(input.template, standingOf), schema, at, all);
  found.warnings.push(...all.warnings);
  if (all.errors.length === 0) return;
  const certain = nothingFound();
  fitInput(givenOf(input.template, unknown), schema, at, certain);
  const isCertain = ({ path, message }: Issue): boolean =>
    certain.errors.some((it) => it.path === path && it.message === message);
  const isRepaired = certain.errors.length > 0 && canBeRepaired(node, tool, input.template);
  for (const error of all.errors) {
    if (isCertain(error)) {
      if (isRepaired) found.warnings.push({ ...error, message: `${error.message} (repaired when it is called)` });
      else found.errors.push(error);
    } else (input.missing === 'null' ? found.warnings : found.errors).push(error);
  }
}

/** Whether what is written down of the arguments fits after the repairs that a call of the tool may make. */
function canBeRepaired({ settings }: ToolNode, { manifest }: KnownTool, template: Template): boolean {
  if (settings?.repair === 'off') return false;
  const written = writtenOf(template);
  if (written === undefined) return false;
  const { inputSchema } = manifest;
  const required = Array.isArray(inputSchema.required) ? (inputSchema.required as string[]) : [];
  const schema: JsonSchema = { ...inputSchema, required: required.filter((name) => !written.referred.has(name)) };
  const repair = repairInput(schema, written.value);
  if (repair === undefined) return false;
  const mayBeMade = manifest.annotations?.readOnlyHint === true || repair.edits.every(({ kind }) => kind === 'form');
  return mayBeMade && problemsOf(repair.input, { schema, root: schema }).length === 0;
}

/** The members that are written down, and the names of those that are referred to or computed. */
function writtenOf(template: Template) {
  if (template.kind === 'literal') {
    const { value } = template;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return { value: value as Record<string, unknown>, referred: new Set<string>() };
  }
  if (template.kind !== 'object') return undefined;
  const literal = template.members.flatMap(([name, it]) => (it.kind === 'literal' ? [[name, it.value] as const] : []));
  const referred = template.members.flatMap(([name, it]) => (it.kind === 'literal' ? [] : [name]));
  return { value: Object.fromEntries(literal), referred: new Set(referred) };
}
