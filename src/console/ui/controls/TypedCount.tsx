/** A field in which the user confirms a large change by typing the number of affected devices. */
import { TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { digitsOf } from '../../../domain/phone'

/**
 * @param count the number that the user must type
 * @param isRequired false if the number is so small that a click is enough
 */
export function useTypedCount(count: number, isRequired = true) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  return {
    count,
    isRequired,
    typed,
    isWrong,
    /** Clears the input; to be called when `count` changes. */
    reset: () => setTyped(''),
    type: (text: string) => {
      setTyped(text)
      setWrong(false)
    },
    /** Whether the right number was typed, or none is required. If false, the field shows an error. */
    validate: () => {
      const isRight = !isRequired || digitsOf(typed) === String(count)
      setWrong(!isRight)
      return isRight
    },
  }
}

interface TypedCountProps {
  typedCount: ReturnType<typeof useTypedCount>
  label?: string
  /** The error message for another number. */
  wrong?: string
  autoFocus?: boolean
}

export function TypedCount({ typedCount, label, wrong, autoFocus }: TypedCountProps) {
  const translate = useTranslate()
  const { count, isRequired, typed, isWrong, type } = typedCount
  const number = count.toLocaleString('ko-KR')
  if (!isRequired) return null
  return (
    <TextField
      fullWidth
      autoFocus={autoFocus}
      label={label ?? translate('bulk.confirm.label')}
      placeholder={number}
      value={typed}
      error={isWrong}
      helperText={isWrong ? (wrong ?? translate('bulk.confirm.wrong', { count: number })) : undefined}
      onChange={event => type(event.target.value)}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { inputMode: 'numeric', autoComplete: 'off' },
        formHelperText: { role: isWrong ? 'alert' : undefined },
      }}
    />
  )
}
