/** An address of the web. */
import { FieldText } from '../FieldText'
import { type InputProps, useFieldInput } from '../input'

export function UrlInput(props: InputProps) {
  const htmlInput = { inputMode: 'url', spellCheck: false, autoCapitalize: 'none' } as const
  return <FieldText input={useFieldInput(props)} htmlInput={htmlInput} />
}
