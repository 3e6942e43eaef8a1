/** A line of text; with a mask, digits in groups. */
import { FieldText } from '../FieldText'
import { type InputProps, useFieldInput } from '../input'
import { MaskedText } from '../MaskedText'

export function TextInput(props: InputProps) {
  const input = useFieldInput(props)
  const { mask } = props.field
  return mask ? <MaskedText input={input} mask={mask} /> : <FieldText input={input} />
}
