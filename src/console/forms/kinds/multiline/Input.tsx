/** Text of several lines. */
import { FieldText } from '../FieldText'
import { type InputProps, useFieldInput } from '../input'

export function MultilineInput(props: InputProps) {
  return <FieldText input={useFieldInput(props)} multiline minRows={3} maxRows={12} />
}
