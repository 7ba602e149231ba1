import { clip, Refusal } from '@assay/kit';
import { fileTool } from './file-tool.js';
import { openFile } from './opened.js';
import { readByteRange } from './read-bytes.js';
import { type ReadInput, type ReadOutput, readInput, readOutput } from './read-fields.js';
import { readForeignText, readImage } from './read-foreign.js';
import { linesAsked, readLineRange } from './read-lines.js';

function refuseMixedRanges({ offset, startLine, lineCount, head, tail }: ReadInput): void {
  const ways = [offset, startLine ?? lineCount, head, tail].filter((it) => it !== undefined);
  if (ways.length > 1 && (head !== undefined || tail !== undefined))
    throw new Refusal('Give one of head, tail, startLine with lineCount, or offset.');
  if (offset === undefined || (startLine === undefined && lineCount === undefined)) return;
  throw new Refusal('Give either startLine and lineCount, or offset and maxBytes, not both.');
}

function heading({ path, startByte, endByte, sizeBytes, startLine, endLine, next }: ReadOutput): string {
  const lines = startLine !== null && endLine !== null ? `lines ${startLine} to ${endLine}, ` : '';
  const more = next ? `; read on with ${JSON.stringify(next)}` : '';
  return `${path}: ${lines}bytes ${startByte} to ${endByte} of ${sizeBytes}${more}`;
}

const bodyOf = ({ encoding, content }: ReadOutput): string => {
  if (encoding === 'image') return 'The picture follows.';
  return encoding === 'base64' ? 'Binary: the base64 is in the structured content.' : content;
};

export const read = fileTool({
  name: 'read',
  title: 'Read a file',
  description:
    'Reads a file, whole or in part: by lines (head, tail, startLine, lineCount) or by bytes (offset, maxBytes). Text comes as text, pictures as pictures, anything else as base64. The answer gives the total size and, when there is more, the fields that read on.',
  input: readInput,
  output: readOutput,
  async run(asked, { territory, signal }) {
    refuseMixedRanges(asked);
    const place = await territory.locate(asked.path);
    const file = await openFile(place.real, place.root, place.shown);
    try {
      const picture = await readImage(file, asked);
      if (picture !== null) {
        const structured = { path: place.shown, ...picture.output };
        return { structured, text: heading(structured), blocks: [picture.block] };
      }
      const foreign = await readForeignText(file, asked);
      if (foreign !== null) {
        const structured = { path: place.shown, ...foreign };
        return { structured, text: clip(`${heading(structured)}\n${bodyOf(structured)}`) };
      }
      const byBytes = asked.offset !== undefined || asked.encoding === 'base64';
      const part = byBytes ? undefined : await readLineRange(file, await linesAsked(file, asked, signal), signal);
      const structured = { path: place.shown, ...(part ?? (await readByteRange(file, asked, place.shown))) };
      return { structured, text: clip(`${heading(structured)}\n${bodyOf(structured)}`) };
    } finally {
      await file.handle.close();
    }
  },
});
