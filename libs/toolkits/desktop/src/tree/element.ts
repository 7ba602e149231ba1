import type { Reference } from '../bus/accessibility-bus.js';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One element of an application, as its accessibility interface describes it. */
export interface Element {
  readonly reference: Reference;
  readonly depth: number;
  readonly role: string;
  /** Its own name, or that of the label beside it. */
  readonly name: string;
  /** Of what holds text; never that of a password. */
  readonly text: string | null;
  readonly isSecret: boolean;
  readonly states: readonly string[];
  readonly actions: readonly string[];
  readonly isEditable: boolean;
  /** On the screen, in pixels; null when it is not shown. */
  readonly box: Box | null;
}

/** States that decide what can be done, by their bit (AT-SPI, `AtspiStateType`). */
const stateBits: Readonly<Record<string, number>> = {
  checked: 4,
  editable: 7,
  enabled: 8,
  expanded: 10,
  focused: 12,
  pressed: 20,
  selected: 23,
  sensitive: 24,
  showing: 25,
};

/** Names of the states that are set in the two words of a state set. */
export function statesOf([low = 0]: readonly number[]): string[] {
  return Object.entries(stateBits).flatMap(([name, bit]) => ((low >>> bit) & 1 ? [name] : []));
}

const isBeside = (label: Box, field: Box): boolean => {
  const overlaps = label.y < field.y + field.height && field.y < label.y + label.height;
  return overlaps && label.x + label.width <= field.x + field.width / 2;
};
const isAbove = (label: Box, field: Box): boolean =>
  label.y + label.height <= field.y && label.x < field.x + field.width && field.x < label.x + label.width;

/** The text of the label that belongs to a field by its place: to the left, otherwise above, the nearest one. */
export function labelOf(field: Box | null, labels: readonly Pick<Element, 'name' | 'box'>[]): string {
  if (field === null) return '';
  const shown = labels.flatMap(({ name, box }) => (box === null ? [] : [{ name, box }]));
  const nearest = (found: typeof shown, distance: (box: Box) => number) =>
    found.toSorted((a, b) => distance(a.box) - distance(b.box))[0]?.name;
  return (
    nearest(
      shown.filter((it) => isBeside(it.box, field)),
      (it) => field.x - it.x,
    ) ??
    nearest(
      shown.filter((it) => isAbove(it.box, field)),
      (it) => field.y - it.y,
    ) ??
    ''
  );
}
