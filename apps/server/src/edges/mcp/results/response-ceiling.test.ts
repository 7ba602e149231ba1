import type { KeptFrom } from '@assay/gateway';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { Content } from './content-size.js';
import { ceilingOf, keptId } from './response-ceiling.fixture.js';
import { readOnHere } from './response-ceiling.js';

const text = (said: string) => ({ type: 'text' as const, text: said });
const image = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' };
const from = {} as KeptFrom;

async function fit(
  content: Content,
  limit: number,
  parts: { output?: unknown; structured?: unknown; prefix?: string } = {},
) {
  const { ceiling, kept } = ceilingOf();
  const whole = () => ({ output: parts.output ?? 'whole', from });
  const fitted = await ceiling.fit({ content, ceiling: limit, whole, readOn: readOnHere, ...parts });
  return { ...fitted, kept };
}

describe('the ceiling of responses', () => {
  it('leaves a result that fits as it is, and keeps nothing', async () => {
    const content = [text('short'), image];
    expect(await fit(content, 2_000)).toEqual({ content, isShortened: false, kept: [] });
    const counted = [text('x'.repeat(3_000))];
    expect(await fit(counted, 1_000)).toEqual({ content: counted, isShortened: false, kept: [] });
  });

  it('answers the beginning of a longer one and where it goes on', async () => {
    const output = 'abcdefgh'.repeat(2_000);
    const { content, pointer, isShortened, kept } = await fit([text(output)], 1_000, { output });
    const [begun, where, link] = content as { text: string }[];
    expect([isShortened, kept, pointer?.id]).toEqual([true, [output], keptId]);
    expect(output.startsWith(begun?.text ?? '?')).toBe(true);
    expect(begun?.text.length).toBeGreaterThan(3_000);
    expect(where?.text).toContain(`read_output {"id": "${keptId}", "range": "bytes=${begun?.text.length}-"}`);
    expect(link).toMatchObject({ type: 'resource_link', uri: `assay://outputs/${keptId}` });
  });

  it('counts from the output where its name stands before it, and never cuts a character in two', async () => {
    const output = '🙂'.repeat(4_000);
    const { content } = await fit([text(`step: ${output}`)], 1_000, { output, prefix: 'step: ' });
    const [begun, where] = content as { text: string }[];
    expect(begun?.text).toMatch(/^step: (?:🙂)+$/u);
    expect(where?.text).toContain(`bytes=${Buffer.byteLength(begun?.text ?? '') - 6}-`);
  });

  it('goes on where the text ended in structured content that says the same text', async () => {
    const said = 'one "line"\n🙂'.repeat(2_000);
    const output = { content: said };
    const { content } = await fit([text(said)], 1_000, { output });
    const [begun, where] = content as { text: string }[];
    const from = Number(/bytes=(\d+)-/.exec(where?.text ?? '')?.[1]);
    const rest = Buffer.from(JSON.stringify(output)).subarray(from).toString();
    expect(begun?.text + JSON.parse(`"${rest.slice(0, -1)}`)).toBe(said);
    const other = await fit([text(said)], 1_000, { output: { content: said, lines: 2_000 } });
    expect((other.content as { text: string }[])[1]?.text).toContain('bytes=0-');
  });

  it('leaves out pictures that do not fit, and a structured form that does not', async () => {
    const many = Array.from({ length: 20 }, () => image);
    const pictures = await fit([...many, text('end')], 5_000);
    expect(pictures.content.filter(({ type }) => type === 'image')).toHaveLength(3);
    expect(pictures.content).toContainEqual(text('end'));
    const structured = { rows: 'x'.repeat(20_000) };
    const left = await fit([text('short')], 1_000, { structured, output: structured });
    expect(left).toMatchObject({ isShortened: true, kept: [structured] });
    expect(left.content[0]).toEqual(text('short'));
  });

  it('puts a link in the place of a block of more than 5 MB', async () => {
    const huge = { ...image, data: 'A'.repeat(7_000_000) };
    const { content, isShortened } = await fit([huge, image], 20_000);
    expect(isShortened).toBe(false);
    expect(content).toEqual([expect.objectContaining({ type: 'resource_link', mimeType: 'image/png' }), image]);
  });

  it('is what the call says, or the toolset, or the organisation', () => {
    const { ceiling } = ceilingOf(7_000);
    const caller = aCaller();
    expect(ceiling.of(caller)).toBe(7_000);
    expect(ceiling.of(caller, undefined, 900)).toBe(900);
    expect(ceiling.of(caller, 50_000, 900)).toBe(50_000);
    expect(ceiling.of(caller, 1)).toBe(200);
    expect(ceilingOf(null).ceiling.of(caller)).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('says how many tokens a text is beyond', async () => {
    const { ceiling } = ceilingOf();
    expect(await ceiling.beyond('x'.repeat(100), 20)).toBe(25);
    expect(await ceiling.beyond('x'.repeat(80), 20)).toBeUndefined();
  });
});
