/** Options and change handler that are shared by the renderers of a method's value. */
import type { ControlProps, UISchemaElement } from '@jsonforms/core'
import type { MethodForm } from '../../../engine/orderMethods'

/** The entered value; `undefined` if empty. */
export type MethodValue = string | number | undefined

/** Passed to the renderers in the control's options. */
export type MethodOptions = MethodForm['uischema']['options'] & {
  help?: string
  /** Text is entered in a code editor. */
  editor: boolean
  /**
   * Reports each change at once. JSON Forms reports it 10 ms later: Enter right after the last digit would send the
   * value without that digit.
   */
  onChange: (value: MethodValue) => void
}

export const optionsOf = ({ options }: UISchemaElement) => options as MethodOptions

/** The change handler of a renderer: reports the value to JSON Forms and to the owner of the input. */
export function changeHandlerOf({ uischema, handleChange, path }: ControlProps) {
  return (text: string) => {
    const value = text === '' ? undefined : text
    handleChange(path, value)
    optionsOf(uischema).onChange(value)
  }
}
