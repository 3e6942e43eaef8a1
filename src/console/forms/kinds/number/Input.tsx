/** A number. What is not one yet stays as it was typed, for the validator to name. */
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

/** `1,200` is 1200; `-` and `1.` are on their way to a number. */
export function numberIn(text: string): string | number {
  const plain = text.replace(/[,\s]/g, '')
  return /^-?\d+(\.\d*[1-9])?$/.test(plain) && Number.isSafeInteger(Math.trunc(Number(plain)))
    ? Number(plain)
    : plain
}
