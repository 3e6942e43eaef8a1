/** A password that is typed, with a button that shows it. */
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { RevealButton } from '../../../ui/controls/RevealButton'
import { FieldText, type FieldTextProps } from '../FieldText'

interface SecretTextProps extends Pick<FieldTextProps, 'input' | 'hint' | 'htmlInput'> {
  /** The state of a field that is shown together with this one, as an entry and its confirmation are. */
  together?: ReturnType<typeof useState<boolean>>
}

export function SecretText({ together, htmlInput, ...props }: SecretTextProps) {
  const label = useTranslate()('forms.input.reveal', { name: props.input.label })
  const alone = useState<boolean>()
  const [shown = false, setShown] = together ?? alone
  return (
    <FieldText
      {...props}
      type={shown ? 'text' : 'password'}
      htmlInput={{
        // A password manager may propose one.
        autoComplete: 'new-password',
        autoCapitalize: 'none',
        spellCheck: false,
        maxLength: 1024,
        ...htmlInput,
      }}
      slotProps={{
        input: {
          endAdornment: <RevealButton label={label} shown={shown} onToggle={() => setShown(!shown)} />,
        },
      }}
    />
  )
}
