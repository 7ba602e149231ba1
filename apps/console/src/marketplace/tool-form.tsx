import { Button, Group } from '@mantine/core';
import Form from '@rjsf/core';
import type { IconButtonProps, RJSFSchema, TemplatesType } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { schemaValidator } from './schema-validator.js';
import './schema-form.css';

type SmallProps = IconButtonProps<unknown, RJSFSchema>;

const Small = ({ onClick, disabled, children }: Pick<SmallProps, 'onClick' | 'disabled' | 'children'>) => (
  <Button size="compact-xs" variant="default" onClick={onClick} disabled={disabled}>
    {children}
  </Button>
);
const AddButton = (props: SmallProps) => <Small {...props}>Add</Small>;
const CopyButton = (props: SmallProps) => <Small {...props}>Copy</Small>;
const MoveDownButton = (props: SmallProps) => <Small {...props}>Move down</Small>;
const MoveUpButton = (props: SmallProps) => <Small {...props}>Move up</Small>;
const RemoveButton = (props: SmallProps) => <Small {...props}>Remove</Small>;

const templates: Partial<Omit<TemplatesType<unknown, RJSFSchema>, 'ButtonTemplates'>> & {
  ButtonTemplates: Partial<TemplatesType<unknown, RJSFSchema>['ButtonTemplates']>;
} = {
  ButtonTemplates: { AddButton, CopyButton, MoveDownButton, MoveUpButton, RemoveButton },
};

interface ToolFormProps {
  readonly schema: RJSFSchema;
  readonly data: unknown;
  readonly onChange: (data: unknown) => void;
  readonly onSubmit: (data: unknown) => void;
  /** The buttons below the fields. */
  readonly children: ReactNode;
}

/** A form for a tool's input, from its schema. Names and descriptions in it are text. */
export function ToolForm({ schema, data, onChange, onSubmit, children }: ToolFormProps) {
  return (
    <Form
      className="schema-form"
      schema={schema}
      formData={data}
      validator={schemaValidator}
      templates={templates}
      showErrorList={false}
      noHtml5Validate
      onChange={({ formData }) => onChange(formData)}
      onSubmit={({ formData }) => onSubmit(formData)}
    >
      <Group mt="md">{children}</Group>
    </Form>
  );
}
