import type { Issue } from '@assay/contracts';
import { pointerStep } from '@assay/kernel';
import type { InputRule, Plan } from '../plan.js';
import { isStep } from '../plan.js';
import { plansIn } from '../plans-in.js';
import type { Template } from '../template.js';

/** Words that look like references, at the beginning of a text. */
const almostReference = /^\$(?:ref\b|input\b|prev\b|steps\b)/;
/** References within longer text, as plans write them and as the other notations do. */
const within = { null: /\$ref:[A-Za-z0-9_-]+/, omit: /\$(?:input|prev)\b|\$steps\[\d{1,5}\]/ } as const;

/** Texts of a plan's arguments that hold references and are none: they are passed on unchanged. */
export function textReferences(plan: Plan): readonly Issue[] {
  return plan.nodes.flatMap((node) => {
    const own = isStep(node)
      ? inRule(node.input, node.inputPlace)
      : node.kind === 'each' || node.kind === 'act'
        ? inRule(node.in, node.inPlace)
        : [];
    return node.kind === 'tool' ? own : [...own, ...plansIn(node).flatMap(textReferences)];
  });
}

function inRule(rule: InputRule, place: string): readonly Issue[] {
  if (rule.kind !== 'template') return [];
  return inTemplate(rule.template, place, within[rule.missing]);
}

function inTemplate(template: Template, place: string, reference: RegExp): readonly Issue[] {
  switch (template.kind) {
    case 'literal':
      return inValue(template.value, place, reference);
    case 'object':
      return template.members.flatMap(([name, it]) => inTemplate(it, place + pointerStep(name), reference));
    case 'list':
      return template.items.flatMap((it, at) => inTemplate(it, place + pointerStep(at), reference));
    case 'reference':
    case 'expression':
      return [];
  }
}

function inValue(value: unknown, path: string, reference: RegExp): readonly Issue[] {
  if (typeof value === 'string') {
    if (almostReference.test(value))
      return [{ path, message: 'looks like a reference but is not: it is passed on unchanged' }];
    const found = reference.exec(value)?.[0];
    if (found === undefined) return [];
    return [{ path, message: `contains ${found}, which is not replaced inside longer text: use {"$expr": "…"}` }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, it]) => inValue(it, path + pointerStep(name), reference));
}
