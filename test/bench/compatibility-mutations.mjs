/** Changes as people make them, each with what it is to the callers of a tool. */

const draw = (list, seed) => list[seed % list.length];
const copyOf = (schema) => structuredClone(schema);
const isRequired = (schema, name) => Array.isArray(schema.required) && schema.required.includes(name);
const isPlain = (value) =>
  typeof value === 'object' &&
  value !== null &&
  typeof value.type === 'string' &&
  !value.enum &&
  value.const === undefined &&
  !value.anyOf &&
  !value.nullable;

const isUsable = (value) =>
  typeof value === 'object' &&
  (value.enum === undefined || value.type === undefined || value.enum.some((it) => fits(it, value.type)));
const fits = (value, type) =>
  type === 'integer' ? Number.isInteger(value) : type === 'array' ? Array.isArray(value) : typeof value === type;

/** With one property's schema replaced. */
const withProperty = (schema, name, value) => {
  const copy = copyOf(schema);
  copy.properties[name] = value;
  return copy;
};

const onWhole = {
  'optional property added': (it) => [withProperty(it, 'brandNew', { type: 'integer' }), 'additive', 'additive'],
  'required property added': (it) => [
    { ...withProperty(it, 'brandNew', { type: 'integer' }), required: [...(it.required ?? []), 'brandNew'] },
    'breaking',
    'additive',
  ],
  'description edited': (it) => [{ ...copyOf(it), description: 'Another text.' }, 'none', 'none'],
  'wrapped in allOf': (it) => [{ type: 'object', allOf: [copyOf(it)] }, 'none', 'none'],
};

const onProperty = {
  'property removed': (it, name) => {
    const copy = copyOf(it);
    delete copy.properties[name];
    if (isRequired(it, name)) copy.required = copy.required.filter((other) => other !== name);
    return [copy, 'breaking', isRequired(it, name) ? 'breaking' : 'additive'];
  },
  'requirement turned': (it, name) => {
    const required = isRequired(it, name);
    const names = required ? it.required.filter((other) => other !== name) : [...(it.required ?? []), name];
    return [{ ...copyOf(it), required: names }, required ? 'additive' : 'breaking', required ? 'breaking' : 'additive'];
  },
  'moved to $defs': (it, name) => {
    const copy = withProperty(it, name, { $ref: '#/$defs/moved' });
    copy.$defs = { ...copy.$defs, moved: copyOf(it.properties[name]) };
    return JSON.stringify(it.properties[name]).includes('$ref') ? undefined : [copy, 'none', 'none'];
  },
  'property described anew': (it, name) => [
    withProperty(it, name, { ...it.properties[name], description: 'Another text.' }),
    'none',
    'none',
  ],
  'null let in': (it, name) =>
    isPlain(it.properties[name]) && it.properties[name].type !== 'null'
      ? [withProperty(it, name, { anyOf: [it.properties[name], { type: 'null' }] }), 'additive', 'breaking']
      : undefined,
  'null let in by type': (it, name) =>
    isPlain(it.properties[name]) && it.properties[name].type !== 'null'
      ? [
          withProperty(it, name, { ...it.properties[name], type: [it.properties[name].type, 'null'] }),
          'additive',
          'breaking',
        ]
      : undefined,
  'enum widened': (it, name) => onEnum(it, name, (values) => [...values, 'brandNew'], 'additive', 'breaking'),
  'enum narrowed': (it, name) => onEnum(it, name, (values) => values.slice(1), 'breaking', 'additive'),
  'enum introduced': (it, name) => {
    const value = it.properties[name];
    if (!isPlain(value) || value.type !== 'string' || value.pattern || value.format || value.minLength > 1)
      return undefined;
    return [withProperty(it, name, { ...value, enum: ['a', 'b'] }), 'breaking', 'additive'];
  },
  'type changed': (it, name) => {
    const value = it.properties[name];
    if (!isPlain(value)) return undefined;
    const type = value.type === 'string' ? 'boolean' : 'string';
    return [withProperty(it, name, { ...value, type, enum: undefined }), 'breaking', 'breaking'];
  },
  'integer to number': (it, name) =>
    isPlain(it.properties[name]) && it.properties[name].type === 'integer' && !it.properties[name].format
      ? [withProperty(it, name, { ...it.properties[name], type: 'number' }), 'additive', 'breaking']
      : undefined,
  'bound tightened': (it, name) => {
    const value = it.properties[name];
    if (!isPlain(value) || value.pattern || value.format) return undefined;
    if (value.type === 'string' && (value.maxLength ?? 99) > (value.minLength ?? 0)) {
      return [withProperty(it, name, { ...value, maxLength: (value.maxLength ?? 99) - 1 }), 'breaking', 'additive'];
    }
    if (value.type === 'integer' || value.type === 'number') {
      const minimum = (value.minimum ?? 0) + 1;
      if (value.exclusiveMinimum !== undefined || minimum >= (value.maximum ?? minimum + 1)) return undefined;
      return [withProperty(it, name, { ...value, minimum }), 'breaking', 'additive'];
    }
    return value.type === 'array' && value.minItems === undefined && value.maxItems !== 0
      ? [withProperty(it, name, { ...value, minItems: 1 }), 'breaking', 'additive']
      : undefined;
  },
  'bound loosened': (it, name) => {
    const value = it.properties[name];
    const bound = { string: 'maxLength', integer: 'maximum', number: 'maximum', array: 'maxItems' }[value?.type];
    if (!isPlain(value) || value[bound] === undefined || value.pattern || value.format) return undefined;
    return [withProperty(it, name, { ...value, [bound]: value[bound] + 1 }), 'additive', 'breaking'];
  },
  'pattern dropped': (it, name) => {
    const { pattern, ...rest } = it.properties[name] ?? {};
    if (!isPlain(it.properties[name]) || pattern === undefined || pattern === '.*') return undefined;
    return [withProperty(it, name, rest), 'additive', 'breaking'];
  },
  'pattern introduced': (it, name) => {
    const value = it.properties[name];
    if (!isPlain(value) || value.type !== 'string' || value.pattern || value.format || value.minLength > 1)
      return undefined;
    return [withProperty(it, name, { ...value, pattern: '^[a-f]+$' }), 'breaking', 'additive'];
  },
  'items changed': (it, name) => {
    const value = it.properties[name];
    if (value?.type !== 'array' || !isPlain(value.items) || value.maxItems === 0) return undefined;
    const type = value.items.type === 'string' ? 'boolean' : 'string';
    return [withProperty(it, name, { ...value, items: { type } }), 'breaking', 'breaking'];
  },
};

