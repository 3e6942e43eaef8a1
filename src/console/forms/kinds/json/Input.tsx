/** Lists and objects, written as JSON. What is typed stays text until it is saved; the validator reads it. */
import { FieldText } from '../FieldText'
import { type InputProps, useFieldInput } from '../input'

export function JsonInput(props: InputProps) {
  const input = useFieldInput(props)
  const { value } = input
  const text = typeof value === 'string' ? value : value === null || value === undefined ? '' : written(value)
  return (
    <FieldText
      input={input}
      text={text}
      more={{
        multiline: true,
        minRows: 2,
        maxRows: 16,
        slotProps: {
          htmlInput: { spellCheck: false, style: { fontFamily: 'ui-monospace, monospace', fontSize: 13 } },
        },
      }}
    />
  )
}

/** Short values on one line, as people write them. */
function written(value: unknown): string {
  const line = JSON.stringify(value)
  return line.length <= 60 ? line : JSON.stringify(value, null, 2)
}
