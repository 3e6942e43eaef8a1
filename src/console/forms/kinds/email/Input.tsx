/** An e-mail address. */
import { FieldText } from '../FieldText'
import { type InputProps, useFieldInput } from '../input'

export function EmailInput(props: InputProps) {
  const slotProps = { htmlInput: { inputMode: 'email', spellCheck: false, autoCapitalize: 'none' } } as const
  // `type="email"` would hand the browser's own form of the address on (punycode, trimmed).
  return <FieldText input={useFieldInput(props)} more={{ slotProps }} />
}
