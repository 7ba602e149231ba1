import { create, createFileRegistry, type Message } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import { FieldDescriptorProto_Label, FieldDescriptorProto_Type, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';

/** A field: `repeated` in front as in a .proto file, then a scalar type or the name of a message. */
type FieldType = `${'' | 'repeated '}${string}`;

/** Messages by name, each with its fields by name and number: `{ Status: { code: [1, 'int32'] } }`. */
export type MessageTypes = Readonly<
  Record<string, Readonly<Record<string, readonly [number: number, type: FieldType]>>>
>;

const scalars: Readonly<Record<string, FieldDescriptorProto_Type>> = {
  int32: FieldDescriptorProto_Type.INT32,
  int64: FieldDescriptorProto_Type.INT64,
  string: FieldDescriptorProto_Type.STRING,
  bytes: FieldDescriptorProto_Type.BYTES,
};

/** Types of a proto3 package that Assay itself reads and writes. `of` gives the library's schema of one of them. */
export function messageTypes(inPackage: string, types: MessageTypes) {
  const messageType = Object.entries(types).map(([name, fields]) => ({
    name,
    field: Object.entries(fields).map(([field, [number, type]]) => descriptorOf(inPackage, field, number, type)),
  }));
  const file = [{ name: `${inPackage}.proto`, package: inPackage, syntax: 'proto3', messageType }];
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file }));
  return {
    of<Shape extends object>(name: string): GenMessage<Message & Shape> {
      const found = registry.getMessage(`${inPackage}.${name}`);
      if (found === undefined) throw new Error(`${inPackage} has no message ${name}`);
      return found as GenMessage<Message & Shape>;
    },
  };
}

function descriptorOf(inPackage: string, name: string, number: number, written: FieldType) {
  const isRepeated = written.startsWith('repeated ');
  const type = isRepeated ? written.slice('repeated '.length) : written;
  const scalar = scalars[type];
  return {
    name,
    number,
    jsonName: name,
    label: isRepeated ? FieldDescriptorProto_Label.REPEATED : FieldDescriptorProto_Label.OPTIONAL,
    ...(scalar === undefined
      ? { type: FieldDescriptorProto_Type.MESSAGE, typeName: `.${inPackage}.${type}` }
      : { type: scalar }),
  };
}
