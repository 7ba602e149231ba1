import type { Issue } from '@assay/contracts';
import { readReference } from '../notations/tool-plan.js';
import { fill, readTemplate, type Source, type Template } from '../template.js';
import type { SagaStep } from './saga.js';

type Arguments = Readonly<Record<string, unknown>>;
type Tell = (issue: Issue) => void;

/** The arguments of a step; `$ref:step` leads to the output of an earlier one, by its position. */
export const readForward = (
  given: Arguments,
  place: string,
  earlier: ReadonlyMap<string, number>,
  tell: Tell,
): Template =>
  readTemplate(given, (text, within) =>
    readReference(text, (id) => {
      const position = earlier.get(id);
      if (position === undefined) tell({ path: place + within, message: `no earlier step is called ${id}` });
      return position;
    }),
  );

const sources: ReadonlyMap<string, Source> = new Map([
  ['input', 'input'],
  ['output', 'incoming'],
]);

/** The arguments of a compensation, over what its step was given and gave. */
export const readBack = (given: Arguments, place: string, tell: Tell): Template =>
  readTemplate(given, (text, within) =>
    readReference(text, (id) => {
      const source = sources.get(id);
      if (source === undefined)
        tell({
          path: place + within,
          message: `refers to "${id}": a compensation sees its step's "input" and "output"`,
        });
      return source;
    }),
  );

const silent: Tell = () => undefined;

/** What a step is called with. Its saga has been checked. */
export function forwardInput(steps: readonly SagaStep[], position: number): Record<string, unknown> {
  const earlier = new Map(steps.slice(0, position).map(({ id }, at) => [id, at]));
  const template = readForward(steps[position]?.arguments ?? {}, '', earlier, silent);
  return fill(template, (source) => steps[source as number]?.forward.output, 'null') as Record<string, unknown>;
}

/** What a compensation with arguments is called with. */
export function backInput(given: Arguments, input: unknown, output: unknown): Record<string, unknown> {
  const template = readBack(given, '', silent);
  return fill(template, (source) => (source === 'input' ? input : output), 'null') as Record<string, unknown>;
}
