/** Lists and objects, written as JSON. What is typed stays text until it is saved; the validator parses it. */
import { FieldText } from '../FieldText'
import { type InputProps, useFieldInput } from '../input'

export function JsonInput(props: InputProps) {
  const input = useFieldInput(props)
  return (
    <FieldText
      input={input}
      text={jsonText(input.value)}
      multiline
      minRows={2}
      maxRows={16}
      htmlInput={{ spellCheck: false, style: { fontFamily: 'ui-monospace, monospace', fontSize: 13 } }}
    />
  )
}

/** Short values on one line, as people write them. */
function jsonText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  const line = JSON.stringify(value)
  return line.length <= 60 ? line : JSON.stringify(value, null, 2)
}
