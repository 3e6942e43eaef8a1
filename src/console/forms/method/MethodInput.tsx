/**
 * The input of an order method: JSON Forms draws it from the method's content. The form's own validator compiles code at run
 * time, which our Content-Security-Policy forbids (security.md 20); so it is off, and what `checkMethodValue` says is handed
 * in instead: the same judgement as the server's.
 */
import type { JsonFormsCore, JsonFormsRendererRegistryEntry } from '@jsonforms/core'
import { JsonForms } from '@jsonforms/react'
import { useMemo } from 'react'
import type { MethodForm } from '../../../engine/orderMethods'
import { choiceTester, MethodChoice } from './MethodChoice'
import { editorTester, MethodEditor } from './MethodEditor'
import { MethodText, textTester } from './MethodText'
import { type MethodValue, ReportProvider } from './report'

const RENDERERS: JsonFormsRendererRegistryEntry[] = [
  { tester: textTester, renderer: MethodText },
  { tester: choiceTester, renderer: MethodChoice },
  { tester: editorTester, renderer: MethodEditor },
]

interface MethodInputProps {
  form: MethodForm
  /** What the input is called; the method's caption. */
  label: string
  value: MethodValue
  onChange: (value: MethodValue) => void
  /** What is wrong with the value, as a sentence. */
  problem?: string
  /** What the value must keep, as a sentence. */
  help?: string
  disabled?: boolean
  /** Text is entered in a code editor, as compose has it (§3). */
  editor?: boolean
}

export function MethodInput(props: MethodInputProps) {
  const { form, label, value, onChange, problem, help, disabled = false, editor = false } = props
  const data = useMemo(() => (value === undefined ? {} : { data: value }), [value])
  const uischema = useMemo(
    () => ({ ...form.uischema, label, options: { ...form.uischema.options, help, editor } }),
    [form, label, help, editor],
  )
  const errors = useMemo(() => (problem ? [errorAt(problem)] : []), [problem])

  return (
    <ReportProvider value={onChange}>
      <JsonForms
        schema={form.schema}
        uischema={uischema}
        data={data}
        renderers={RENDERERS}
        cells={[]}
        validationMode="NoValidation"
        additionalErrors={errors}
        readonly={disabled}
      />
    </ReportProvider>
  )
}

const errorAt = (message: string): NonNullable<JsonFormsCore['additionalErrors']>[number] => ({
  instancePath: '/data',
  schemaPath: '#/properties/data',
  keyword: 'value',
  params: {},
  message,
})
