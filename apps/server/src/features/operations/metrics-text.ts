/** One metric in the words of Prometheus. */
export interface Metric {
  /** `assay_…`, with its unit, and `_total` when it only ever grows. */
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The media type of Prometheus's text format. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/** Metrics in Prometheus's text format 0.0.4. A metric without samples is left out. */
export const metricsText = (metrics: readonly Metric[]): string =>
  metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) =>
      [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} ${type}`, ...samples.map((it) => line(name, it))].join('\n'),
    )
    .map((text) => `${text}\n`)
    .join('');

function line(name: string, { labels = {}, value }: Sample): string {
  const all = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text).replaceAll('"', '\\"')}"`);
  return `${name}${all.length === 0 ? '' : `{${all.join(',')}}`} ${value}`;
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
