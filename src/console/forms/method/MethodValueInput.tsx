/** The input of an order method, whatever its content: one value, or several. */
import { Alert } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useMemo } from 'react'
import type { MethodContent } from '../../../domain/methodInput'
import { methodForm, methodRules, methodSchema, unusable } from '../../../engine/orderMethods'
import { useConfig } from '../../config'
import { MethodInput, type MethodInputProps } from './MethodInput'
import { ObjectInput } from './object/ObjectInput'

interface Props extends Omit<MethodInputProps, 'form'> {
  content: MethodContent
}

export function MethodValueInput({ content, ...props }: Props) {
  const translate = useTranslate()
  const config = useConfig()
  const { form, schema, problem } = useMemo(() => {
    const rules = methodRules(config)
    return {
      form: methodForm(content, rules),
      schema: methodSchema(content, rules),
      problem: unusable(content, rules),
    }
  }, [config, content])
  if (problem) return <Alert severity="warning">{translate(`errors.${problem.code}`, problem.params)}</Alert>
  const { value, label, onChange, disabled } = props
  if (schema) {
    const text = value === undefined ? undefined : String(value)
    return <ObjectInput {...{ schema, label, onChange, disabled }} problem={props.problem} value={text} />
  }
  return form && <MethodInput {...props} form={form} />
}
