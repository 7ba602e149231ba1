import { z } from 'zod';
import { browserTool, pageShape, pageState, readsPages, untrusted } from './browser-tool.js';

const limitField = z.int().min(1).max(200).default(50).describe('The latest so many');

export const consoleTool = browserTool({
  name: 'console',
  title: 'Read the console',
  description: 'Messages of the page’s console and uncaught exceptions, the latest last.',
  annotations: readsPages,
  input: z.strictObject({ errorsOnly: z.boolean().default(false), limit: limitField }),
  output: z.object({ untrusted, page: pageShape, entries: z.array(z.object({ type: z.string(), text: z.string() })) }),
  run: ({ errorsOnly, limit }, context) =>
    context.session.use(async (tab) => {
      const isWanted = ({ type }: { readonly type: string }) =>
        !errorsOnly || ['error', 'assert', 'exception'].includes(type);
      const entries = tab.log.console.filter(isWanted).slice(-limit);
      const structured = { untrusted: true as const, page: await pageState(context, tab), entries };
      return { structured, text: entries.map(({ type, text }) => `${type}: ${text}`).join('\n') || 'Nothing.' };
    }),
});

export const network = browserTool({
  name: 'network',
  title: 'Read the requests',
  description: 'Requests of the page with status or failure, the latest last; addresses without their queries.',
  annotations: readsPages,
  input: z.strictObject({ failedOnly: z.boolean().default(false), limit: limitField }),
  output: z.object({
    untrusted,
    page: pageShape,
    requests: z.array(
      z.object({
        method: z.string(),
        url: z.string(),
        type: z.string(),
        status: z.int().nullable(),
        failure: z.string().nullable(),
      }),
    ),
  }),
  run: ({ failedOnly, limit }, context) =>
    context.session.use(async (tab) => {
      const requests = tab.log.network
        .filter(({ status, failure }) => !failedOnly || failure !== null || (status ?? 0) >= 400)
        .slice(-limit);
      const structured = { untrusted: true as const, page: await pageState(context, tab), requests };
      const text = requests.map(({ method, url, status, failure }) => `${method} ${url} ${status ?? failure ?? ''}`);
      return { structured, text: text.join('\n') || 'No requests.' };
    }),
});
