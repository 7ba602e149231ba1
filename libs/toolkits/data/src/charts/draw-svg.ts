/** Draws without a browser: ECharts measures text by a table of widths and writes SVG. Loaded at the first chart. */
export async function drawSvg(
  option: Record<string, unknown>,
  size: { readonly width: number; readonly height: number },
): Promise<string> {
  const [core, charts, components, renderers] = await Promise.all([
    import('echarts/core'),
    import('echarts/charts'),
    import('echarts/components'),
    import('echarts/renderers'),
  ]);
  core.use([charts.BarChart, charts.LineChart, charts.ScatterChart, charts.PieChart]);
  core.use([components.GridComponent, components.TitleComponent, components.LegendComponent, renderers.SVGRenderer]);
  const chart = core.init(null, null, { renderer: 'svg', ssr: true, width: size.width, height: size.height });
  try {
    chart.setOption(option);
    return still(chart.renderToSVGString());
  } finally {
    chart.dispose();
  }
}

/** Without the styles and marks for a pointer, which are numbered by drawing: the same rows give the same text. */
function still(svg: string): string {
  const start = svg.indexOf('<style ');
  const end = svg.indexOf('</style>', start);
  const plain = start < 0 || end < 0 ? svg : svg.slice(0, start) + svg.slice(end + '</style>'.length);
  return plain
    .replaceAll(/ class="zr\d{1,9}-cls-\d{1,9}"/g, '')
    .replaceAll(/ ecmeta_[a-z_]{1,40}="[^"]{0,200}"/g, '')
    .replaceAll(/ id="zr\d{1,9}-/g, ' id="zr-')
    .replaceAll(/url\(#zr\d{1,9}-/g, 'url(#zr-');
}
