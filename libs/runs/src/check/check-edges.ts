import type { Issue } from '@assay/contracts';
import type { JsonSchema } from '@assay/json-schema';
import type { Sliced } from '@assay/kernel';
import type { FindTool } from '../known-tool.js';
import type { EachNode, Node, Plan, ToolNode } from '../plan.js';
import { plansIn } from '../plans-in.js';
import type { Source, Template } from '../template.js';
import { adapterGives, strayNames } from './adapter-gives.js';
import { fit, fitInput, nothingFound } from './edge-fit.js';
import type { Findings } from './findings.js';
import { type Given, givenAt, givenOf, type Standing, type StandingOf } from './given.js';
import { dereferenced, type JsonType, type SchemaPart, typeOfValue, typesOf } from './json-types.js';
import { OutputSchemas } from './output-schema.js';
import { checkArguments } from './step-arguments.js';

/** What is known beforehand. */
export interface EdgeSettings {
  readonly find: FindTool;
  readonly inputSchema: JsonSchema | undefined;
  readonly input?: unknown;
}

/** Whether types fit along every edge of a plan, and of the plans in it. */
export class EdgeCheck {
  readonly #find: FindTool;
  readonly #outputs: OutputSchemas;
  readonly #input: Standing;
  readonly #found: Findings;
  /** Plans in loops are handed what comes before them, and what they give: each is looked at once for each. */
  readonly #seen = new Map<Plan, Set<unknown>>();

  constructor({ find, inputSchema, input }: EdgeSettings, found: Findings) {
    this.#find = find;
    this.#found = found;
    this.#outputs = new OutputSchemas(find);
    this.#input = input === undefined ? standing(inputSchema) : { value: input };
  }

  *checking(plan: Plan): Sliced<void> {
    yield* this.#checkPlan(plan, this.#input);
  }

  *#checkPlan(plan: Plan, incoming: Standing): Sliced<void> {
    const seen = this.#seen.get(plan) ?? new Set();
    this.#seen.set(plan, seen);
    const key = incoming !== undefined && 'schema' in incoming ? incoming.schema : incoming;
    if (seen.has(key)) return;
    seen.add(key);
    const standingOf: StandingOf = (source) => this.#standingOf(plan, incoming, source);
    for (const node of plan.nodes) {
      yield;
      if (node.kind === 'tool') this.#checkTool(node, plan, standingOf);
      else if (node.kind === 'each') yield* this.#checkEach(node, plan, standingOf);
      // What an act calls is decided while it runs, and checked then.
      else if (node.kind !== 'ask' && node.kind !== 'act')
        for (const inner of plansIn(node)) yield* this.#checkPlan(inner, standingOf(node.from));
      // From the second turn on it is handed what it gave itself.
      if (node.kind === 'repeat' && node.max > 1)
        yield* this.#checkPlan(node.body, standing(this.#outputs.ofPlan(node.body)));
    }
  }

  *#checkEach(node: EachNode, plan: Plan, standingOf: StandingOf): Sliced<void> {
    const list = givenOf(node.in.template, standingOf);
    fit(list, listSchema, { place: node.inPlace, missing: node.in.missing, required: true }, this.#found);
    const items = list.kind === 'part' ? itemsOf(list.part) : undefined;
    if (!node.isStep) yield* this.#checkPlan(node.body, standing(items));
    else for (const step of node.body.nodes) if (step.kind === 'tool') this.#checkTool(step, plan, standingOf);
  }

  #standingOf(plan: Plan, incoming: Standing, source: Source): Standing {
    if (source === 'input') return this.#input;
    if (source === 'incoming') return incoming;
    const node = plan.nodes[source] as Node;
    return standing(this.#outputs.of(node)) ?? (node.kind === 'tool' ? this.#untyped(node) : undefined);
  }

  /** What a tool gives that declares nothing of it. */
  #untyped({ tool }: ToolNode): Standing {
    const found = this.#find(tool);
    return found.ok ? { untyped: found.value.manifest.name } : undefined;
  }

  #checkTool(node: ToolNode, plan: Plan, standingOf: StandingOf): void {
    const receiving = this.#find(node.tool);
    if (!receiving.ok) return;
    const { inputSchema } = receiving.value.manifest;
    const { input, place } = node;
    if (input.kind === 'template') {
      checkArguments(node, receiving.value, standingOf, this.#found);
      return;
    }
    const schema =
      input.fixed === undefined ? inputSchema : this.#withoutFixed(node, inputSchema, input.fixed.template);
    const before = typeof input.from === 'number' ? plan.nodes[input.from] : undefined;
    const adapter = before?.kind === 'tool' ? before.adapter : undefined;
    const output = before && this.#outputs.of(before);
    const handed: Handed = {
      given: adapter === undefined ? givenAt(standingOf(input.from), []) : adapterGives(adapter.syntax, output),
      // A tool that declares no output gives text; of what other nodes and adapters give, nothing may be known.
      isText: adapter === undefined && before !== undefined && this.#givesText(before),
      textInto: input.textInto,
      place: adapter === undefined ? place : `${before?.place}/adapter`,
    };
    for (const name of adapter === undefined ? [] : strayNames(adapter.syntax))
      this.#found.warnings.push({
        path: handed.place,
        message: `asks for "${name}", and there are output, structured and text only: "output.${name}"?`,
      });
    if (handed.given.kind === 'literal') checkHandedInput(handed, schema, this.#found);
    else checkHanded(handed, schema, this.#found);
  }

  /** Checks the arguments that are added; what is handed on need not have them. */
  #withoutFixed({ place }: ToolNode, schema: JsonSchema, template: Template): JsonSchema {
    const at = { place: `${place}/arguments`, missing: 'omit' } as const;
    fitInput(
      givenOf(template, () => undefined),
      { ...schema, required: [] },
      at,
      this.#found,
    );
    const given = givenOf(template, () => undefined);
    const names =
      given.kind === 'object'
        ? [...given.members.keys()]
        : given.kind === 'literal'
          ? Object.keys(given.value as object)
          : [];
    const { required } = schema;
    return {
      ...schema,
      ...(Array.isArray(required) && { required: (required as string[]).filter((it) => !names.includes(it)) }),
    };
  }

  #givesText(before: Node): boolean {
    const found = before.kind === 'tool' ? this.#find(before.tool) : undefined;
    return found?.ok === true && found.value.manifest.outputSchema === undefined;
  }
}

