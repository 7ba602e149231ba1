import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { isFieldSet } from '@bufbuild/protobuf';
import { WireType } from '@bufbuild/protobuf/wire';
import {
  type DescriptorProto,
  type EnumDescriptorProto,
  type FieldDescriptorProto,
  FieldDescriptorProtoSchema,
  FieldOptionsSchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  type MethodDescriptorProto,
} from '@bufbuild/protobuf/wkt';
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
import { readMessage, WireError, WireReader } from './wire-reader.js';

/** What a set of descriptors may hold. */
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
export function filesOf(descriptorSet: Uint8Array): readonly Uint8Array[] {
  const files: Uint8Array[] = [];
  for (const reader = new WireReader(descriptorSet); !reader.done; ) {
    const tag = reader.tag();
    if (tag.field === 1 && tag.type === WireType.LengthDelimited) files.push(reader.message());
    else reader.skip(tag);
  }
  return files;
}

/** What files define together. Refused with the reason: bytes that are no descriptors, and more than may be held. */
export function readTypes(files: readonly Uint8Array[]): Result<ProtoTypes, Failure> {
  try {
    if (files.length > descriptorCaps.files) throw new WireError(`it has more than ${descriptorCaps.files} files`);
    const reading: Reading = { messages: new Map(), enums: new Map(), services: new Map() };
    for (const file of files) readFile(reading, readMessage(FileDescriptorProtoSchema, file));
    return ok(resolveNames(reading));
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return fail('invalid_request', `The descriptor set cannot be read: ${error.message}.`);
  }
}

function readFile(reading: Reading, file: FileDescriptorProto): void {
  if (!packageName.test(file.package)) throw new WireError('a package has a name that is none');
  const features = featuresOfFile(file.syntax, file.options?.features);
  const place: Place = { features, comments: commentsOf(file), path: '' };
  const prefix = file.package === '' ? '' : `${file.package}.`;
  for (const [index, it] of file.messageType.entries()) addMessage(reading, prefix, it, below(place, 4, index), 0);
  for (const it of file.enumType) addEnum(reading, prefix, it, place.features);
  for (const [index, it] of file.service.entries()) {
    const name = fullName(prefix, it);
    const methods = it.method.map((method, at) => methodShape(method, below(below(place, 6, index), 2, at)));
    reading.services.set(name, { name, methods, file: file.name });
  }
}

const below = (place: Place, field: number, index: number): Place => ({
  ...place,
  path: `${place.path}${field},${index},`,
});

function fullName(prefix: string, { name }: { readonly name: string }): string {
  if (!identifier.test(name)) throw new WireError(`something of ${prefix || 'a file'} has a name that is none`);
  return `${prefix}${name}`;
}

function addMessage(reading: Reading, prefix: string, descriptor: DescriptorProto, place: Place, depth: number): void {
  const name = fullName(prefix, descriptor);
  if (depth > descriptorCaps.nesting) throw new WireError(`${name} is nested too deeply`);
  if (reading.messages.size >= descriptorCaps.messages)
    throw new WireError(`it has more than ${descriptorCaps.messages} messages`);
  const here: Place = { ...place, features: narrowed(place.features, descriptor.options?.features) };
  const oneofs = descriptor.oneofDecl.map((it) => it.name);
  reading.messages.set(name, {
    name,
    fields: descriptor.field.map((it, index) => fieldShape(name, it, oneofs, below(here, 2, index))),
    isMapEntry: descriptor.options?.mapEntry ?? false,
    comment: place.comments.get(place.path) ?? '',
  });
  for (const [index, it] of descriptor.nestedType.entries())
    addMessage(reading, `${name}.`, it, below(here, 3, index), depth + 1);
  for (const it of descriptor.enumType) addEnum(reading, `${name}.`, it, here.features);
}

const labels = [undefined, 'optional', 'required', 'repeated'] as const;
const unpackable = new Set<FieldType>(['string', 'bytes', 'message', 'group']);

