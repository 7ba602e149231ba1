import { type ActBody, actTurns, observedBy } from '@assay/contracts';
import { isObject } from '@assay/kernel';
import type { FindTool } from '../known-tool.js';
import { type ActNode, type OfferedTool, planOf, type ToolNode } from '../plan.js';
import { idSegment, joinIds } from '../step-ids.js';
import type { Problems } from './draft.js';
import type { TemplateRule } from './read-input.js';

const maxDescription = 300;

/** The last part of a tool's name, without its version: what a model calls it. */
const shortName = (reference: string): string => (reference.split('@')[0] ?? '').replace(/^.*[./]/, '');

interface ActPlace {
  readonly place: string;
  readonly id: string;
}

/** What an act is, besides its place in a plan. Tools that do not exist and equal names are reported. */
export function actNode(
  act: ActBody,
  input: TemplateRule,
  { place, id }: ActPlace,
  { find, problems }: { readonly find: FindTool; readonly problems: Problems },
): Omit<ActNode, 'id' | 'place' | 'needs'> {
  const { tools, max = actTurns.default } = act;
  const observe = observedBy(act);
  const nodeOf = (tool: string, at: string): ToolNode => {
    const segment = idSegment(shortName(tool));
    return {
      ...{ kind: 'tool', tool, id: joinIds(id, segment), segment, place: at, inputPlace: at, needs: [] },
      input: { kind: 'handed', from: 'incoming', textInto: null },
    };
  };
  const offers = tools.map((tool, at): OfferedTool => {
    const found = find(tool);
    if (!found.ok) problems.tell(`${place}/tools/${at}`, found.error.message);
    const name = shortName(tool);
    if (tools.findIndex((it) => shortName(it) === name) !== at)
      problems.tell(
        `${place}/tools/${at}`,
        `another tool is named "${name}", too: the model could not tell them apart`,
      );
    if (name === 'done') problems.tell(`${place}/tools/${at}`, '"done" is how the model ends the loop');
    if (!found.ok) return { name, description: '', inputSchema: {} };
    const { description, inputSchema } = found.value.manifest;
    return {
      name,
      description: description.slice(0, maxDescription),
      inputSchema: isObject(inputSchema) ? inputSchema : {},
    };
  });
  const observed = find(observe.tool);
  if (!observed.ok) problems.tell(`${place}/observe`, observed.error.message);
  const offered = tools.map((tool, at) => nodeOf(tool, `${place}/tools/${at}`));
  const nodes = [nodeOf(observe.tool, `${place}/observe`), ...offered];
  const body = planOf({ nodes, forwardsFailures: false, outputs: [0] });
  return { kind: 'act', in: input, inPlace: place, observeInput: observe.input, body, offers, max };
}
