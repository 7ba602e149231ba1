import { fileURLToPath } from 'node:url';
import type { Kit, KitExample, KitTool } from '@assay/kit';
import { dataServer } from './version.js';

const tool = (capability: string, ...examples: readonly KitExample[]): KitTool => ({
  capabilities: [capability],
  acts: false,
  examples,
});

const example = (name: string, input: KitExample['input'], output: unknown): KitExample => ({
  name,
  input,
  output,
  match: 'subset',
});

/** Pure computations on the data of a call. */
export const dataKit: Kit = Object.freeze({
  name: 'data',
  title: dataServer.title,
  summary:
    'Query, template, calculate, CSV, Parquet, Excel, charts, dates, diff and hash. Pure: it has no files, network or clock.',
  version: dataServer.version,
  entry: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
  stateless: true,
  arguments: () => [],
  profile: () => ({ network: 'none' as const, folders: [] }),
  missing: async () => null,
  tools: Object.freeze({
    query: tool(
      'data.transform',
      example(
        'orders over 100',
        {
          data: {
            orders: [
              { id: 1, total: 30 },
              { id: 2, total: 120 },
            ],
          },
          expression: 'orders[total > 100].id',
        },
        { result: 2, found: true },
      ),
    ),
    template: tool(
      'text.generate',
      example('greeting', { template: 'Hello {{ name }}', data: { name: 'Ann' } }, { text: 'Hello Ann' }),
    ),
    calculate: tool(
      'compute.arithmetic',
      example('decimal sum', { expression: '0.1 + 0.2' }, { value: 0.3, exact: '0.3' }),
    ),
    csv: tool(
      'data.transform',
      example(
        'two rows',
        { action: 'parse', text: 'id,name\n1,Ann\n2,Bo\n' },
        { columns: ['id', 'name'], totalRows: 2 },
      ),
    ),
    dates: tool(
      'time.calendar',
      example(
        'days between',
        { action: 'difference', at: '2026-01-01', to: '2026-01-31' },
        { difference: { amount: 30, unit: 'days' } },
      ),
    ),
    diff: tool(
      'text.analyse',
      example('one line', { before: 'a\nb\n', after: 'a\nc\n' }, { same: false, added: 1, removed: 1 }),
    ),
    hash: tool(
      'text.encode',
      example(
        'sha256 of abc',
        { text: 'abc' },
        { digest: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
      ),
    ),
    table: tool(
      'data.transform',
      example(
        'a Parquet file of two rows',
        {
          format: 'parquet',
          base64:
            'UEFSMRUGFRQVGFwVBBUAFQQVABUEFQAAAAMDCBwBAAAAAgAAABUGFR4VIlwVBBUAFQQVABUEFQAAAAMDDTADAAAAQW5uAgAAAEJvFQQZPEgEcm9vdBUEABUCJQIYAmlkABUMJQIYBG5hbWUlAAAWBBkcGSwmCBwVAhkVABkYAmlkFQIWBBY+FkImCDw2ACgEAgAAABgEAQAAAAAZHBUGFQAVAgAAACZKHBUMGRUAGRgEbmFtZRUCFgQWSBZMJko8NgAoAkJvGANBbm4AGRwVBhUAFQIAAAAWhgEWBDaOAQAoCWh5cGFycXVldBksHAAAHAAAAKkAAABQQVIx',
        },
        {
          columns: ['id', 'name'],
          rows: [
            { id: 1, name: 'Ann' },
            { id: 2, name: 'Bo' },
          ],
          totalRows: 2,
        },
      ),
    ),
    chart: tool(
      'data.visualise',
      example(
        'orders by month',
        {
          type: 'bar',
          rows: [
            { month: 'Jan', orders: 3 },
            { month: 'Feb', orders: 5 },
          ],
          x: 'month',
          y: ['orders'],
        },
        { mimeType: 'image/svg+xml', width: 640, height: 400 },
      ),
    ),
  }),
});