function fieldShape(
  message: string,
  descriptor: FieldDescriptorProto,
  oneofs: readonly string[],
  place: Place,
): FieldShape {
  const { number, options } = descriptor;
  const name = fullName(`${message}.`, descriptor).slice(message.length + 1);
  const features = narrowed(place.features, options?.features);
  if (number < 1 || number > 536_870_911) throw new WireError(`${message}.${name} has no number`);
  const type = typeOf(`${message}.${name}`, descriptor, features);
  const declared = labels[descriptor.label] ?? 'optional';
  const label = declared === 'optional' && features.presence === 'required' ? 'required' : declared;
  const { oneof, isOptional } = alternativeOf(descriptor, oneofs);
  const isMessage = type === 'message' || type === 'group';
  const packed =
    options !== undefined && isFieldSet(options, FieldOptionsSchema.field.packed) ? options.packed : features.packed;
  return {
    name,
    jsonName: descriptor.jsonName || lowerCamelCase(name),
    number,
    type,
    label,
    typeName: descriptor.typeName,
    oneof,
    presence:
      label !== 'repeated' && (isMessage || oneof !== undefined || isOptional || features.presence !== 'implicit'),
    packed: label === 'repeated' && !unpackable.has(type) && packed,
    comment: place.comments.get(place.path) ?? '',
  };
}

function typeOf(field: string, descriptor: FieldDescriptorProto, { delimited }: Features): FieldType {
  const isStated = isFieldSet(descriptor, FieldDescriptorProtoSchema.field.type);
  const stated = isStated ? (fieldTypes[descriptor.type] ?? 'none') : 'none';
  if (stated === 'none') throw new WireError(`${field} has an unknown type`);
  return stated === 'message' && delimited ? 'group' : stated;
}

/** A proto3 `optional` stands in a oneof of its own, which some compilers do not mark as made up. */
function alternativeOf(descriptor: FieldDescriptorProto, oneofs: readonly string[]) {
  const isMember = isFieldSet(descriptor, FieldDescriptorProtoSchema.field.oneofIndex);
  const alternative = isMember ? oneofs[descriptor.oneofIndex] : undefined;
  const isOptional = descriptor.proto3Optional || alternative === `_${descriptor.name}`;
  return { isOptional, oneof: isOptional ? undefined : alternative };
}

/** As the JSON mapping of proto3 makes names: underscores go, and the letter after one becomes a capital. */
export const lowerCamelCase = (name: string): string =>
  name.replaceAll(/_+([A-Za-z0-9]?)/g, (_all, letter: string) => letter.toUpperCase());

function addEnum(reading: Reading, prefix: string, descriptor: EnumDescriptorProto, features: Features): void {
  const name = fullName(prefix, descriptor);
  const values = descriptor.value.map((it) => [fullName('', it), it.number] as const);
  const { openEnums } = narrowed(features, descriptor.options?.features);
  reading.enums.set(name, { name, values: new Map(values), isOpen: openEnums });
}

const effects = ['unknown', 'none', 'idempotent'] as const;

const methodShape = (descriptor: MethodDescriptorProto, place: Place): MethodShape => ({
  name: fullName('', descriptor),
  input: descriptor.inputType,
  output: descriptor.outputType,
  clientStreaming: descriptor.clientStreaming,
  serverStreaming: descriptor.serverStreaming,
  effects: effects[descriptor.options?.idempotencyLevel ?? 0] ?? 'unknown',
  isDeprecated: descriptor.options?.deprecated ?? false,
  comment: place.comments.get(place.path) ?? '',
});

/** Comments by the path of what they stand beside (`SourceCodeInfo`); the one before counts, else the one behind. */
function commentsOf({ sourceCodeInfo }: FileDescriptorProto): ReadonlyMap<string, string> {
  const comments = new Map<string, string>();
  for (const { leadingComments, trailingComments, path } of sourceCodeInfo?.location ?? []) {
    const comment = (leadingComments || trailingComments)
      .replaceAll(/[^\S\n]+/g, ' ')
      .replaceAll(/ ?\n ?/g, '\n')
      .trim();
    if (comment !== '') comments.set(path.map((it) => `${it},`).join(''), comment);
  }
  return comments;
}
