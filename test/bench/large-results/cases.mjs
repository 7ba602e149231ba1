/** Results that cost as much as their size allows: `body` as sent, the tool's schema and what the request asks for. */
const many = 300_000;

const json = (value) => Buffer.from(JSON.stringify(value));
/** Members in an order that is not the canonical one. */
const members = json(Object.fromEntries(Array.from({ length: many }, (_, at) => [`k${many - at}`, 1])));
const list = json(Array.from({ length: many }, (_, at) => `item ${at}`));
const records = json({
  rows: Array.from({ length: 60_000 }, (_, at) => ({
    id: at,
    name: `Customer number ${at}`,
    city: null,
    amount: at / 7,
  })),
});
const words = 'Please read the following words of the order with care, and then some more of them. ';
const text = Buffer.from(words.repeat(100_000).slice(0, 8_000_000));
const deep = Buffer.from(`[${Array.from({ length: 60_000 }, () => `${'['.repeat(60)}${']'.repeat(60)}`).join(',')}]`);
const lone = json({ b: Array.from({ length: many }, (_, at) => `\ud800${at}`), a: 1 });
const escapes = json({ text: '"\\\n\u0001'.repeat(700_000) });
const task = { task: 'find the customers of the order by name and city' };
const routed = { ...task, output: { tokenBudget: 2_000, destinations: ['context', 'observation'] }, session: 'bench' };

export const cases = {
  members: { body: members },
  'members-routed': { body: members, request: routed },
  'members-keyed': { body: members, request: { idempotencyKey: 'one-key-of-this-benchmark' } },
  'members-schema': {
    body: members,
    outputSchema: { type: 'object', additionalProperties: { type: 'integer', minimum: 0, maximum: 5 } },
  },
  'members-pattern': {
    body: members,
    outputSchema: { type: 'object', patternProperties: { '^k(.*9){6}': { type: 'string' } } },
  },
  'members-invalid': { body: members, outputSchema: { type: 'object', additionalProperties: { type: 'string' } } },
  list: { body: list },
  'list-unique': { body: list, outputSchema: { type: 'array', uniqueItems: true, items: { type: 'string' } } },
  'list-routed': { body: list, request: routed },
  records: { body: records },
  'records-routed': { body: records, request: routed },
  'records-projected': { body: records, request: { ...routed, output: { level: 'L1' } } },
  'records-text': { body: records, type: 'text/plain' },
  text: { body: text, type: 'text/plain' },
  'text-routed': { body: text, type: 'text/plain', request: routed },
  deep: { body: deep },
  'deep-routed': { body: deep, request: routed },
  'lone-surrogates': { body: lone },
  escapes: { body: escapes, request: routed },
};
