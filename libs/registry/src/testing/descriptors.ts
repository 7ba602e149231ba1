/** Writes Protocol Buffers messages for descriptors in tests. */
type Value = number | string | Uint8Array;

const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
};

/** Fields by number, in the given order: numbers as varints, the rest length-delimited. */
export function written(...fields: readonly (readonly [field: number, value: Value])[]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(([field, value]) => {
      if (typeof value === 'number') return [...varint(field * 8), ...varint(value)];
      const bytes = Buffer.from(value);
      return [...varint(field * 8 + 2), ...varint(bytes.length), ...bytes];
    }),
  );
}

/** Numbers of `FieldDescriptorProto.Type`. */
export const type = { int32: 5, string: 9, group: 10, message: 11, enum: 14 } as const;
export const label = { optional: 1, required: 2, repeated: 3 } as const;

interface FieldParts {
  readonly label?: number;
  readonly typeName?: string;
  readonly oneof?: number;
  readonly jsonName?: string;
  readonly options?: Uint8Array;
  readonly proto3Optional?: boolean;
}

export const aField = (name: string, number: number, kind: number, parts: FieldParts = {}): Uint8Array =>
  written(
    [1, name],
    [3, number],
    [4, parts.label ?? label.optional],
    [5, kind],
    ...(parts.typeName === undefined ? [] : [[6, parts.typeName] as const]),
    ...(parts.options === undefined ? [] : [[8, parts.options] as const]),
    ...(parts.oneof === undefined ? [] : [[9, parts.oneof] as const]),
    ...(parts.jsonName === undefined ? [] : [[10, parts.jsonName] as const]),
    ...(parts.proto3Optional ? [[17, 1] as const] : []),
  );

export const aMessage = (
  name: string,
  fields: readonly Uint8Array[],
  more: readonly (readonly [number, Value])[] = [],
) => written([1, name], ...fields.map((it) => [2, it] as const), ...more);

export const anEnum = (name: string, values: Readonly<Record<string, number>>): Uint8Array =>
  written(
    [1, name],
    ...Object.entries(values).map(([value, number]) => [2, written([1, value], [2, number])] as const),
  );

interface MethodParts {
  readonly clientStreaming?: boolean;
  readonly serverStreaming?: boolean;
  readonly options?: Uint8Array;
}

export const aMethod = (name: string, input: string, output: string, parts: MethodParts = {}): Uint8Array =>
  written(
    [1, name],
    [2, input],
    [3, output],
    ...(parts.options === undefined ? [] : [[4, parts.options] as const]),
    ...(parts.clientStreaming ? [[5, 1] as const] : []),
    ...(parts.serverStreaming ? [[6, 1] as const] : []),
  );

export const aService = (name: string, methods: readonly Uint8Array[]): Uint8Array =>
  written([1, name], ...methods.map((it) => [2, it] as const));

interface FileParts {
  readonly name?: string;
  readonly inPackage?: string;
  readonly imports?: readonly string[];
  readonly messages?: readonly Uint8Array[];
  readonly enums?: readonly Uint8Array[];
  readonly services?: readonly Uint8Array[];
  readonly syntax?: string;
  readonly options?: Uint8Array;
  /** Comments by the path of the element they precede. */
  readonly comments?: readonly (readonly [path: readonly number[], comment: string])[];
}

export function aFile(parts: FileParts): Uint8Array {
  const { name = 'shop.proto', inPackage = 'shop.v1', syntax = 'proto3', comments = [] } = parts;
  const many = (field: number, values: readonly (Uint8Array | string)[] = []) =>
    values.map((it) => [field, it] as const);
  return written(
    [1, name],
    [2, inPackage],
    ...many(3, parts.imports),
    ...many(4, parts.messages),
    ...many(5, parts.enums),
    ...many(6, parts.services),
    ...(parts.options === undefined ? [] : [[8, parts.options] as const]),
    [9, written(...comments.map(([path, it]) => [1, written([1, Uint8Array.from(path)], [3, it])] as const))],
    [12, syntax],
  );
}

/** A shop of two files: orders with items, which are made of items, and a state. */
export const shopFiles = (more: Partial<FileParts> = {}): Uint8Array[] => [
  aFile({
    name: 'items.proto',
    messages: [
      aMessage('Item', [
        aField('sku', 1, type.string),
        aField('parts', 2, type.message, { label: label.repeated, typeName: '.shop.v1.Item' }),
      ]),
      aMessage('Unused', [aField('x', 1, type.string)]),
    ],
    enums: [anEnum('State', { UNKNOWN: 0, OPEN: 1 })],
  }),
  aFile({
    name: 'orders.proto',
    imports: ['items.proto', 'google/protobuf/timestamp.proto'],
    messages: [
      aMessage('GetOrder', [aField('order_id', 1, type.string)]),
      aMessage(
        'Order',
        [
          aField('order_id', 1, type.string),
          aField('items', 2, type.message, { label: label.repeated, typeName: '.shop.v1.Item' }),
          aField('state', 3, type.enum, { typeName: '.shop.v1.State' }),
          aField('labels', 4, type.message, { label: label.repeated, typeName: '.shop.v1.Order.LabelsEntry' }),
          aField('card', 5, type.string, { oneof: 0 }),
          aField('voucher', 6, type.string, { oneof: 0 }),
          aField('placed_at', 7, type.message, { typeName: '.google.protobuf.Timestamp' }),
        ],
        [
          [
            3,
            aMessage(
              'LabelsEntry',
              [aField('key', 1, type.int32), aField('value', 2, type.string)],
              [[7, written([7, 1])]],
            ),
          ],
          [8, written([1, 'payment'])],
        ],
      ),
    ],
    services: [
      aService('Orders', [
        aMethod('Get', '.shop.v1.GetOrder', '.shop.v1.Order', { options: written([34, 1]) }),
        aMethod('Watch', '.shop.v1.GetOrder', '.shop.v1.Order', { serverStreaming: true }),
        aMethod('Upload', '.shop.v1.Order', '.shop.v1.GetOrder', { clientStreaming: true }),
      ]),
    ],
    comments: [
      [[6, 0, 2, 0], ' Gets one order.\n'],
      [[4, 1, 2, 0], ' As it was given out. '],
    ],
    ...more,
  }),
];
