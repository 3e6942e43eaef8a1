/** A password, with a switch that shows it, and where config says so a field in which it is entered again. */
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { CompiledField } from '../../../../engine/compiled'
import { confirmationOf } from '../../../../engine/values'
import { useWords } from '../../../config'
import { RevealButton } from '../../../ui/RevealButton'
import { FieldText } from '../FieldText'
import { type FieldInput, type InputProps, useFieldInput } from '../input'

export function PasswordInput(props: InputProps) {
  const { confirm } = props.field
  const [shown, setShown] = useState(false)
  const reveal = { shown, onToggle: () => setShown(before => !before) }
  const input = useFieldInput(props)
  const secret = <SecretText input={input} {...reveal} />
  if (!confirm) return secret
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      {secret}
      <Confirmation {...props} {...reveal} confirm={confirm} />
    </Box>
  )
}

interface Reveal {
  shown: boolean
  onToggle: () => void
}

type ConfirmationProps = InputProps & Reveal & { confirm: NonNullable<CompiledField['confirm']> }

function Confirmation({ confirm, shown, onToggle, ...props }: ConfirmationProps) {
  const words = useWords()
  const input = useFieldInput(props, confirmationOf(props.field.name))
  const texts = { label: words(confirm.label), placeholder: words(confirm.placeholder), help: '' }
  return <SecretText input={{ ...input, ...texts }} shown={shown} onToggle={onToggle} />
}

function SecretText({ input, shown, onToggle }: Reveal & { input: FieldInput }) {
  const label = useTranslate()('forms.input.reveal', { name: input.label })
  return (
    <FieldText
      input={input}
      type={shown ? 'text' : 'password'}
      htmlInput={{ autoComplete: 'new-password', spellCheck: false }}
      slotProps={{ input: { endAdornment: <RevealButton {...{ label, shown, onToggle }} /> } }}
    />
  )
}
