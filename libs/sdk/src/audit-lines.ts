import type { AuditLine } from '@assay/contracts';
import { AssayError } from './error.js';

/** The lines of an export, one JSON text each, however it is cut into pieces. */
export async function* auditLines(pieces: AsyncIterable<Uint8Array | string>): AsyncGenerator<AuditLine> {
  const decoder = new TextDecoder();
  let rest = '';
  let number = 0;
  for await (const piece of pieces) {
    const texts = (rest + (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))).split('\n');
    rest = texts.pop() ?? '';
    for (const text of texts) {
      number += 1;
      yield parsed(text, number);
    }
  }
  if (rest.trim() !== '') yield parsed(rest, number + 1);
}

function parsed(text: string, number: number): AuditLine {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    line = undefined;
  }
  if (typeof line === 'object' && line !== null && 'type' in line) return line as AuditLine;
  throw new AssayError({ code: 'unexpected_answer', message: `Line ${number} is none of an export of the audit log.` });
}
