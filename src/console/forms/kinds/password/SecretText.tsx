/** A password that is typed, with a button that shows it. */
import { useTranslate } from 'ra-core'
import { type Reveal, useReveal } from '../../../ui/controls/useReveal'
import { FieldText, type FieldTextProps } from '../FieldText'

interface SecretTextProps extends Pick<FieldTextProps, 'input' | 'hint' | 'htmlInput'> {
  together?: Reveal
}

export function SecretText({ together, htmlInput, ...props }: SecretTextProps) {
  const label = useTranslate()('forms.input.reveal', { name: props.input.label })
  const { type, endAdornment } = useReveal(label, together)
  return (
    <FieldText
      {...props}
      type={type}
      htmlInput={{
        // A password manager may propose one.
        autoComplete: 'new-password',
        autoCapitalize: 'none',
        spellCheck: false,
        maxLength: 1024,
        ...htmlInput,
      }}
      slotProps={{ input: { endAdornment } }}
    />
  )
}
