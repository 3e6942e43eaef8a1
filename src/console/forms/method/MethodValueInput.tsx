/** The input of an order method with one value or several. Must be used within a form. */
import { Alert } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useMemo } from 'react'
import { useFormState } from 'react-hook-form'
import type { MethodContent } from '../../../domain/methodInput'
import { methodForm, methodProblem, methodRules, methodSchema } from '../../../engine/orderMethods'
import type { ValueProblem } from '../../../engine/validation/valueProblem'
import { useConfig } from '../../config'
import { MethodInput, type MethodInputProps } from './MethodInput'
import { ObjectInput } from './object/ObjectInput'

interface Props extends Omit<MethodInputProps, 'form'> {
  content: MethodContent
}

export function MethodValueInput({ content, ...props }: Props) {
  const config = useConfig()
  const { submitCount } = useFormState()
  const { form, schema, problem } = useMemo(() => {
    const rules = methodRules(config)
    return {
      form: methodForm(content, rules),
      schema: methodSchema(content, rules),
      problem: methodProblem(content, rules),
    }
  }, [config, content])
  if (problem) return <UnusableMethod problem={problem} />
  const { value, label, onChange, disabled } = props
  if (schema) {
    const text = value === undefined ? undefined : String(value)
    return (
      <ObjectInput
        schema={schema}
        label={label}
        onChange={onChange}
        disabled={disabled}
        submitCount={submitCount}
        problem={props.problem}
        value={text}
      />
    )
  }
  return form && <MethodInput {...props} form={form} />
}

/** Shown instead of an input: why the method cannot be used. */
export function UnusableMethod({ problem: { code, params } }: { problem: ValueProblem }) {
  const translate = useTranslate()
  return <Alert severity="warning">{translate(`errors.${code}`, params)}</Alert>
}
