/** An e-mail address. */
import { FieldText } from '../FieldText'
import { type InputProps, useFieldInput } from '../input'

export function EmailInput(props: InputProps) {
  // Not `type="email"`: the browser would give us an address that it has changed itself (punycode, trimmed).
  const htmlInput = { inputMode: 'email', spellCheck: false, autoCapitalize: 'none' } as const
  return <FieldText input={useFieldInput(props)} htmlInput={htmlInput} />
}
