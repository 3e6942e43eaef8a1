/** A password field with a button that reveals the text. */
import { useTranslate } from 'ra-core'
import { MAX_PASSWORD_LENGTH } from '../../../../domain/credentials'
import { type RevealState, useReveal } from '../../../ui/controls/useReveal'
import { FieldText, type FieldTextProps } from '../FieldText'

interface SecretTextProps extends Pick<FieldTextProps, 'input' | 'hint' | 'htmlInput'> {
  /** Shared by fields that are revealed together, such as a password and its confirmation. */
  sharedReveal?: RevealState
}

export function SecretText({ sharedReveal, htmlInput, ...props }: SecretTextProps) {
  const label = useTranslate()('forms.input.reveal', { name: props.input.label })
  const { type, endAdornment } = useReveal(label, sharedReveal)
  return (
    <FieldText
      {...props}
      type={type}
      htmlInput={{
        // Lets password managers propose a new password.
        autoComplete: 'new-password',
        autoCapitalize: 'none',
        spellCheck: false,
        maxLength: MAX_PASSWORD_LENGTH,
        ...htmlInput,
      }}
      slotProps={{ input: { endAdornment } }}
    />
  )
}
