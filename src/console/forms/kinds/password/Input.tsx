/** A password, with a switch that shows it, and where config says so a field in which it is entered again. */
import Visibility from '@mui/icons-material/Visibility'
import VisibilityOff from '@mui/icons-material/VisibilityOff'
import { Box, IconButton, InputAdornment } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { CompiledField } from '../../../../engine/compiled'
import { confirmationOf } from '../../../../engine/values'
import { useWords } from '../../../config'
import { FieldText } from '../FieldText'
import { type FieldInput, type InputProps, useFieldInput } from '../input'

export function PasswordInput(props: InputProps) {
  const { confirm } = props.field
  const [shown, setShown] = useState(false)
  const toggle = () => setShown(before => !before)
  const input = useFieldInput(props)
  const secret = <SecretText input={input} shown={shown} onToggle={toggle} />
  if (!confirm) return secret
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      {secret}
      <Confirmation {...props} confirm={confirm} shown={shown} onToggle={toggle} />
    </Box>
  )
}

interface ConfirmationProps extends InputProps {
  confirm: NonNullable<CompiledField['confirm']>
  shown: boolean
  onToggle: () => void
}

function Confirmation({ confirm, shown, onToggle, ...props }: ConfirmationProps) {
  const words = useWords()
  const input = useFieldInput(props, confirmationOf(props.field.name))
  const worded = {
    ...input,
    label: words(confirm.label),
    placeholder: words(confirm.placeholder),
    help: '',
  }
  return <SecretText input={worded} shown={shown} onToggle={onToggle} />
}

function SecretText({ input, shown, onToggle }: { input: FieldInput; shown: boolean; onToggle: () => void }) {
  const translate = useTranslate()
  return (
    <FieldText
      input={input}
      more={{
        type: shown ? 'text' : 'password',
        slotProps: {
          htmlInput: { autoComplete: 'new-password', spellCheck: false },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  edge="end"
                  size="small"
                  aria-pressed={shown}
                  aria-label={translate('forms.input.reveal', { name: input.label })}
                  onClick={onToggle}
                >
                  {shown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
                </IconButton>
              </InputAdornment>
            ),
          },
        },
      }}
    />
  )
}
