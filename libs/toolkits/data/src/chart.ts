import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { chartInput } from './charts/chart-input.js';
import { chartOption } from './charts/chart-option.js';
import { drawPng } from './charts/draw-png.js';
import { drawSvg } from './charts/draw-svg.js';
import { dataTool } from './data-tool.js';
import { jsonInput } from './json-input.js';

const output = z.object({
  mimeType: z.enum(['image/svg+xml', 'image/png']),
  width: z.int(),
  height: z.int(),
  bytes: z.int().nonnegative(),
  svg: z.string().optional().describe('Of svg, to be written to a file; the picture is an image block, too'),
});

const maxRows = 10_000;

function rowsOf(given: unknown, fields: readonly string[]): Readonly<Record<string, unknown>>[] {
  const rows = jsonInput(given);
  if (!Array.isArray(rows) || rows.some((it) => typeof it !== 'object' || it === null || Array.isArray(it)))
    throw new Refusal('rows is a list of objects.');
  if (rows.length === 0 || rows.length > maxRows)
    throw new Refusal(`rows has 1 to ${maxRows} objects, and has ${rows.length}. Aggregate first.`);
  const absent = fields.find((field) => !rows.some((it) => Object.hasOwn(it as object, field)));
  if (absent !== undefined)
    throw new Refusal(
      `No row has the field "${absent}". Fields of the first row: ${Object.keys(rows[0] as object)
        .slice(0, 30)
        .join(', ')}.`,
    );
  return rows as Readonly<Record<string, unknown>>[];
}

export const chart = dataTool({
  name: 'chart',
  title: 'Draw a chart',
  description: 'Draw bars, lines, areas, points or a pie from rows, as an SVG or PNG image.',
  input: chartInput,
  output,
  async compute({ rows, ...asked }) {
    const svg = await drawSvg(chartOption(asked, rowsOf(rows, [asked.x, ...asked.y])), asked);
    const bytes = asked.format === 'svg' ? Buffer.from(svg) : await drawPng(svg);
    const mimeType = asked.format === 'svg' ? ('image/svg+xml' as const) : ('image/png' as const);
    const { width, height } = asked;
    return {
      structured: { mimeType, width, height, bytes: bytes.length, ...(asked.format === 'svg' && { svg }) },
      text: `A ${asked.type} chart, ${width} × ${height}, ${bytes.length} bytes.`,
      blocks: [{ type: 'image' as const, mimeType, data: bytes.toString('base64') }],
    };
  },
});
