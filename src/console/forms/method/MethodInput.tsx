/**
 * The input of an order method with one value, which JSON Forms renders from the method's content. JSON Forms' own
 * validator (ajv) is off: it compiles code at run time, which our Content-Security-Policy forbids (security 20).
 * Instead, the caller passes the problem that `checkMethodValue` found.
 */
import type { JsonFormsCore, JsonFormsRendererRegistryEntry } from '@jsonforms/core'
import { JsonForms } from '@jsonforms/react'
import { useEvent, useTranslate } from 'ra-core'
import { useMemo } from 'react'
import type { MethodForm } from '../../../engine/orderMethods'
import { choiceTester, MethodChoice } from './MethodChoice'
import { editorTester, MethodEditor } from './MethodEditor'
import { MethodText, textTester } from './MethodText'
import type { MethodOptions, MethodValue } from './methodControl'

/** JSON Forms uses the renderer whose tester returns the highest rank. */
const RENDERERS: JsonFormsRendererRegistryEntry[] = [
  { tester: textTester, renderer: MethodText },
  { tester: choiceTester, renderer: MethodChoice },
  { tester: editorTester, renderer: MethodEditor },
]

export interface MethodInputProps {
  form: MethodForm
  /** The method's caption. */
  label: string
  value: MethodValue
  onChange: (value: MethodValue) => void
  /** The error message of the value. */
  problem?: string
  disabled?: boolean
  /** Whether text is entered in a code editor (§3, compose). */
  editor?: boolean
}

export function MethodInput({
  form,
  label,
  value,
  problem,
  disabled = false,
  editor = false,
  ...props
}: MethodInputProps) {
  const translate = useTranslate()
  const onChange = useEvent(props.onChange)
  const data = useMemo(() => (value === undefined ? {} : { data: value }), [value])
  const uischema = useMemo(() => {
    const options: MethodOptions = {
      ...form.uischema.options,
      help: boundsOf(form, translate),
      editor,
      onChange,
    }
    return { ...form.uischema, label, options }
  }, [form, label, translate, editor, onChange])
  const errors = useMemo(() => (problem ? [valueError(problem)] : []), [problem])

  return (
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
  )
}

/** The help text with the bounds of the value, which are shown before the user enters one (§5). */
function boundsOf(form: MethodForm, translate: ReturnType<typeof useTranslate>): string | undefined {
  const {
    type,
    minimum: min,
    maximum: max,
    enum: choices,
    minLength,
    maxLength,
  } = form.schema.properties.data
  if (choices) return undefined
  if (type !== 'string') return translate('orders.bounds.value', { min, max })
  return minLength ? translate('orders.bounds.length', { min: minLength, max: maxLength }) : undefined
}

/** An error as JSON Forms takes it, in ajv's format; it shows the message at the control of `instancePath`. */
const valueError = (message: string): NonNullable<JsonFormsCore['additionalErrors']>[number] => ({
  instancePath: '/data',
  schemaPath: '#/properties/data',
  keyword: 'value',
  params: {},
  message,
})
