/**
 * The input of an order method, which JSON Forms renders from the method's content. JSON Forms' own validator (ajv) compiles code at
 * run time, which our Content-Security-Policy forbids (security 20): it is off, and the caller passes in the problem that
 * `checkMethodValue` found, as the server does.
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
  /** The method's caption. */
  label: string
  value: MethodValue
  onChange: (value: MethodValue) => void
  /** The sentence of what is wrong with the value. */
  problem?: string
  /** The sentence of what the value may be (`boundsOf`). */
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
