import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { type Features, featuresOfFile, narrowed } from './features.js';
import { resolveNames } from './resolve-names.js';
import {
  type EnumShape,
  type FieldShape,
  type FieldType,
  fieldTypes,
  type MessageShape,
  type MethodShape,
  type ProtoTypes,
  type ServiceShape,
} from './types.js';
import { WireFields } from './wire-fields.js';
import { WireError } from './wire-reader.js';

/** Maximum sizes of a descriptor set. */
export const descriptorCaps = { files: 2_000, messages: 20_000, nesting: 32 } as const;

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;
const packageName = /^(?:[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)?$/;

interface Reading {
  readonly messages: Map<string, MessageShape>;
  readonly enums: Map<string, EnumShape>;
  readonly services: Map<string, ServiceShape>;
}

interface Place {
  readonly features: Features;
  readonly comments: ReadonlyMap<string, string>;
  /** Path of the descriptor in its file, as source positions name it. */
  readonly path: string;
}

/** The files (`FileDescriptorProto`) of a `google.protobuf.FileDescriptorSet`. Throws WireError for other bytes. */
export const filesOf = (descriptorSet: Uint8Array): readonly Uint8Array[] => new WireFields(descriptorSet).bytes(1);

/**
 * The combined definitions of files. Rejects, with the reason, bytes that are not descriptors, and sets above the
 * maximum sizes.
 */
export function readTypes(files: readonly Uint8Array[]): Result<ProtoTypes, Failure> {
  try {
    if (files.length > descriptorCaps.files) throw new WireError(`it has more than ${descriptorCaps.files} files`);
    const reading: Reading = { messages: new Map(), enums: new Map(), services: new Map() };
    for (const file of files) readFile(reading, new WireFields(file));
    return ok(resolveNames(reading));
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return fail('invalid_request', `The descriptor set cannot be read: ${error.message}.`);
  }
}

function readFile(reading: Reading, file: WireFields): void {
  const inPackage = file.text(2);
  if (!packageName.test(inPackage)) throw new WireError('a package has a name that is none');
  const place: Place = { features: featuresOfFile(file), comments: commentsOf(file), path: '' };
  const prefix = inPackage === '' ? '' : `${inPackage}.`;
  for (const [index, it] of file.messages(4).entries()) readMessage(reading, prefix, it, below(place, 4, index), 0);
  for (const it of file.messages(5)) readEnum(reading, prefix, it, place.features);
  for (const [index, it] of file.messages(6).entries()) {
    const name = fullName(prefix, it);
    const methods = it.messages(2).map((method, at) => readMethod(method, below(below(place, 6, index), 2, at)));
    reading.services.set(name, { name, methods, file: file.text(1) });
  }
}

const below = (place: Place, field: number, index: number): Place => ({
  ...place,
  path: `${place.path}${field},${index},`,
});

function fullName(prefix: string, descriptor: WireFields): string {
  const name = descriptor.text(1);
  if (!identifier.test(name)) throw new WireError(`something of ${prefix || 'a file'} has a name that is none`);
  return `${prefix}${name}`;
}

function readMessage(reading: Reading, prefix: string, descriptor: WireFields, place: Place, depth: number): void {
  const name = fullName(prefix, descriptor);
  if (depth > descriptorCaps.nesting) throw new WireError(`${name} is nested too deeply`);
  if (reading.messages.size >= descriptorCaps.messages)
    throw new WireError(`it has more than ${descriptorCaps.messages} messages`);
  const options = descriptor.message(7);
  const here: Place = { ...place, features: narrowed(place.features, options, 12) };
  const oneofs = descriptor.messages(8).map((it) => it.text(1));
  reading.messages.set(name, {
    name,
    fields: descriptor.messages(2).map((it, index) => readField(name, it, oneofs, below(here, 2, index))),
    isMapEntry: options.flag(7),
    comment: place.comments.get(place.path) ?? '',
  });
  for (const [index, it] of descriptor.messages(3).entries())
    readMessage(reading, `${name}.`, it, below(here, 3, index), depth + 1);
  for (const it of descriptor.messages(4)) readEnum(reading, `${name}.`, it, here.features);
}

const labels = [undefined, 'optional', 'required', 'repeated'] as const;
const unpackable = new Set<FieldType>(['string', 'bytes', 'message', 'group']);

function readField(message: string, descriptor: WireFields, oneofs: readonly string[], place: Place): FieldShape {
  const name = fullName(`${message}.`, descriptor).slice(message.length + 1);
  const options = descriptor.message(8);
  const features = narrowed(place.features, options, 21);
  const number = descriptor.number(3) ?? 0;
  if (number < 1 || number > 536_870_911) throw new WireError(`${message}.${name} has no number`);
  const stated = fieldTypes[descriptor.number(5) ?? 0] ?? 'none';
  if (stated === 'none') throw new WireError(`${message}.${name} has an unknown type`);
  const type = stated === 'message' && features.delimited ? 'group' : stated;
  const declared = labels[descriptor.number(4) ?? 1] ?? 'optional';
  const label = declared === 'optional' && features.presence === 'required' ? 'required' : declared;
  const proto3Optional = descriptor.flag(17);
  const alternative = descriptor.has(9) ? oneofs[descriptor.number(9) ?? 0] : undefined;
  // A proto3 `optional` has a synthetic oneof, which some compilers do not mark as synthetic.
  const isOptional = proto3Optional || alternative === `_${name}`;
  const oneof = isOptional ? undefined : alternative;
  const isMessage = type === 'message' || type === 'group';
  return {
    name,
    jsonName: descriptor.text(10) || lowerCamelCase(name),
    number,
    type,
    label,
    typeName: descriptor.text(6),
    oneof,
    presence:
      label !== 'repeated' && (isMessage || oneof !== undefined || isOptional || features.presence !== 'implicit'),
    packed: label === 'repeated' && !unpackable.has(type) && (options.has(2) ? options.flag(2) : features.packed),
    comment: place.comments.get(place.path) ?? '',
  };
}

/**
 * Converts names as the JSON mapping of proto3 does: underscores are dropped, and the letter after one is capitalised.
 */
export const lowerCamelCase = (name: string): string =>
  name.replaceAll(/_+([A-Za-z0-9]?)/g, (_all, letter: string) => letter.toUpperCase());

function readEnum(reading: Reading, prefix: string, descriptor: WireFields, features: Features): void {
  const name = fullName(prefix, descriptor);
  const values = descriptor
    .messages(2)
    .map((it) => [fullName('', it), Number(BigInt.asIntN(32, BigInt(it.number(2) ?? 0)))] as const);
  const { openEnums } = narrowed(features, descriptor.message(3), 7);
  reading.enums.set(name, { name, values: new Map(values), isOpen: openEnums });
}

const effects = ['unknown', 'none', 'idempotent'] as const;

function readMethod(descriptor: WireFields, place: Place): MethodShape {
  const options = descriptor.message(4);
  return {
    name: fullName('', descriptor),
    input: descriptor.text(2),
    output: descriptor.text(3),
    clientStreaming: descriptor.flag(5),
    serverStreaming: descriptor.flag(6),
    effects: effects[options.number(34) ?? 0] ?? 'unknown',
    isDeprecated: options.flag(33),
    comment: place.comments.get(place.path) ?? '',
  };
}

/** Comments by the path of their element (`SourceCodeInfo`); a leading comment is preferred to a trailing one. */
function commentsOf(file: WireFields): ReadonlyMap<string, string> {
  const comments = new Map<string, string>();
  for (const location of file.message(9).messages(1)) {
    const comment = (location.text(3) || location.text(4))
      .replaceAll(/[^\S\n]+/g, ' ')
      .replaceAll(/ ?\n ?/g, '\n')
      .trim();
    if (comment !== '')
      comments.set(
        location
          .numbers(1)
          .map((it) => `${it},`)
          .join(''),
        comment,
      );
  }
  return comments;
}
