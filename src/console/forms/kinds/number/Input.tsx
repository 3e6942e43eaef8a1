/** A number. What is not one yet stays as it was typed, for the validator to name. */
import { numberIn } from '../../../../domain/typed'
import { FieldText } from '../FieldText'
import { type InputProps, useFieldInput } from '../input'

export function NumberInput(props: InputProps) {
  return (
    <FieldText
      input={useFieldInput(props)}
      parse={numberIn}
      more={{
        slotProps: { htmlInput: { inputMode: 'decimal', style: { fontVariantNumeric: 'tabular-nums' } } },
      }}
    />
  )
}
