/** A password, and where config says so a field in which it is entered again. */
import { Box } from '@mui/material'
import { useState } from 'react'
import type { CompiledField } from '../../../../engine/compiled'
import { confirmationOf } from '../../../../engine/values'
import { useWords } from '../../../config'
import type { Reveal } from '../../../ui/controls/useReveal'
import { type InputProps, useFieldInput, useFormInput } from '../input'
import { SecretText } from './SecretText'

export function PasswordInput(props: InputProps) {
  const { confirm, name } = props.field
  const shown = useState<boolean>()
  const secret = <SecretText input={useFieldInput(props)} together={shown} />
  if (!confirm) return secret
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      {secret}
      <Confirmation name={confirmationOf(name)} confirm={confirm} required={props.required} shown={shown} />
    </Box>
  )
}

interface ConfirmationProps {
  name: string
  confirm: NonNullable<CompiledField['confirm']>
  required: boolean
  shown: Reveal
}

function Confirmation({ name, confirm, required, shown }: ConfirmationProps) {
  const words = useWords()
  const texts = { label: words(confirm.label), placeholder: words(confirm.placeholder) }
  return <SecretText input={useFormInput(name, texts, required)} together={shown} />
}
