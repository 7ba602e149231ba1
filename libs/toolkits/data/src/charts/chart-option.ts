import { Refusal } from '@assay/kit';
import type { ChartInput } from './chart-input.js';

type Row = Readonly<Record<string, unknown>>;

const font = { fontFamily: 'DejaVu Sans, Arial, sans-serif' };

/** A number, or null where there is none; other values are refused. */
function numberIn(row: Row, field: string, at: number): number | null {
  const value = row[field];
  if (value === null || value === undefined || value === '') return null;
  const number = typeof value === 'number' ? value : Number(value);
  if (!Number.isFinite(number)) throw new Refusal(`Row ${at} has no number in "${field}".`);
  return number;
}

/** The chart as an option of ECharts. Everything is data: no formatter, no function, no address. */
export function chartOption({ type, x, y, title, stacked }: ChartInput, rows: readonly Row[]): Record<string, unknown> {
  const common = {
    ...{ animation: false, textStyle: font, backgroundColor: '#ffffff' },
    ...(title !== undefined && { title: { text: title, left: 'center', textStyle: font } }),
    ...(y.length > 1 || type === 'pie' ? { legend: { bottom: 0 } } : {}),
  };
  if (type === 'pie') return { ...common, series: [pie(rows, x, y)] };
  const isNumeric = type === 'scatter' && rows.every((it) => typeof it[x] === 'number');
  const values = rows.map((it, at) => (isNumeric ? it[x] : labelOf(it[x], at)));
  return {
    ...common,
    grid: {
      left: 20,
      right: 20,
      top: title === undefined ? 20 : 50,
      bottom: y.length > 1 ? 40 : 20,
    },
    xAxis: isNumeric ? { type: 'value', name: x, scale: true } : { type: 'category', data: values },
    yAxis: { type: 'value', scale: type === 'scatter' || type === 'line', ...(y.length === 1 && { name: y[0] }) },
    series: y.map((field) => ({
      name: field,
      type: type === 'area' ? 'line' : type,
      ...(type === 'area' && { areaStyle: {} }),
      ...(stacked && (type === 'bar' || type === 'area') && { stack: 'all' }),
      data: rows.map((it, at) => (isNumeric ? [it[x], numberIn(it, field, at)] : numberIn(it, field, at))),
    })),
  };
}

const labelOf = (value: unknown, at: number): string =>
  value === null || value === undefined
    ? `(${at})`
    : String(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, 100);

function pie(rows: readonly Row[], x: string, y: readonly string[]): Record<string, unknown> {
  const [field = '', more] = y;
  if (more !== undefined) throw new Refusal('A pie shows one field of y.');
  const data = rows.map((it, at) => ({ name: labelOf(it[x], at), value: numberIn(it, field, at) ?? 0 }));
  if (data.some((it) => it.value < 0)) throw new Refusal('A pie has no negative slices.');
  return { type: 'pie', radius: '60%', data };
}
