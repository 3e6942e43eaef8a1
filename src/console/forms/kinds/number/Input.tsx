/** A number. Text that is none yet stays as it was typed, for the validator to refuse. */
import { numberIn } from '../../../../domain/typed'
import { FieldText } from '../FieldText'
import { type InputProps, useFieldInput } from '../input'

export function NumberInput(props: InputProps) {
  const htmlInput = { inputMode: 'decimal', style: { fontVariantNumeric: 'tabular-nums' } } as const
  return <FieldText input={useFieldInput(props)} parse={numberIn} htmlInput={htmlInput} />
}