function onEnum(schema, name, change, asInput, asOutput) {
  const value = schema.properties[name];
  const values = value?.enum;
  if (!Array.isArray(values) || new Set(values).size !== values.length || values.length < 2) return undefined;
  if (value.type !== 'string' || !values.every((it) => typeof it === 'string')) return undefined;
  if (value.minLength || value.maxLength || value.pattern || value.format) return undefined;
  return [withProperty(schema, name, { ...value, enum: change(values) }), asInput, asOutput];
}

/** Every change that fits the schema, on a property that the seed picks, as input and as output. */
export function* mutations(schema, seed) {
  if (typeof schema.properties !== 'object') return;
  // References into properties break when those move, and a list of values of another type lets nothing in at all.
  if (JSON.stringify(schema).includes('"$ref":"#/properties')) return;
  const names = Object.keys(schema.properties).filter((it) => isUsable(schema.properties[it]));
  // A tool that can never be called has no callers to harm.
  if ((schema.required ?? []).some((it) => schema.properties[it] !== undefined && !isUsable(schema.properties[it])))
    return;
  const made = Object.entries(onWhole).map(([label, change]) => [label, change(schema)]);
  if (names.length > 0) {
    for (const [label, change] of Object.entries(onProperty)) {
      for (let i = 0; i < names.length; i += 1) {
        const result = change(schema, draw(names, seed + i));
        if (result === undefined) continue;
        made.push([label, result]);
        break;
      }
    }
  }
  for (const [label, [newer, asInput, asOutput]] of made) {
    yield { label, role: 'input', newer, expected: asInput };
    yield { label, role: 'output', newer, expected: asOutput };
  }
}
