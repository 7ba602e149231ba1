import { Refusal } from '@assay/kit';
import { type AccessibilityBus, desktopRoot, type Reference } from '../bus/accessibility-bus.js';
import { type Box, type Element, labelOf, statesOf } from './element.js';

const bounds = Object.freeze({ elements: 3_000, depth: 40, children: 300, text: 2_000 });
/** Of what is not on the screen. */
const offScreen = -2_147_483_648;
const toScreen = 0;
const secretRole = 'password text';

/** All elements of the applications of the session, each after what contains it. */
export async function readTree(bus: AccessibilityBus): Promise<readonly Element[]> {
  const elements: Element[] = [];
  const visit = async (reference: Reference, depth: number): Promise<void> => {
    if (elements.length >= bounds.elements || depth > bounds.depth) return;
    // A window may close while it is read.
    const element = await readElement(bus, reference, depth).catch(unlessRefused);
    if (element === null) return;
    elements.push(element);
    const children = await childrenOf(bus, reference).catch(unlessRefused);
    for (const child of (children ?? []).slice(0, bounds.children)) await visit(child, depth + 1);
  };
  for (const application of await childrenOf(bus, desktopRoot)) await visit(application, 0);
  return named(elements);
}

function unlessRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}

async function childrenOf(bus: AccessibilityBus, of: Reference): Promise<Reference[]> {
  const [children] = await bus.call(of, 'Accessible', 'GetChildren');
  return (children as readonly [string, string][]).map(([owner, path]) => ({ owner, path }));
}

async function readElement(bus: AccessibilityBus, reference: Reference, depth: number): Promise<Element> {
  const [[role], [states], [interfaces], name] = await Promise.all([
    bus.call(reference, 'Accessible', 'GetRoleName'),
    bus.call(reference, 'Accessible', 'GetState'),
    bus.call(reference, 'Accessible', 'GetInterfaces'),
    bus.property(reference, 'Accessible', 'Name'),
  ]);
  const has = (iface: string) => (interfaces as readonly string[]).includes(`org.a11y.atspi.${iface}`);
  const isSecret = role === secretRole;
  const [box, actions, text] = await Promise.all([
    has('Component') ? boxOf(bus, reference) : null,
    has('Action') ? actionsOf(bus, reference) : [],
    has('Text') && !isSecret ? textOf(bus, reference) : null,
  ]);
  return {
    ...{ reference, depth, role: String(role), name: String(name), text, isSecret, box, actions },
    states: statesOf(states as readonly number[]),
    isEditable: has('EditableText'),
  };
}

async function boxOf(bus: AccessibilityBus, of: Reference): Promise<Box | null> {
  const [extents] = await bus.call(of, 'Component', 'GetExtents', 'u', [toScreen]);
  const [x, y, width, height] = extents as readonly [number, number, number, number];
  return x === offScreen || width <= 0 || height <= 0 ? null : { x, y, width, height };
}

async function actionsOf(bus: AccessibilityBus, of: Reference): Promise<string[]> {
  const [actions] = await bus.call(of, 'Action', 'GetActions');
  return (actions as readonly (readonly [string])[]).map(([name]) => name);
}

async function textOf(bus: AccessibilityBus, of: Reference): Promise<string> {
  const [text] = await bus.call(of, 'Text', 'GetText', 'ii', [0, bounds.text]);
  return String(text);
}

/** Fields without a name of their own take that of the label beside them. */
function named(elements: readonly Element[]): readonly Element[] {
  const labels = elements.filter((it) => it.role === 'label' && it.name !== '');
  return elements.map((it) =>
    it.name === '' && it.isEditable
      ? {
          ...it,
          name: labelOf(
            it.box,
            labels.filter((label) => label.reference.owner === it.reference.owner),
          ),
        }
      : it,
  );
}
