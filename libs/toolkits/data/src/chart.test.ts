import { describe, expect, it } from '@jest/globals';
import { chart } from './chart.js';
import { compute } from './compute.fixture.js';

const draw = (input: Record<string, unknown>) => compute('chart', input);
const rows = [
  { month: 'Jan', orders: 3, returns: 1 },
  { month: 'Feb', orders: 5, returns: null },
];
const asked = { rows, x: 'month', y: ['orders'] };

describe('chart', () => {
  it.each(['bar', 'line', 'area', 'scatter', 'pie'])('draws %s as SVG, the same each time', async (type) => {
    const first = (await draw({ ...asked, type, title: 'Orders <&>' })) as { svg: string; mimeType: string };
    expect(first.svg).toMatch(/^<svg /);
    expect(first.svg).toContain('Orders &lt;&amp;&gt;');
    expect(first.svg).toContain(type === 'pie' || type !== 'scatter' ? 'Jan' : '');
    expect(await draw({ ...asked, type, title: 'Orders <&>' })).toEqual(first);
  });

  it('draws PNG as an image block', async () => {
    const { blocks = [] } = await chart.compute(
      chart.input.parse({ ...asked, type: 'bar', format: 'png', width: 300, height: 200 }),
    );
    const bytes = Buffer.from((blocks[0] as { data: string }).data, 'base64');
    expect([(blocks[0] as { mimeType: string }).mimeType, bytes.subarray(1, 4).toString()]).toEqual([
      'image/png',
      'PNG',
    ]);
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([300, 200]);
  });

  it.each([
    [{ ...asked, type: 'bar', rows: [] }, /1 to 10000/],
    [{ ...asked, type: 'bar', rows: [[1]] }, /list of objects/],
    [{ ...asked, type: 'bar', y: ['absent'] }, /"absent".*month, orders/],
    [{ ...asked, type: 'bar', y: ['month'] }, /no number in "month"/],
    [{ ...asked, type: 'pie', y: ['orders', 'returns'] }, /one field/],
    [{ ...asked, type: 'pie', rows: [{ month: 'Jan', orders: -1 }] }, /negative/],
  ])('refuses %j', async (input, message) => {
    await expect(draw(input)).rejects.toThrow(message);
  });
});
