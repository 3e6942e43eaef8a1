/**
 * A password, with a second field for its confirmation if config asks for one.
 *
 * Instead of `PasswordInput`: its reveal buttons all have the same name, without the field (WCAG 2.4.6).
 */
import { Box } from '@mui/material'
import { useState } from 'react'
import { confirmationKey } from '../../../../engine/values'
import type { RevealState } from '../../../ui/controls/useReveal'
import { type InputProps, useFieldInput } from '../input'
import { SecretText } from './SecretText'

export function PasswordInput(props: InputProps) {
  const { field } = props
  // Shared, so that password and confirmation are revealed together.
  const revealState = useState<boolean>()
  const secret = <Secret {...props} revealState={revealState} />
  if (!field.confirm) return secret
  const { label, placeholder } = field.confirm
  const confirmation = { ...field, name: confirmationKey(field.name), label, placeholder, help: undefined }
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      {secret}
      <Secret {...props} field={confirmation} revealState={revealState} />
    </Box>
  )
}

/** Whether the field is the account's current password: a new one is entered twice, an added field has no account. */
const isCurrentPassword = ({ storage, confirm }: InputProps['field']) => storage === 'contract' && !confirm

type SecretProps = InputProps & { revealState: RevealState }

const Secret = ({ revealState, ...props }: SecretProps) => (
  <SecretText
    input={useFieldInput(props)}
    sharedReveal={revealState}
    {...(isCurrentPassword(props.field) && { htmlInput: { autoComplete: 'current-password' } })}
  />
)