const listSchema: SchemaPart = { schema: { type: 'array' }, root: { type: 'array' } };

/** What the elements of a list are, where that can be read by itself. */
function itemsOf(part: SchemaPart): JsonSchema | undefined {
  const schema = dereferenced(part);
  const items: unknown = typeof schema === 'object' && schema !== null ? (schema as JsonSchema).items : undefined;
  if (typeof items !== 'object' || items === null || Array.isArray(items)) return undefined;
  return JSON.stringify(items).includes('"$ref"') ? undefined : (items as JsonSchema);
}

const standing = (schema: JsonSchema | undefined): Standing => (schema === undefined ? undefined : { schema });

interface Handed {
  readonly given: Given;
  /** Nothing is declared, and it is text as a rule. */
  readonly isText: boolean;
  readonly textInto: string | null;
  readonly place: string;
}

/** Of the input of the run, whose parts have no place in the composition. */
function checkHandedInput(handed: Handed, schema: JsonSchema, found: Findings): void {
  const within = nothingFound();
  checkHanded({ ...handed, place: '' }, schema, within);
  const placed = ({ path, message }: Issue): Issue => ({
    path: handed.place,
    message: `does not take the input: ${path}${path === '' ? '' : ' '}${message}`,
  });
  found.errors.push(...within.errors.map(placed));
  found.warnings.push(...within.warnings.map(placed));
}

/** What is handed on is the input when it is an object, and goes into the place for a text otherwise. */
function checkHanded({ given, isText, textInto, place }: Handed, schema: JsonSchema, found: Findings): void {
  const types = typesOfGiven(given);
  if (types === undefined && !isText) return;
  const mayBeText = types === undefined || [...types].some((it) => it !== 'object');
  if (mayBeText) {
    // What looks like an object is one where the tool takes no text.
    const isCertain = types === undefined ? textInto !== null : !types.has('object');
    const message = whyNoText(schema, textInto);
    if (message !== undefined) (isCertain ? found.errors : found.warnings).push({ path: place, message });
  }
  if (types?.has('object') !== true) return;
  const within = nothingFound();
  fitInput(mayBeText ? asObject(given) : given, schema, { missing: 'omit', place }, within);
  (mayBeText ? found.warnings : found.errors).push(...within.errors);
  found.warnings.push(...within.warnings);
}

/** What it is where it is an object: as anything else it goes into the place for a text. */
function asObject(given: Given): Given {
  if (given.kind !== 'part') return given;
  const schema = dereferenced(given.part);
  if (typeof schema !== 'object' || schema === null) return given;
  return { ...given, part: { ...given.part, schema: { ...schema, type: 'object', nullable: false } } };
}

function whyNoText({ required }: JsonSchema, textInto: string | null): string | undefined {
  if (textInto === null)
    return 'is handed a text, and the tool has no property for one: the step before needs an adapter that makes its input';
  const others = Array.isArray(required) ? (required as string[]).filter((it) => it !== textInto) : [];
  if (others.length === 0) return undefined;
  return `receives text, which goes into "${textInto}", and the tool needs ${others.map((it) => `"${it}"`).join(', ')} as well: the previous step needs an adapter that produces the input`;
}

/** Undefined where nothing is known. */
function typesOfGiven(given: Given): ReadonlySet<JsonType> | undefined {
  switch (given.kind) {
    case 'literal':
      return new Set([typeOfValue(given.value)]);
    case 'part':
      return typesOf(given.part);
    case 'types':
      return given.types;
    case 'object':
      return new Set(['object']);
    case 'list':
      return new Set(['array']);
    case 'absent':
    case 'unknown':
      return undefined;
  }
}
