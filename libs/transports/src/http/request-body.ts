import { randomUUID } from 'node:crypto';
import { mediaTypeOf } from '@assay/importing';
import { type Encoding, formText, textOf, toPairs } from './serialise.js';

/** A property of the input that travels in the body. */
export interface BodyField {
  readonly name: string;
  readonly value: unknown;
  readonly encoding: Encoding;
}

export interface WrittenBody {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** A body that is one value: as JSON, as a form of its members, as text, or as bytes given in base64. */
export function writeWhole(bodyType: string, value: unknown): WrittenBody {
  const kind = mediaTypeOf(bodyType);
  if (kind === 'json') return { contentType: bodyType, bytes: Buffer.from(JSON.stringify(value)) };
  if (kind === 'form' || kind === 'multipart') {
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return writeFields(
      bodyType,
      members.map(([name, member]) => ({ name, value: member, encoding: {} })),
    );
  }
  const bytes = kind === 'binary' ? Buffer.from(textOf(value), 'base64') : Buffer.from(textOf(value));
  return { contentType: bodyType, bytes };
}

/** A body of several properties: the members of a JSON object, or the fields of a form. */
export function writeFields(bodyType: string, fields: readonly BodyField[]): WrittenBody {
  const kind = mediaTypeOf(bodyType);
  if (kind === 'form') {
    const pairs = fields.flatMap(({ name, value, encoding }) => toPairs(name, value, encoding));
    return { contentType: bodyType, bytes: Buffer.from(formText(pairs)) };
  }
  if (kind === 'multipart') return writeMultipart(fields);
  const object = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  return { contentType: bodyType, bytes: Buffer.from(JSON.stringify(object)) };
}

/** RFC 7578. A list is a part for each of its items. */
function writeMultipart(fields: readonly BodyField[]): WrittenBody {
  const boundary = `assay-${randomUUID()}`;
  const parts = fields.flatMap(({ name, value, encoding }) => {
    const items = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
    return items.map((item) => part(boundary, name, item, encoding));
  });
  const bytes = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes };
}

function part(boundary: string, name: string, value: unknown, { style }: Encoding): Buffer {
  const field = `form-data; name="${quoted(name)}"`;
  const [disposition, type, bytes] =
    style === 'file'
      ? [`${field}; filename="${quoted(name)}"`, 'application/octet-stream', Buffer.from(textOf(value), 'base64')]
      : [field, typeof value === 'object' ? 'application/json' : null, Buffer.from(textOf(value))];
  const head = `--${boundary}\r\nContent-Disposition: ${disposition}\r\n${type === null ? '' : `Content-Type: ${type}\r\n`}\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')]);
}

/** As browsers write names of fields: what could end the quotes or the line is percent-encoded. */
const quoted = (name: string): string =>
  name.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
