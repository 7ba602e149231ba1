/** A place in a text: both are counted from 1, columns in UTF-16 units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

interface Frame {
  readonly pointer: string;
  readonly isList: boolean;
  /** Of the next item of a list. */
  index: number;
  /** Of the value that is to come, in an object; null while a name is. */
  name: string | null;
}

const word = /\s*([{}[\],:]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s{}[\],:"]+)/gy;

/**
 * Where the values of a JSON text stand, by their JSON pointers: what a server says of a place in a composition is found in
 * the file it was read from. A place that is not there, such as a member that is missing, is that of what should hold it.
 *
 * @param text JSON that can be parsed.
 */
export function jsonPlaces(text: string): (pointer: string) => TextPlace {
  const offsets = new Map<string, number>();
  for (const [pointer, offset] of valuesOf(text)) offsets.set(pointer, offset);
  const lines = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.push(at + 1);
  return (pointer) => {
    let known = pointer;
    while (known !== '' && !offsets.has(known)) known = known.slice(0, known.lastIndexOf('/'));
    const offset = offsets.get(known) ?? 0;
    const line = lines.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (lines[line] as number) + 1 };
  };
}

/** Every value with its pointer, outer ones before inner ones. */
function* valuesOf(text: string): Generator<[pointer: string, offset: number]> {
  const open: Frame[] = [];
  for (const match of text.matchAll(word)) {
    const [whole, token = ''] = match;
    const offset = match.index + whole.length - token.length;
    const frame = open.at(-1);
    if (token === ':') continue;
    if (token === ',') {
      if (frame?.isList) frame.index += 1;
      else if (frame !== undefined) frame.name = null;
    } else if (token === '}' || token === ']') open.pop();
    else if (frame !== undefined && !frame.isList && frame.name === null) frame.name = JSON.parse(token) as string;
    else {
      const pointer = frame === undefined ? '' : `${frame.pointer}/${stepIn(frame)}`;
      yield [pointer, offset];
      if (token === '{' || token === '[') open.push({ pointer, isList: token === '[', index: 0, name: null });
    }
  }
}

const stepIn = ({ isList, index, name }: Frame): string =>
  isList ? String(index) : (name ?? '').replaceAll('~', '~0').replaceAll('/', '~1');
