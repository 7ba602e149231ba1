import { clip, Refusal } from '@assay/kit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { type ExtractSchema, extractValues } from '../page/extract-values.js';
import { attempt, within } from '../session/page-errors.js';
import { locatorOf, markField, selectorField } from '../session/target.js';
import { browserTool, pageShape, pageState, readsPages, untrusted } from './browser-tool.js';

const maxElements = 1_000;
const maxSchema = 50_000;
const findWithinMs = 5_000;

/** Compiles a schema. @throws Refusal when it is not one. */
function validatorOf(schema: Readonly<Record<string, unknown>>) {
  if (JSON.stringify(schema).length > maxSchema) throw new Refusal(`The schema has more than ${maxSchema} characters.`);
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
  try {
    return ajv.compile(schema);
  } catch (error) {
    throw new Refusal(`The schema is not valid: ${(error as Error).message.slice(0, 300)}`);
  }
}

export const extract = browserTool({
  name: 'extract',
  title: 'Extract data by a schema',
  description:
    'Data of the page in the form of a JSON Schema. A property is found by its own "selector" (CSS, below the element around it) and "attribute"; without one by its name: table headers, description lists, labels, itemprop, classes. The result meets the schema, or the error says what was not found.',
  annotations: readsPages,
  input: z.strictObject({
    schema: z
      .record(z.string(), z.unknown())
      .describe('JSON Schema; properties may have "selector" and "attribute" in addition'),
    selector: selectorField.optional().describe('Only below this element'),
    mark: markField.optional(),
  }),
  output: z.object({ untrusted, page: pageShape, data: z.unknown() }),
  run: ({ schema, ...where }, context) =>
    context.session.use(async (tab) => {
      const validate = validatorOf(schema);
      const root = locatorOf(tab.page, where) ?? tab.page.locator('html');
      const options = { schema: schema as ExtractSchema, max: maxElements };
      const data = await attempt(
        () => within(root.evaluate(extractValues, options, { timeout: findWithinMs })),
        'No element matches.',
      );
      if (!validate(data)) {
        const wrong = (validate.errors ?? [])
          .slice(0, 5)
          .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
        throw new Refusal(
          `The page does not give what the schema asks for: ${wrong.join('; ')}. Give these properties a "selector".`,
        );
      }
      const page = await pageState(context, tab);
      return {
        structured: { untrusted: true as const, page, data },
        text: clip(`Untrusted page data:\n${JSON.stringify(data)}`),
      };
    }),
});
